#include "drivers/network/link_watch.h"

#include "drivers/network/netlink_attributes.h"

#include <cerrno>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <utility>
#include <vector>

namespace opticward::drivers {

namespace {

constexpr std::size_t largest_datagram = 32'768;
constexpr unsigned most_datagrams = 1024;  // at once; the rest is taken the next time
constexpr std::size_t most_names = 4096;

}  // namespace

LinkWatch::LinkWatch(const Open& open) {
    if (auto opened = open()) socket_ = std::move(*opened);
}

bool LinkWatch::take_news() {
    bool news = false;
    std::vector<std::uint8_t> buffer(largest_datagram);
    for (unsigned taken = 0; socket_ && taken < most_datagrams; ++taken) {
        const int size = socket_->receive(buffer, std::chrono::milliseconds{0});
        if (size == -ETIMEDOUT || size == -EAGAIN) break;
        if (size == -EINTR) continue;
        if (size == -ENOBUFS || size == -EMSGSIZE) {
            news = true;  // some were lost
            names_.clear();
            continue;
        }
        if (size < 0) {
            socket_.reset();
            return true;
        }
        news = is_news(cmis::Bytes{buffer}.first(static_cast<std::size_t>(size))) || news;
    }
    return news;
}

bool LinkWatch::is_news(cmis::Bytes datagram) {
    bool news = false;
    for_each_message(datagram, [&](const nlmsghdr& message, cmis::Bytes payload) {
        const bool is_link = message.nlmsg_type == RTM_NEWLINK || message.nlmsg_type == RTM_DELLINK;
        if (!is_link || payload.size() < sizeof(ifinfomsg)) return;
        const auto* const link = reinterpret_cast<const ifinfomsg*>(payload.data());
        if (link->ifi_family != AF_UNSPEC) return;  // a bridge's port, not a device
        if (message.nlmsg_type == RTM_DELLINK) {
            names_.erase(link->ifi_index);
            news = true;
            return;
        }
        std::string name;
        for_each_attribute(payload.subspan(sizeof(ifinfomsg)), [&](std::uint16_t type, cmis::Bytes text) {
            if (type == IFLA_IFNAME) name = text_of(text);
        });
        if (names_.size() >= most_names) names_.clear();
        std::string& known = names_[link->ifi_index];
        news = news || known != name;
        known = std::move(name);
    });
    return news;
}

}  // namespace opticward::drivers
