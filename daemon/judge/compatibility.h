// Whether a module, its port, its fibre and the other end fit each other: rules M01 to M33 as a table, a row a rule. Within
// an axis the first rule that holds gives the verdict. Pure; safe from any thread.
// Source: protocol_mode.md, decisions 1-11 and section 5.
#pragma once

#include "daemon/judge/link_facts.h"
#include "daemon/judge/verdict.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

enum class Axis : std::uint8_t { protocol, speed_width, breakout, fibre_reach, power, fec, host };
inline constexpr std::size_t axis_count = 7;
std::string_view text(Axis axis);

// A thing that a rule asks for, and how a person says it: "the port runs Ethernet".
struct Condition {
    std::string_view words;
    bool (*holds)(const LinkFacts&) = nullptr;
};

// How a row's severity comes about: protocol_mode.md, decisions 3, 10 and 11.
enum class Weight : std::uint8_t {
    none,
    info,
    warning,
    critical,   // a warning where nobody uses the port
    major,      // critical while the link is down, a warning while it is up
    by_medium,  // critical for optics, a warning for passive copper and parts that their vendor calls dual
};

struct RuleRow {
    std::string_view id = {};  // "M04"; empty where the document gives no number
    Axis axis = Axis::protocol;
    VerdictKind kind = VerdictKind::unknown;
    Weight weight = Weight::none;
    Confidence confidence = Confidence::none;    // none: that of the declaration
    std::string_view reason = {};                // closed set of contracts.md; empty where there is none
    std::string_view title = {};                 // "an InfiniBand module in an Ethernet port"
    std::span<const Condition> conditions = {};  // all must hold
    std::string (*sentence)(const LinkFacts&) = nullptr;
    std::string_view remedy = {};
    std::vector<std::string> (*evidence)(const LinkFacts&) = nullptr;
    // Where the reason depends on the link; else `reason` is it.
    std::string_view (*reason_of)(const LinkFacts&) = nullptr;
};

// In the order in which they are tried.
std::span<const RuleRow> compatibility_rules();

// One verdict for each axis of which something can be said, in the order of the axes; the protocol is always judged.
std::vector<Verdict> judge_link(const LinkFacts& facts);

// Why a rule gave its axis's verdict or did not.
struct RuleOutcome {
    std::string_view id;
    Axis axis = Axis::protocol;
    std::string_view title;
    bool held = false;         // all conditions
    bool decided = false;      // held, and no rule of its axis before it
    std::string_view missing;  // the first condition that did not hold; empty where all did
};
std::vector<RuleOutcome> rule_outcomes(const LinkFacts& facts);

}  // namespace opticward::daemon
