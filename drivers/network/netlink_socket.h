// A netlink socket's system calls: the seam below which only the kernel is.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>

namespace opticward::drivers {

// Owned and called by one thread. Every call returns a value >= 0, or -errno.
class NetlinkSocket {
public:
    virtual ~NetlinkSocket() = default;
    // The kernel works on a request before this returns.
    virtual int send(std::span<const std::uint8_t> message) = 0;
    // The size of the next datagram of the kernel; -ETIMEDOUT: none came, -EMSGSIZE: it is larger than `buffer`.
    virtual int receive(std::span<std::uint8_t> buffer, std::chrono::milliseconds longest) = 0;
    // To wait for a datagram with poll(2); -1 where there is none.
    virtual int descriptor() const { return -1; }
};

using OpenedSocket = std::expected<std::unique_ptr<NetlinkSocket>, int>;  // or an errno

// Requests to the families of generic netlink; errors come with the kernel's own words.
OpenedSocket open_generic_netlink();
// News of network devices (RTNLGRP_LINK).
OpenedSocket open_link_news();
// News of all hardware (NETLINK_KOBJECT_UEVENT), as the kernel itself tells them.
OpenedSocket open_hardware_news();

}  // namespace opticward::drivers
