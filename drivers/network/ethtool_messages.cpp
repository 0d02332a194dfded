#include "drivers/network/ethtool_messages.h"

#include "drivers/network/netlink_attributes.h"

#include <algorithm>
#include <cerrno>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <string_view>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::size_t longest_request = 1024;  // a device's name has at most 127 bytes
constexpr std::size_t longest_device = 127;
constexpr std::uint8_t family_version = 1;
constexpr double megabit = 1e6;

// A request that is put together in a buffer of its own.
class Request {
public:
    Request(std::uint16_t family, std::uint8_t command, std::uint32_t sequence) : bytes_(longest_request) {
        header_ = mnl_nlmsg_put_header(bytes_.data());
        header_->nlmsg_type = family;
        header_->nlmsg_flags = NLM_F_REQUEST;
        header_->nlmsg_seq = sequence;
        auto* const generic = static_cast<genlmsghdr*>(mnl_nlmsg_put_extra_header(header_, sizeof(genlmsghdr)));
        generic->cmd = command;
        generic->version = family_version;
    }
    void text(std::uint16_t type, std::string_view text) {
        const std::string whole{text.substr(0, longest_device)};
        mnl_attr_put_strz(header_, type, whole.c_str());
    }
    void device(std::uint16_t type, std::string_view name) {
        nlattr* const nest = mnl_attr_nest_start(header_, type);
        text(ETHTOOL_A_HEADER_DEV_NAME, name);
        mnl_attr_nest_end(header_, nest);
    }
    void number(std::uint16_t type, std::uint32_t value) { mnl_attr_put_u32(header_, type, value); }
    void byte(std::uint16_t type, std::uint8_t value) { mnl_attr_put_u8(header_, type, value); }
    NetlinkMessage finished() && {
        bytes_.resize(header_->nlmsg_len);
        return std::move(bytes_);
    }

private:
    NetlinkMessage bytes_;
    nlmsghdr* header_ = nullptr;
};

std::string printable(std::string_view text) {
    std::string words{text.substr(0, longest_words)};
    std::ranges::replace_if(
        words, [](char c) { return c < ' ' || c > '~'; }, '?');
    return words;
}

// The kernel's words behind an error. Where it sent the request back as well, they follow that.
std::string words_in(cmis::Bytes payload, bool request_is_cut) {
    const auto error = structure_of<nlmsgerr>(payload);
    std::size_t skipped = sizeof(nlmsgerr);
    if (!request_is_cut) {
        const std::size_t request = error.msg.nlmsg_len;
        if (request < sizeof(nlmsghdr) || request > payload.size()) return {};
        skipped += MNL_ALIGN(request - sizeof(nlmsghdr));
    }
    if (skipped >= payload.size()) return {};
    std::string words;
    for_each_attribute(payload.subspan(skipped), [&](std::uint16_t type, cmis::Bytes text) {
        if (type == NLMSGERR_ATTR_MSG) words = printable(text_of(text));
    });
    return words;
}

NetlinkAnswer error_answer(int error) {
    return {.error = error, .words = {}, .attributes = {}};
}

NetlinkAnswer answer_of(const nlmsghdr& message, cmis::Bytes payload) {
    if (message.nlmsg_type != NLMSG_ERROR) {
        if (message.nlmsg_type < NLMSG_MIN_TYPE || payload.size() < sizeof(genlmsghdr)) return error_answer(EBADMSG);
        const auto attributes = payload.subspan(sizeof(genlmsghdr));
        return {.error = 0, .words = {}, .attributes = {attributes.begin(), attributes.end()}};
    }
    if (payload.size() < sizeof(nlmsgerr)) return error_answer(EBADMSG);
    const int error = structure_of<nlmsgerr>(payload).error;
    constexpr int largest_errno = 4095;
    if (error >= 0 || error < -largest_errno) return error_answer(EBADMSG);  // an acknowledgement: nobody asked for one
    NetlinkAnswer answer = error_answer(-error);
    if ((message.nlmsg_flags & NLM_F_ACK_TLVS) != 0) {
        answer.words = words_in(payload, (message.nlmsg_flags & NLM_F_CAPPED) != 0);
    }
    return answer;
}

}  // namespace

NetlinkMessage family_request(std::uint32_t sequence) {
    Request request{GENL_ID_CTRL, CTRL_CMD_GETFAMILY, sequence};
    request.text(CTRL_ATTR_FAMILY_NAME, ETHTOOL_GENL_NAME);
    return std::move(request).finished();
}

NetlinkMessage module_request(std::uint16_t family, std::uint32_t sequence, const ModulePart& part) {
    Request request{family, ETHTOOL_MSG_MODULE_EEPROM_GET, sequence};
    request.device(ETHTOOL_A_MODULE_EEPROM_HEADER, part.device);
    request.number(ETHTOOL_A_MODULE_EEPROM_OFFSET, part.offset);
    request.number(ETHTOOL_A_MODULE_EEPROM_LENGTH, part.length);
    request.byte(ETHTOOL_A_MODULE_EEPROM_PAGE, part.page);
    request.byte(ETHTOOL_A_MODULE_EEPROM_BANK, part.bank);
    request.byte(ETHTOOL_A_MODULE_EEPROM_I2C_ADDRESS, part.address);
    return std::move(request).finished();
}

NetlinkMessage link_state_request(std::uint16_t family, std::uint32_t sequence, const std::string& device) {
    Request request{family, ETHTOOL_MSG_LINKSTATE_GET, sequence};
    request.device(ETHTOOL_A_LINKSTATE_HEADER, device);
    return std::move(request).finished();
}

NetlinkMessage link_speed_request(std::uint16_t family, std::uint32_t sequence, const std::string& device) {
    Request request{family, ETHTOOL_MSG_LINKMODES_GET, sequence};
    request.device(ETHTOOL_A_LINKMODES_HEADER, device);
    return std::move(request).finished();
}

NetlinkMessage module_power_request(std::uint16_t family, std::uint32_t sequence, const std::string& device) {
    Request request{family, ETHTOOL_MSG_MODULE_GET, sequence};
    request.device(ETHTOOL_A_MODULE_HEADER, device);
    return std::move(request).finished();
}

std::optional<NetlinkAnswer> answer_in(cmis::Bytes datagram, std::uint32_t sequence) {
    std::optional<NetlinkAnswer> answer;
    for_each_message(datagram, [&](const nlmsghdr& message, cmis::Bytes payload) {
        if (!answer && message.nlmsg_seq == sequence) answer = answer_of(message, payload);
    });
    return answer;
}

std::optional<std::uint16_t> family_in(cmis::Bytes attributes) {
    std::optional<std::uint16_t> family;
    for_each_attribute(attributes, [&](std::uint16_t type, cmis::Bytes payload) {
        if (type == CTRL_ATTR_FAMILY_ID) family = number_of<std::uint16_t>(payload);
    });
    return family && *family >= NLMSG_MIN_TYPE ? family : std::nullopt;
}

std::optional<std::vector<std::uint8_t>> module_bytes_in(cmis::Bytes attributes) {
    std::optional<std::vector<std::uint8_t>> bytes;
    for_each_attribute(attributes, [&](std::uint16_t type, cmis::Bytes payload) {
        if (type == ETHTOOL_A_MODULE_EEPROM_DATA) bytes.emplace(payload.begin(), payload.end());
    });
    return bytes;
}

LinkState link_state_in(cmis::Bytes attributes) {
    LinkState state;
    for_each_attribute(attributes, [&](std::uint16_t type, cmis::Bytes payload) {
        const auto value = number_of<std::uint8_t>(payload);
        if (!value) return;
        switch (type) {
            case ETHTOOL_A_LINKSTATE_LINK: state.up = *value != 0; break;
            case ETHTOOL_A_LINKSTATE_EXT_STATE: state.reason = value; break;
            case ETHTOOL_A_LINKSTATE_EXT_SUBSTATE: state.detail = value; break;
            default: break;
        }
    });
    return state;
}

// The speed is in Mb/s; 0 and all ones mean that it is not known.
LinkSpeed link_speed_in(cmis::Bytes attributes) {
    LinkSpeed speed;
    for_each_attribute(attributes, [&](std::uint16_t type, cmis::Bytes payload) {
        const auto value = number_of<std::uint32_t>(payload);
        if (!value || *value == 0 || *value == ~std::uint32_t{0}) return;
        constexpr std::uint32_t most_lanes = 32;
        if (type == ETHTOOL_A_LINKMODES_SPEED) speed.bits_per_second = *value * megabit;
        if (type == ETHTOOL_A_LINKMODES_LANES && *value <= most_lanes) speed.lanes = value;
    });
    return speed;
}

// Numbers that are not known yet are not said.
ModulePower module_power_in(cmis::Bytes attributes) {
    ModulePower power;
    for_each_attribute(attributes, [&](std::uint16_t type, cmis::Bytes payload) {
        const auto value = number_of<std::uint8_t>(payload);
        if (!value) return;
        if (type == ETHTOOL_A_MODULE_POWER_MODE) {
            if (*value == ETHTOOL_MODULE_POWER_MODE_LOW) power.mode = ModulePowerMode::low;
            if (*value == ETHTOOL_MODULE_POWER_MODE_HIGH) power.mode = ModulePowerMode::high;
        } else if (type == ETHTOOL_A_MODULE_POWER_MODE_POLICY) {
            if (*value == ETHTOOL_MODULE_POWER_MODE_POLICY_HIGH) power.policy = ModulePowerPolicy::high;
            if (*value == ETHTOOL_MODULE_POWER_MODE_POLICY_AUTO) power.policy = ModulePowerPolicy::automatic;
        }
    });
    return power;
}

}  // namespace opticward::drivers
