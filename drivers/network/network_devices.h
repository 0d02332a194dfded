// The network devices of a host that are hardware: what could hold a module. Read from sysfs below a root; keeps nothing.
// Sources: kernel ABI documents sysfs-class-net (`type`, `carrier`, `carrier_changes`, `dev_port`, `device`),
// sysfs-class-infiniband (`device`, `ports/N/link_layer`); hwmon of mlx5_core since kernel 6.6 (`name`, `tempN_label`).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace opticward::drivers {

struct NetworkDevice {
    std::string name;  // eth0, ib0, swp1; of an InfiniBand port without a network device mlx5_0, or mlx4_0/2
    std::string rdma_device = {};  // the one of the same PCI function; empty: none, or several
    unsigned rdma_port = 1;        // that the device is, from 1
    bool has_netdev = true;        // else it is an RDMA device alone
    std::string thermometer =
        {};  // a file of the hardware that holds the module's temperature in 1/1000 C; empty: none

    bool operator==(const NetworkDevice&) const = default;
};

inline constexpr std::size_t most_network_devices = 1024;

// Those of /sys/class/net with a device behind them (not lo, bridges, VLANs, bonds, veth), but no virtual functions and
// no radios, for these have no cage; behind them the InfiniBand ports that have no network device (ib_ipoib is not
// loaded). Each group by name; at most most_network_devices. A folder that is not there holds none.
std::vector<NetworkDevice> find_network_devices(const std::filesystem::path& root);

// What tells one link of a network device from the next: it changes when the link comes or goes, and with the device.
struct LinkMark {
    bool is_up = false;
    std::string text;

    bool operator==(const LinkMark&) const = default;
};

// Whether somebody switched the device off; what cannot be told is not switched off.
bool is_switched_off(const std::filesystem::path& root, const std::string& device);

LinkMark link_mark_of(const std::filesystem::path& root, const std::string& device);

// "mlx5_core"; empty: not known.
std::string kernel_driver_of(const std::filesystem::path& root, const std::string& device);
// By the type of the network device (IPoIB).
bool is_infiniband_device(const std::filesystem::path& root, const std::string& device);
// Whether it is the name of an RDMA device, as find_network_devices() gives it, and of no network device.
bool is_rdma_device_alone(const std::filesystem::path& root, const std::string& device);

}  // namespace opticward::drivers
