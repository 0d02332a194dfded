#include "daemon/judge/link_conditions.h"

#include "daemon/judge/sentences.h"

#include <array>

namespace opticward::daemon {

namespace {

using cmis::LaneClass;
using drivers::Cage;

// What a cage is made for, protocol_mode.md M08 to M14.
struct CageClass {
    Cage cage = Cage::sfp;
    LaneClass lane_class = LaneClass::nrz_10g;
};
constexpr std::array cage_classes{
    CageClass{Cage::qsfp_plus, LaneClass::nrz_10g}, CageClass{Cage::qsfp28, LaneClass::nrz_25g},
    CageClass{Cage::qsfp56, LaneClass::pam4_50g},   CageClass{Cage::qsfp_dd, LaneClass::pam4_50g},
    CageClass{Cage::qsfp112, LaneClass::pam4_100g}, CageClass{Cage::qsfp_dd800, LaneClass::pam4_100g},
    CageClass{Cage::osfp, LaneClass::pam4_100g},
};

}  // namespace

bool link_is_up(const LinkFacts& facts) {
    return facts.port.link_up == true;
}

bool link_is_down(const LinkFacts& facts) {
    return facts.port.link_up == false;
}

bool switched_off(const LinkFacts& facts) {
    return facts.port.admin_up == false;
}

bool port_is_used(const LinkFacts& facts) {
    const drivers::ExpectedPort& expected = facts.expected;
    return facts.port.admin_up.value_or(false) || facts.port.expected || expected.protocol ||
           expected.speed_bits_per_second || expected.width;
}

std::optional<drivers::LinkLayer> wanted_protocol(const LinkFacts& facts) {
    return facts.port.expected ? facts.port.expected : facts.port.actual;
}

bool declares(const DeclaredByModule& module, drivers::LinkLayer layer) {
    const bool infiniband = layer == drivers::LinkLayer::infiniband;
    return module.declaration[infiniband ? cmis::Protocol::infiniband : cmis::Protocol::ethernet].declared;
}

std::optional<LaneClass> host_lane_class(const LinkFacts& facts) {
    if (facts.host.lane_class) return facts.host.lane_class;
    for (const CageClass& row : cage_classes) {
        if (facts.expected.cage == row.cage) return row.lane_class;
    }
    return std::nullopt;
}

std::optional<unsigned> wanted_width(const LinkFacts& facts) {
    const unsigned lanes = facts.traits.lanes.host;
    if (facts.expected.width) return facts.expected.width;
    const unsigned split = facts.expected.split.value_or(1);
    if (split > 1 && lanes >= split) return lanes / split;
    if (facts.traits.breakout.near_lanes) return facts.traits.breakout.near_lanes;
    // An Ethernet port may run fewer lanes on purpose; InfiniBand takes all that the cable has.
    const bool infiniband = facts.port.actual == drivers::LinkLayer::infiniband;
    if (!infiniband || lanes == 0 || facts.traits.breakout.far_ends.value_or(1) > 1) return std::nullopt;
    return lanes;
}

bool is_optic(const cmis::LinkTraits& traits) {
    return traits.medium == cmis::MediaType::optical && !traits.captive_cable;
}

bool is_nrz(const cmis::LinkTraits& traits) {
    const auto fastest = traits.lane_classes.fastest();
    return fastest && *fastest <= LaneClass::nrz_25g;
}

bool is_pam4_only(const cmis::LinkTraits& traits) {
    const auto slowest = traits.lane_classes.slowest();
    return slowest && *slowest >= LaneClass::pam4_50g;
}

bool is_breakout_head(const cmis::LinkTraits& traits) {
    return traits.breakout.far_ends.value_or(1) > 1 && !traits.breakout.near_lanes;
}

bool is_breakout_tail(const cmis::LinkTraits& traits) {
    return traits.breakout.near_lanes == 2U;
}

std::string number_words(double value) {
    return plain_number(value);
}

std::string rate_words(double bits_per_second) {
    return plain_number(bits_per_second / 1e9) + "G";
}

void add_if(std::vector<std::string>& evidence, std::string text) {
    if (!text.empty()) evidence.push_back(std::move(text));
}

std::string host_words(const LinkFacts& facts) {
    if (!facts.port.link_up) return {};
    std::string words = link_is_up(facts) ? "the link is up" : "the link is down";
    if (!link_is_up(facts)) {
        return facts.host.down_reason.empty() ? words : words + ": " + facts.host.down_reason;
    }
    if (facts.host.speed_bits_per_second) words += " at " + rate_words(*facts.host.speed_bits_per_second);
    if (facts.host.width) words += " over " + std::to_string(*facts.host.width) + " lanes";
    return words;
}

std::vector<std::string> lane_evidence(const LinkFacts& facts) {
    std::vector<std::string> evidence;
    add_if(evidence, facts.traits.lane_evidence);
    if (const auto host = host_lane_class(facts)) {
        add_if(evidence, "lanes of the port: up to " + std::string(cmis::text(*host)));
    }
    if (facts.expected.speed_bits_per_second) {
        add_if(evidence, "expected speed " + rate_words(*facts.expected.speed_bits_per_second));
    }
    if (facts.expected.width) add_if(evidence, "expected width " + std::to_string(*facts.expected.width));
    if (facts.expected.cage) add_if(evidence, "cage " + std::string(drivers::text(*facts.expected.cage)));
    add_if(evidence, host_words(facts));
    return evidence;
}

std::vector<std::string> breakout_evidence(const LinkFacts& facts) {
    std::vector<std::string> evidence;
    add_if(evidence, facts.traits.breakout.evidence);
    if (facts.expected.split) {
        const unsigned split = *facts.expected.split;
        add_if(evidence, split > 1 ? "the port is split into " + std::to_string(split) : "the port is not split");
    }
    add_if(evidence, host_words(facts));
    return evidence;
}

}  // namespace opticward::daemon
