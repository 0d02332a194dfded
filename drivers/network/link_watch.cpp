#include "drivers/network/link_watch.h"

#include "drivers/network/netlink_attributes.h"
#include "drivers/network/uevent.h"

#include <cerrno>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <utility>
#include <vector>

namespace opticward::drivers {

namespace {

constexpr std::size_t largest_datagram = 32'768;
constexpr unsigned most_datagrams = 1024;  // at once; the rest is taken the next time
constexpr std::size_t most_names = 4096;

bool is_hardware_news(cmis::Bytes datagram) {
    const auto event = uevent_in(datagram);
    return event && changes_network_devices(*event);
}

}  // namespace

LinkWatch::LinkWatch(const Open& open_links, const Open& open_hardware) : both_{::epoll_create1(EPOLL_CLOEXEC)} {
    if (auto opened = open_links()) links_ = std::move(*opened);
    if (auto opened = open_hardware()) hardware_ = std::move(*opened);
    listen_to(links_);
    listen_to(hardware_);
}

void LinkWatch::listen_to(const Socket& socket) const {
    if (!socket) return;
    epoll_event readable{};
    readable.events = EPOLLIN;
    ::epoll_ctl(both_.number(), EPOLL_CTL_ADD, socket->descriptor(), &readable);
}

bool LinkWatch::take_news() {
    std::vector<std::uint8_t> buffer(largest_datagram);
    const bool of_links = take(links_, buffer, [this](cmis::Bytes datagram) { return is_link_news(datagram); });
    const bool of_hardware = take(hardware_, buffer, is_hardware_news);
    return of_links || of_hardware;
}

bool LinkWatch::take(Socket& socket, std::span<std::uint8_t> buffer, const IsNews& is_news) {
    bool news = false;
    for (unsigned taken = 0; socket && taken < most_datagrams; ++taken) {
        const int size = socket->receive(buffer, std::chrono::milliseconds{0});
        if (size == -ETIMEDOUT || size == -EAGAIN) break;
        if (size == -EINTR) continue;
        if (size == -ENOBUFS || size == -EMSGSIZE) {
            news = true;  // some were lost
            names_.clear();
            continue;
        }
        if (size < 0) {
            socket.reset();
            return true;
        }
        news = is_news(cmis::Bytes{buffer}.first(static_cast<std::size_t>(size))) || news;
    }
    return news;
}

bool LinkWatch::is_link_news(cmis::Bytes datagram) {
    bool news = false;
    for_each_message(datagram, [&](const nlmsghdr& message, cmis::Bytes payload) {
        const bool is_link = message.nlmsg_type == RTM_NEWLINK || message.nlmsg_type == RTM_DELLINK;
        if (!is_link || payload.size() < sizeof(ifinfomsg)) return;
        const auto link = structure_of<ifinfomsg>(payload);
        if (link.ifi_family != AF_UNSPEC) return;  // a bridge's port, not a device
        if (message.nlmsg_type == RTM_DELLINK) {
            names_.erase(link.ifi_index);
            news = true;
            return;
        }
        std::string name;
        for_each_attribute(payload.subspan(sizeof(ifinfomsg)), [&](std::uint16_t type, cmis::Bytes text) {
            if (type == IFLA_IFNAME) name = text_of(text);
        });
        if (names_.size() >= most_names) names_.clear();
        std::string& known = names_[link.ifi_index];
        news = news || known != name;
        known = std::move(name);
    });
    return news;
}

}  // namespace opticward::drivers
