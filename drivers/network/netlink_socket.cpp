#include "drivers/network/netlink_socket.h"

#include "drivers/sysfs/file_descriptor.h"

#include <cerrno>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <poll.h>
#include <sys/socket.h>
#include <utility>

namespace opticward::drivers {

namespace {

// The calls take the address of every family as a sockaddr.
union Address {
    sockaddr_nl netlink{};
    sockaddr any;
};

class LinuxNetlinkSocket final : public NetlinkSocket {
public:
    explicit LinuxNetlinkSocket(FileDescriptor socket) : socket_{std::move(socket)} {}

    int send(std::span<const std::uint8_t> message) override {
        Address kernel;
        kernel.netlink.nl_family = AF_NETLINK;
        const auto sent = ::sendto(socket_.number(), message.data(), message.size(), MSG_NOSIGNAL, &kernel.any,
                                   sizeof kernel.netlink);
        return sent < 0 ? -errno : 0;
    }

    int receive(std::span<std::uint8_t> buffer, std::chrono::milliseconds longest) override {
        pollfd waiting{.fd = socket_.number(), .events = POLLIN, .revents = 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(longest.count()));
        if (ready < 0) return -errno;
        if (ready == 0) return -ETIMEDOUT;
        Address sender;
        socklen_t size = sizeof sender.netlink;
        const auto count =
            ::recvfrom(socket_.number(), buffer.data(), buffer.size(), MSG_TRUNC | MSG_DONTWAIT, &sender.any, &size);
        if (count < 0) return -errno;
        if (sender.netlink.nl_pid != 0) return 0;  // another program's: no message
        return static_cast<std::size_t>(count) > buffer.size() ? -EMSGSIZE : static_cast<int>(count);
    }

    int descriptor() const override { return socket_.number(); }

private:
    FileDescriptor socket_;
};

OpenedSocket open_socket(int protocol, std::uint32_t groups) {
    FileDescriptor socket{::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol)};
    if (!socket.is_open()) return std::unexpected{errno};
    // Kernels before 4.12 and 4.3 know neither: then errors come without words, or with the request behind them.
    const int on = 1;
    ::setsockopt(socket.number(), SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof on);
    ::setsockopt(socket.number(), SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof on);
    Address own;
    own.netlink.nl_family = AF_NETLINK;
    own.netlink.nl_groups = groups;
    if (::bind(socket.number(), &own.any, sizeof own.netlink) != 0) {
        return std::unexpected{errno};
    }
    return std::make_unique<LinuxNetlinkSocket>(std::move(socket));
}

}  // namespace

OpenedSocket open_generic_netlink() {
    return open_socket(NETLINK_GENERIC, 0);
}

OpenedSocket open_link_news() {
    return open_socket(NETLINK_ROUTE, RTMGRP_LINK);
}

OpenedSocket open_hardware_news() {
    constexpr std::uint32_t kernel_events = 1;  // group 2 is udev's
    return open_socket(NETLINK_KOBJECT_UEVENT, kernel_events);
}

}  // namespace opticward::drivers
