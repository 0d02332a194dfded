#include "daemon/judge/compatibility.h"

#include "daemon/judge/link_conditions.h"
#include "daemon/judge/rules.h"

#include <algorithm>
#include <array>

namespace opticward::daemon {

namespace {

constexpr std::array<std::string_view, axis_count> axis_names{"protocol", "speed_width", "breakout", "fibre_reach",
                                                              "power",    "fec",         "host"};

Severity unless_unused(const LinkFacts& facts) {
    return port_is_used(facts) ? Severity::critical : Severity::warning;
}

Severity by_weight(Weight weight, const LinkFacts& facts) {
    switch (weight) {
        case Weight::none: return Severity::none;
        case Weight::info: return Severity::info;
        case Weight::warning: return Severity::warning;
        case Weight::critical: return unless_unused(facts);
        case Weight::major: return link_is_down(facts) ? unless_unused(facts) : Severity::warning;
        case Weight::by_medium: {
            const bool copper_or_dual = facts.module.passive_copper || !facts.module.dual_source.empty();
            return copper_or_dual ? Severity::warning : unless_unused(facts);
        }
    }
    return Severity::none;
}

Severity severity(const RuleRow& row, const LinkFacts& facts) {
    const Severity found = by_weight(row.weight, facts);
    // A link that carries traffic is no emergency, whatever does not fit.
    return link_is_up(facts) ? std::min(found, Severity::warning) : found;
}

std::string_view first_missing(const RuleRow& row, const LinkFacts& facts) {
    const auto missing =
        std::ranges::find_if(row.conditions, [&facts](const Condition& one) { return !one.holds(facts); });
    return missing == row.conditions.end() ? std::string_view{} : missing->words;
}

bool holds(const RuleRow& row, const LinkFacts& facts) {
    return std::ranges::all_of(row.conditions, [&facts](const Condition& one) { return one.holds(facts); });
}

Verdict verdict(const RuleRow& row, const LinkFacts& facts) {
    Verdict found{.axis = std::string(text(row.axis)),
                  .kind = row.kind,
                  .rule = std::string(row.id),
                  .reason = std::string(row.reason_of ? row.reason_of(facts) : row.reason),
                  .severity = severity(row, facts),
                  .confidence =
                      row.confidence == Confidence::none ? capability(facts.module).confidence : row.confidence,
                  .sentence = row.sentence ? row.sentence(facts) : std::string{},
                  .remedy = std::string(row.remedy)};
    if (row.evidence) found.evidence = row.evidence(facts);
    if (row.kind == VerdictKind::unknown && row.confidence == Confidence::none) found.confidence = Confidence::none;
    return found;
}

std::vector<RuleRow> joined() {
    std::vector<RuleRow> rows;
    for (const auto& axis : {rules::protocol(), rules::speed_width(), rules::breakout(), rules::fibre_reach(),
                             rules::power(), rules::fec(), rules::host()}) {
        rows.insert(rows.end(), axis.begin(), axis.end());
    }
    return rows;
}

}  // namespace

std::string_view text(Axis axis) {
    return axis_names[static_cast<std::size_t>(axis) % axis_count];
}

std::span<const RuleRow> compatibility_rules() {
    static const std::vector<RuleRow> rows = joined();
    return rows;
}

std::vector<Verdict> judge_link(const LinkFacts& facts) {
    std::vector<Verdict> verdicts;
    std::array<bool, axis_count> decided{};
    for (const RuleRow& row : compatibility_rules()) {
        bool& done = decided[static_cast<std::size_t>(row.axis) % axis_count];
        if (done || !holds(row, facts)) continue;
        done = true;
        verdicts.push_back(verdict(row, facts));
    }
    return verdicts;
}

std::vector<RuleOutcome> rule_outcomes(const LinkFacts& facts) {
    std::vector<RuleOutcome> outcomes;
    std::array<bool, axis_count> decided{};
    for (const RuleRow& row : compatibility_rules()) {
        bool& done = decided[static_cast<std::size_t>(row.axis) % axis_count];
        const bool held = holds(row, facts);
        outcomes.push_back({.id = row.id,
                            .axis = row.axis,
                            .title = row.title,
                            .held = held,
                            .decided = held && !done,
                            .missing = first_missing(row, facts)});
        done = done || held;
    }
    return outcomes;
}

}  // namespace opticward::daemon
