// Walks netlink messages and their attributes; bytes that do not fit end the walk. For drivers/network/*.cpp only, because of what it includes.
#pragma once

#include "cmis/memory_map.h"

#include <cstdint>
#include <cstring>
#include <libmnl/libmnl.h>
#include <limits>
#include <optional>
#include <string_view>

namespace opticward::drivers {

inline cmis::Bytes payload_of(const nlattr& attribute) {
    return {static_cast<const std::uint8_t*>(mnl_attr_get_payload(&attribute)), mnl_attr_get_payload_len(&attribute)};
}

// Calls visit(type, payload) for each attribute, up to the first one that does not fit.
template <class Visit>
void for_each_attribute(cmis::Bytes attributes, Visit visit) {
    constexpr std::size_t most = std::numeric_limits<std::int16_t>::max();
    std::size_t position = 0;
    const std::size_t end = attributes.size() < most ? attributes.size() : most;
    while (end - position >= sizeof(nlattr)) {
        const auto* const attribute = reinterpret_cast<const nlattr*>(attributes.data() + position);
        if (!mnl_attr_ok(attribute, static_cast<int>(end - position))) return;
        visit(mnl_attr_get_type(attribute), payload_of(*attribute));
        const std::size_t step = MNL_ALIGN(mnl_attr_get_len(attribute));
        if (step > end - position) return;
        position += step;
    }
}

// Calls visit(header, payload) for each netlink message of a datagram, up to the first one that does not fit.
template <class Visit>
void for_each_message(cmis::Bytes datagram, Visit visit) {
    std::size_t position = 0;
    const std::size_t end = datagram.size();
    while (end - position >= sizeof(nlmsghdr)) {
        const auto* const message = reinterpret_cast<const nlmsghdr*>(datagram.data() + position);
        // Not mnl_nlmsg_ok(), which takes a length of more than 2 GiB for a negative one, and so for a small one.
        if (message->nlmsg_len < sizeof(nlmsghdr) || message->nlmsg_len > end - position) return;
        visit(*message, cmis::Bytes{static_cast<const std::uint8_t*>(mnl_nlmsg_get_payload(message)),
                                    mnl_nlmsg_get_payload_len(message)});
        const std::size_t step = MNL_ALIGN(message->nlmsg_len);
        if (step > end - position) return;
        position += step;
    }
}

// The whole payload as a number of the host's byte order; nothing: it has another size.
template <class Number>
std::optional<Number> number_of(cmis::Bytes payload) {
    Number number{};
    if (payload.size() != sizeof number) return std::nullopt;
    std::memcpy(&number, payload.data(), sizeof number);
    return number;
}

// Text without the zero at its end.
inline std::string_view text_of(cmis::Bytes payload) {
    const std::string_view text{reinterpret_cast<const char*>(payload.data()), payload.size()};
    return text.substr(0, text.find('\0'));
}

}  // namespace opticward::drivers
