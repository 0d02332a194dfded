// Walks netlink messages and their attributes; bytes that do not fit end the walk. For drivers/network/*.cpp only, because
// of what it includes.
#pragma once

#include "cmis/memory_map.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <libmnl/libmnl.h>
#include <optional>
#include <string>

namespace opticward::drivers {

// The structure that the bytes begin with, which must be as many at least; a datagram need not be aligned for it.
template <class Structure>
Structure structure_of(cmis::Bytes bytes) {
    Structure structure{};
    std::memcpy(&structure, bytes.data(), sizeof structure);
    return structure;
}

// Calls visit(type, payload) for each attribute, up to the first one that does not fit.
template <class Visit>
void for_each_attribute(cmis::Bytes attributes, Visit visit) {
    while (attributes.size() >= sizeof(nlattr)) {
        const auto attribute = structure_of<nlattr>(attributes);
        const std::size_t length = attribute.nla_len;
        if (length < sizeof(nlattr) || length > attributes.size()) return;
        visit(static_cast<std::uint16_t>(attribute.nla_type & NLA_TYPE_MASK),
              attributes.subspan(sizeof(nlattr), length - sizeof(nlattr)));
        if (MNL_ALIGN(length) > attributes.size()) return;
        attributes = attributes.subspan(MNL_ALIGN(length));
    }
}

// Calls visit(header, payload) for each netlink message of a datagram, up to the first one that does not fit. Not with
// mnl_nlmsg_ok(), which takes a length of more than 2 GiB for a negative one, and so for a small one.
template <class Visit>
void for_each_message(cmis::Bytes datagram, Visit visit) {
    while (datagram.size() >= sizeof(nlmsghdr)) {
        const auto message = structure_of<nlmsghdr>(datagram);
        const std::size_t length = message.nlmsg_len;
        if (length < sizeof(nlmsghdr) || length > datagram.size()) return;
        visit(message, datagram.subspan(sizeof(nlmsghdr), length - sizeof(nlmsghdr)));
        if (MNL_ALIGN(length) > datagram.size()) return;
        datagram = datagram.subspan(MNL_ALIGN(length));
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
inline std::string text_of(cmis::Bytes payload) {
    return {payload.begin(), std::ranges::find(payload, std::uint8_t{0})};
}

}  // namespace opticward::drivers
