// What of an object has changed since clients were told last. Pure; main thread.
//
// tell() returns the names of the properties to tell, and makes `told` what the clients know
// once they were. Only these values become told: a slow drift adds up until it passes its dead band.
#pragma once

#include "daemon/publish/dbus/monitor_properties.h"
#include "daemon/publish/dbus/port_properties.h"

#include <string>
#include <vector>

namespace opticward::daemon::bus {

// Whether a measured value is to be told: by more than 0.5 C, 0.01 V, 1 % of the bias or 0.1 dB of light from what was
// told; always when it came or went, and when light goes to or comes from 0 W.
bool moved(Hysteresis kind, double told, double now);

std::vector<std::string> tell(PortProperties& told, const PortProperties& now);
std::vector<std::string> tell(ManagerProperties& told, const ManagerProperties& now);
std::vector<std::string> tell(MonitorProperties& told, const MonitorProperties& now);

}  // namespace opticward::daemon::bus
