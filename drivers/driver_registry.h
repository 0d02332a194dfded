// From a bus's description to devices that can be read: THE place where a driver gets its name.
#pragma once

#include "drivers/access_counters.h"
#include "drivers/description.h"
#include "drivers/module_access.h"
#include "drivers/timing.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::drivers {

// Whether reading a byte of a module with this identifier (byte 0) clears it.
using ClearOnRead = std::function<bool(std::uint8_t identifier, cmis::Location location)>;

// How a simulated bus spends the time that its wire would need.
enum class Pacing : std::uint8_t {
    wire,     // transfers take as long as on a real wire
    instant,  // the time is only counted
};

// What the drivers take from their surroundings.
struct Environment {
    std::filesystem::path root = "/";  // every path of a description lies below it
    Timing timing = real_timing();
    ClearOnRead clear_on_read;         // simulated modules; none: nothing clears
    Pacing pacing = Pacing::wire;      // simulated buses
};

struct PortDevice {
    std::string name;
    std::unique_ptr<ModuleAccess> access;
    std::unique_ptr<Presence> presence;  // null when nothing but the bus can tell
};

// All that one worker owns of a bus; used by that worker's thread only.
struct BusDevice {
    std::shared_ptr<void> bus;  // what the ports share, where they do
    std::vector<PortDevice> ports;
    std::function<BusCounters()> counters;
};

// Opens a bus; fails only over a description that can never work. Hardware that is not there shows as Fault::no_device
// of the reads, and is looked for again at each read.
std::expected<BusDevice, std::string> open_bus(const BusDescription& description, const Environment& environment);

// The drivers there are, for messages and documentation.
std::vector<std::string_view> driver_names();

}  // namespace opticward::drivers
