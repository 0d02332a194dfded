// What the daemon watches where nobody configured a port.
#pragma once

#include "config/settings.h"
#include "drivers/network/network_devices.h"

#include <span>

namespace opticward::config {

// Pure: the settings with a bus "network" of the driver `ethtool` that has a port for each device, named like it. A
// device that a port of the settings has already, or whose name cannot be a port's, is left out; without any, nothing
// changes.
Settings with_network_ports(Settings settings, std::span<const drivers::NetworkDevice> devices);

// Pure: the settings as they were before with_network_ports(), where `ports_are_found`.
Settings without_network_ports(Settings settings);

}  // namespace opticward::config
