// Links for the tests of the rules: one end of a link, described in the words of the rules.
#pragma once

#include "daemon/judge/compatibility.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace opticward::daemon::link_samples {

using cmis::LaneClass;

inline LinkFacts link(drivers::LinkLayer runs, std::optional<bool> up) {
    LinkFacts facts;
    facts.port = {.actual = runs, .expected = std::nullopt, .link_up = up, .admin_up = true, .evidence = "type 1"};
    facts.host.link_layer = runs;
    facts.host.link_up = up;
    facts.host.admin_up = true;
    facts.traits.lanes = {.host = 4, .media = 4};
    return facts;
}

inline void declare(LinkFacts& facts, cmis::Protocol protocol) {
    facts.module.memory_model = cmis::MemoryModelId::sff8636;
    facts.module.declaration.protocols[static_cast<std::size_t>(protocol)] = {
        .declared = true, .weak = false, .speeds = {}, .evidence = {"byte 164 or 192"}};
}

inline void lanes(cmis::LinkTraits& traits, LaneClass lane_class) {
    traits.lane_classes.add(lane_class);
    traits.lane_evidence = "byte 192";
}

// Ethernet optic with 50G PAM4 lanes in an Ethernet port.
inline LinkFacts optic_200g(std::optional<bool> up) {
    LinkFacts facts = link(drivers::LinkLayer::ethernet, up);
    declare(facts, cmis::Protocol::ethernet);
    facts.traits.form_factor = "QSFP56";
    facts.traits.medium = cmis::MediaType::optical;
    lanes(facts.traits, LaneClass::pam4_50g);
    return facts;
}

// The same with 25G NRZ lanes.
inline LinkFacts optic_100g(std::optional<bool> up) {
    LinkFacts facts = link(drivers::LinkLayer::ethernet, up);
    declare(facts, cmis::Protocol::ethernet);
    facts.traits.form_factor = "QSFP28";
    facts.traits.medium = cmis::MediaType::optical;
    lanes(facts.traits, LaneClass::nrz_25g);
    return facts;
}

inline LinkFacts hdr_copper(std::optional<bool> up) {
    LinkFacts facts = link(drivers::LinkLayer::infiniband, up);
    declare(facts, cmis::Protocol::infiniband);
    facts.module.passive_copper = true;
    facts.traits.form_factor = "QSFP56";
    facts.traits.medium = cmis::MediaType::passive_copper;
    facts.traits.captive_cable = true;
    lanes(facts.traits, LaneClass::pam4_50g);
    return facts;
}

// The verdict of one axis; nothing: that axis said nothing.
inline std::optional<Verdict> on(std::string_view axis, const LinkFacts& facts) {
    const std::vector<Verdict> verdicts = judge_link(facts);
    const auto found = std::ranges::find(verdicts, axis, &Verdict::axis);
    return found == verdicts.end() ? std::nullopt : std::optional(*found);
}

// "M02 degraded warning"; "nothing".
inline std::string said(std::string_view axis, const LinkFacts& facts) {
    const auto verdict = on(axis, facts);
    if (!verdict) return "nothing";
    return verdict->rule + " " + std::string(text(verdict->kind)) + " " + std::string(text(verdict->severity));
}

}  // namespace opticward::daemon::link_samples
