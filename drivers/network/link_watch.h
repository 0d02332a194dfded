// Whether network devices, or what belongs to them, came, went or got another name, as the kernel tells it. Main thread
// only.
// Sources: rtnetlink(7), RTMGRP_LINK; netlink(7), NETLINK_KOBJECT_UEVENT.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/network/netlink_socket.h"
#include "drivers/sysfs/file_descriptor.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace opticward::drivers {

class LinkWatch {
public:
    using Open = std::function<OpenedSocket()>;

    // A socket that cannot be opened tells nothing, the other one goes on: containers may have no news of hardware.
    explicit LinkWatch(const Open& open_links = open_link_news, const Open& open_hardware = open_hardware_news);

    // Readable when there is news of either kind; -1: there never will be. It may change with take_news().
    int descriptor() const { return links_ || hardware_ ? both_.number() : -1; }
    // Takes all that the kernel has said so far. True: look at the devices again; a link that only went up or down is
    // no reason. Where news were lost, there may have been one.
    bool take_news();

private:
    using Socket = std::unique_ptr<NetlinkSocket>;
    using IsNews = std::function<bool(cmis::Bytes datagram)>;

    void listen_to(const Socket& socket) const;
    bool take(Socket& socket, std::span<std::uint8_t> buffer, const IsNews& is_news);
    bool is_link_news(cmis::Bytes datagram);

    FileDescriptor both_;  // epoll(7) of both sockets; they leave it when they are closed
    Socket links_;
    Socket hardware_;
    std::map<int, std::string> names_;  // by index, as far as they were heard of
};

}  // namespace opticward::drivers
