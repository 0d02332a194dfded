// From a bus's description to devices that can be read: THE place where a driver gets its name.
#pragma once

#include "drivers/access_counters.h"
#include "drivers/description.h"
#include "drivers/environment.h"
#include "drivers/evidence/image_evidence.h"
#include "drivers/module_access.h"

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::drivers {

struct PortDevice {
    std::string name;
    std::unique_ptr<ModuleAccess> access;
    std::unique_ptr<Pin> presence;  // null when nothing but the bus can tell
    std::unique_ptr<Pin> reset;     // null where the board has none, as the two below
    std::unique_ptr<Pin> low_power;
    std::unique_ptr<Thermometer> temperature;
    std::unique_ptr<ImageEvidence> evidence;  // of the module, for where this host cannot read it; null: none
};

// All that one worker owns of a bus; used by that worker's thread only.
struct BusDevice {
    std::shared_ptr<void> bus;  // what the ports share, where they do; a SimulatedBus for `simulated`
    std::vector<PortDevice> ports;
    std::function<BusCounters()> counters;
};

// Opens a bus; fails only over a description that can never work. Hardware that is not there shows as Fault::no_device
// of the reads, and is looked for again at each read.
std::expected<BusDevice, std::string> open_bus(const BusDescription& description, const Environment& environment);

// The drivers there are, for messages and documentation.
std::vector<std::string_view> driver_names();

}  // namespace opticward::drivers
