// The tree of muxes that leads to an I2C adapter, from sysfs. Pure but for reading below `root`; nothing is opened on a
// bus. What stands in sysfs is not believed blindly: links may be missing, point in circles or nowhere.
// Source: Linux Documentation/ABI/testing/sysfs-bus-i2c-devices-pca954x (idle_state), drivers/i2c/i2c-mux.c (mux_device,
// channel-N).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace opticward::drivers {

inline constexpr int idle_as_is = -1;       // the last channel stays connected
inline constexpr int idle_disconnect = -2;  // none does
inline constexpr std::size_t most_nested_muxes = 16;

// A mux and the channel of it that one goes through. `device` alone is always known.
struct MuxStep {
    std::string device;                   // "0-0070", "i2c-mux-gpio.1"
    std::optional<unsigned> parent;       // the adapter that it hangs on
    std::optional<std::uint8_t> address;  // of an I2C device
    std::string driver;                   // "pca954x"; empty: none is bound
    std::optional<unsigned> channel;
    std::optional<int> idle_state;  // idle_disconnect, idle_as_is or the channel that it goes back to

    bool operator==(const MuxStep&) const = default;
};

struct AdapterPath {
    unsigned adapter = 0;
    std::string name;
    std::vector<MuxStep> muxes;  // the one at the root first
    unsigned root = 0;           // the adapter that drives the wire; `adapter` itself where there is no mux
    std::string root_name;
    bool complete = true;  // false: sysfs leads no further than `root`, although a mux stands before it

    bool operator==(const AdapterPath&) const = default;
};

// Nothing: there is no such adapter.
std::optional<AdapterPath> adapter_path(const std::filesystem::path& root, unsigned adapter);

// Of an adapter as a board file names it (see find_i2c_adapter()), that i2c-dev gives a device file to or not.
std::optional<AdapterPath> find_adapter_path(const std::filesystem::path& root, const std::string& adapter);

}  // namespace opticward::drivers
