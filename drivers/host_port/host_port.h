// What the host says about the port that a module sits in: InfiniBand or Ethernet, up or down. Read from sysfs below a
// root; any file may be missing, huge or garbage, and then tells nothing. No thread of its own, keeps nothing.
// Sources: kernel ABI documents sysfs-class-infiniband (link_layer, state, phys_state) and sysfs-class-net (type,
// carrier, operstate, flags, speed, ifindex). `rate` is read of InfiniBand links that are up only: mlx5 prints InfiniBand words for
// Ethernet links.
#pragma once

#include "drivers/host_port/module_power.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace opticward::drivers {

enum class LinkLayer : std::uint8_t { infiniband, ethernet };

// Either name may be empty. A netdev's RDMA device is found through its PCI function when none is named.
struct HostPortSource {
    std::string netdev;
    std::string rdma_device;
    unsigned rdma_port = 1;

    bool operator==(const HostPortSource&) const = default;
};

struct HostPortState {
    std::optional<LinkLayer> link_layer;
    std::optional<bool> link_up;  // physically up: InfiniBand LinkUp counts even without a subnet manager
    std::optional<bool> admin_up;
    std::string evidence;          // what told the link layer, for a person; empty when nothing did
    std::string down_reason = {};  // why the link is down, where the driver knows; empty otherwise
    std::optional<double> speed_bits_per_second = {};
    std::optional<unsigned> width = {};         // lanes
    std::optional<unsigned> netdev_index = {};  // tells a network device from the next one of the same name
    ModulePower module_power = {};              // of the module behind it, where the driver knows

    bool operator==(const HostPortState&) const = default;
};

HostPortState read_host_port(const std::filesystem::path& root, const HostPortSource& source);

}  // namespace opticward::drivers
