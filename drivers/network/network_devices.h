// The network devices of a host that are hardware: what could hold a module. Read from sysfs below a root; keeps nothing.
// Sources: kernel ABI documents sysfs-class-net and sysfs-class-infiniband (`device`, `dev_port`).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace opticward::drivers {

struct NetworkDevice {
    std::string name;         // eth0, ib0, swp1
    std::string rdma_device;  // the one of the same PCI function; empty: none, or several
    unsigned rdma_port = 1;   // that the device is, from 1

    bool operator==(const NetworkDevice&) const = default;
};

inline constexpr std::size_t most_network_devices = 1024;

// Those of /sys/class/net with a device behind them (not lo, bridges, VLANs, bonds, veth), but no virtual functions and
// no radios, for these have no cage. By name; at most most_network_devices. A folder that is not there holds none.
std::vector<NetworkDevice> find_network_devices(const std::filesystem::path& root);

}  // namespace opticward::drivers
