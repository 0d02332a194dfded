// Whether network devices came, went or got another name, as the kernel tells it. Main thread only.
// Source: rtnetlink(7), RTMGRP_LINK.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/network/netlink_socket.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace opticward::drivers {

class LinkWatch {
public:
    using Open = std::function<OpenedSocket()>;

    // Without a socket nothing is ever heard.
    explicit LinkWatch(const Open& open = open_link_news);

    // Readable when there is news; -1: there never will be. It may change with take_news().
    int descriptor() const { return socket_ ? socket_->descriptor() : -1; }
    // Takes all that the kernel has said so far. True: look at the devices again; a link that only went up or down is
    // no reason. Where news were lost, there may have been one.
    bool take_news();

private:
    bool is_news(cmis::Bytes datagram);

    std::unique_ptr<NetlinkSocket> socket_;
    std::map<int, std::string> names_;  // by index, as far as they were heard of
};

}  // namespace opticward::drivers
