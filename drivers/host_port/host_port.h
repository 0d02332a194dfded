// What the host says about the port that a module sits in: InfiniBand or Ethernet, up or down, and what it can do. Read
// from sysfs below a root; any file may be missing, huge or garbage, and then tells nothing. No thread of its own, keeps
// nothing.
// Sources: kernel ABI documents sysfs-class-infiniband (link_layer, state, phys_state) and sysfs-class-net (type,
// carrier, operstate, flags, speed, ifindex, carrier_up_count). `rate` is read of InfiniBand links that are up only: mlx5
// prints InfiniBand words for Ethernet links.
#pragma once

#include "cmis/link_traits.h"
#include "drivers/host_port/module_power.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace opticward::drivers {

enum class LinkLayer : std::uint8_t { infiniband, ethernet };

// Of an RDMA port; the numbers of ib_verbs.h (ib_port_state, ib_port_phys_state).
enum class LogicalState : std::uint8_t { down = 1, init = 2, armed = 3, active = 4, active_deferred = 5 };
enum class PhysicalState : std::uint8_t {
    sleep = 1,
    polling = 2,
    disabled = 3,
    training = 4,
    link_up = 5,
    error_recovery = 6,
    phy_test = 7,
};

// Why a driver says that a link is down: the extended states of linux/ethtool.h, as far as anything here is decided by
// them. Not a closed world: a driver that says nothing is no proof of anything (ENODATA).
enum class DownCause : std::uint8_t {
    other,
    no_cable,
    unsupported_cable,  // the firmware refuses this module; not by what: coding, vendor or speed
    cable_issue,
    module_memory,
    overheat,
    power_budget,
    bad_signal,
    training,
    autonegotiation,
    ends_disagree,
    remote_fault,
    module,
};

enum class Fec : std::uint8_t { none, base_r, rs, llrs };

// How often the link came up and went down since the device is there; absent: not told.
struct CarrierCounts {
    std::optional<std::uint64_t> ups;
    std::optional<std::uint64_t> downs;

    bool operator==(const CarrierCounts&) const = default;
};

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
    std::optional<DownCause> down_cause = {};
    std::optional<double> speed_bits_per_second = {};
    std::optional<unsigned> width = {};                // lanes
    std::optional<unsigned> netdev_index = {};         // tells a network device from the next one of the same name
    ModulePower module_power = {};                     // of the module behind it, where the driver knows
    std::optional<LogicalState> logical_state = {};    // of an RDMA port
    std::optional<PhysicalState> physical_state = {};  // likewise
    std::optional<cmis::LaneClass> lane_class = {};    // the fastest that the port can do
    std::optional<Fec> fec = {};                       // in use, of an Ethernet link that is up
    CarrierCounts carrier = {};

    bool operator==(const HostPortState&) const = default;
};

HostPortState read_host_port(const std::filesystem::path& root, const HostPortSource& source);

}  // namespace opticward::drivers
