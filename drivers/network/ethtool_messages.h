// The bytes of the kernel's ethtool netlink family: requests made, answers taken apart. Pure; the bytes of an answer are
// not trusted. Messages begin at an address that is a multiple of 4.
// Source: kernel Documentation/networking/ethtool-netlink.rst, Documentation/userspace-api/netlink/intro.rst.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/host_port/module_power.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace opticward::drivers {

using NetlinkMessage = std::vector<std::uint8_t>;

// Part of one half page of a module: offset + length never passes 128 or 256.
struct ModulePart {
    std::string device;  // the network device, by any of its names
    std::uint8_t address = cmis::module_address;
    std::uint8_t page = 0;
    std::uint8_t bank = 0;
    std::uint8_t offset = 0;  // 0..127 in lower memory, 128..255 in an upper page
    std::uint8_t length = 0;  // 1..128

    bool operator==(const ModulePart&) const = default;
};

// What a driver knows of a link. The reasons are the numbers of linux/ethtool.h; absent: not known.
struct LinkState {
    std::optional<bool> up;
    std::optional<std::uint8_t> reason;
    std::optional<std::uint8_t> detail;

    bool operator==(const LinkState&) const = default;
};

struct LinkSpeed {
    std::optional<double> bits_per_second;
    std::optional<unsigned> lanes;

    bool operator==(const LinkSpeed&) const = default;
};

NetlinkMessage family_request(std::uint32_t sequence);
NetlinkMessage module_request(std::uint16_t family, std::uint32_t sequence, const ModulePart& part);
NetlinkMessage link_state_request(std::uint16_t family, std::uint32_t sequence, const std::string& device);
NetlinkMessage link_speed_request(std::uint16_t family, std::uint32_t sequence, const std::string& device);
NetlinkMessage module_power_request(std::uint16_t family, std::uint32_t sequence, const std::string& device);

// What the kernel said to one request: an error with the driver's own words, where it has any, or attributes.
struct NetlinkAnswer {
    int error = 0;      // a positive errno
    std::string words;  // printable, at most longest_words
    NetlinkMessage attributes;
};

inline constexpr std::size_t longest_words = 200;

// The answer to request `sequence` among the messages of a datagram; nothing: it is not there.
std::optional<NetlinkAnswer> answer_in(cmis::Bytes datagram, std::uint32_t sequence);

// From the attributes of an answer; nothing: they do not say.
std::optional<std::uint16_t> family_in(cmis::Bytes attributes);
std::optional<std::vector<std::uint8_t>> module_bytes_in(cmis::Bytes attributes);
LinkState link_state_in(cmis::Bytes attributes);
LinkSpeed link_speed_in(cmis::Bytes attributes);
ModulePower module_power_in(cmis::Bytes attributes);

}  // namespace opticward::drivers
