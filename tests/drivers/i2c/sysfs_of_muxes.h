// A folder that looks like the sysfs of a host with I2C adapters and muxes, as the kernel lays it out.
#pragma once

#include "tests/drivers/temporary_folder.h"

#include <filesystem>
#include <string>
#include <utility>

namespace opticward::drivers {

class SysfsOfMuxes {
public:
    const std::filesystem::path& root() const { return folder_.path(); }

    // An adapter that drives a wire.
    void add_adapter(unsigned number, const std::string& name) { add("sys/devices/platform", number, name); }

    // A PCA9548 at an address of an adapter; `idle_state` as the attribute's text, empty: there is none.
    void add_mux(unsigned adapter, const std::string& address, const std::string& idle_state) {
        const std::string device = std::to_string(adapter) + "-" + address;
        const auto place = std::filesystem::canonical(in_bus("i2c-" + std::to_string(adapter))) / device;
        std::filesystem::create_directories(place);
        if (!idle_state.empty()) write(place / "idle_state", idle_state + "\n");
        link("/sys/bus/i2c/drivers/pca954x", place / "driver");
        link(place, in_bus(device));
    }

    // The adapter of a channel of a mux.
    void add_channel(unsigned adapter, const std::string& mux, unsigned channel, unsigned number) {
        const auto parent = std::filesystem::canonical(in_bus("i2c-" + std::to_string(adapter)));
        add(std::filesystem::relative(parent, root()), number,
            "i2c-" + std::to_string(adapter) + "-mux (chan_id " + std::to_string(channel) + ")");
        const auto place = parent / ("i2c-" + std::to_string(number));
        link("../" + mux, place / "mux_device");
        link("../i2c-" + std::to_string(number),
             std::filesystem::canonical(in_bus(mux)) / ("channel-" + std::to_string(channel)));
    }

    // A driver that owns an address.
    void bind(unsigned adapter, const std::string& address, const std::string& driver) {
        const std::string device = std::to_string(adapter) + "-" + address;
        const auto place = std::filesystem::canonical(in_bus("i2c-" + std::to_string(adapter))) / device;
        std::filesystem::create_directories(place);
        link("/sys/bus/i2c/drivers/" + driver, place / "driver");
        link(place, in_bus(device));
    }

    void add_device_file(unsigned number) { folder_.write("dev/i2c-" + std::to_string(number), ""); }
    void write(const std::filesystem::path& file, const std::string& text) {
        folder_.write(std::filesystem::relative(file, root()), text);
    }
    void link(const std::filesystem::path& target, const std::filesystem::path& place) {
        std::filesystem::create_directories(place.parent_path());
        std::filesystem::create_symlink(target, place);
    }
    std::filesystem::path in_bus(const std::string& device) const { return root() / "sys/bus/i2c/devices" / device; }

private:
    void add(const std::filesystem::path& parent, unsigned number, const std::string& name) {
        const std::string device = "i2c-" + std::to_string(number);
        folder_.write(parent / device / "name", name + "\n");
        folder_.write(std::filesystem::path{"sys/class/i2c-dev"} / device / "name", name + "\n");
        link(root() / parent / device, in_bus(device));
    }

    TemporaryFolder folder_;
};

}  // namespace opticward::drivers
