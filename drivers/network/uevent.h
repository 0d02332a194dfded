// What the kernel broadcasts when hardware comes or goes, taken apart. Pure; the bytes are not trusted.
// Source: kernel lib/kobject_uevent.c (the head "add@/devices/...", then KEY=VALUE, each with a zero at its end).
#pragma once

#include "cmis/memory_map.h"

#include <optional>
#include <string>

namespace opticward::drivers {

// Empty: it does not say.
struct Uevent {
    std::string action;     // "add", "remove", "change", ...
    std::string subsystem;  // "net", "infiniband", "hwmon", ...

    bool operator==(const Uevent&) const = default;
};

// Nothing: these are no words of the kernel.
std::optional<Uevent> uevent_in(cmis::Bytes datagram);

// Whether what find_network_devices() finds may be different now: an RDMA device, or a thermometer. Network devices
// themselves come as rtnetlink's news.
bool changes_network_devices(const Uevent& event);

}  // namespace opticward::drivers
