// Axis "breakout": Y cables, straight cables and the split of the port. protocol_mode.md, rows M15-M17 and trap 20.
#include "daemon/judge/link_conditions.h"
#include "daemon/judge/rules.h"

#include <array>

namespace opticward::daemon::rules {

namespace {

// Byte 113 is inconsistent in the field (table 1.1): a link over all lanes outweighs it, and without a word about the
// split it is worth a warning at most.
bool half_width(const LinkFacts& f) {
    return link_is_up(f) && f.host.width && *f.host.width * 2 == f.traits.lanes.host;
}
bool full_width(const LinkFacts& f) {
    return link_is_up(f) && f.host.width && *f.host.width >= f.traits.lanes.host;
}
bool half_dark(const LinkFacts& f) {
    constexpr std::uint32_t lower_half = 0x3;
    constexpr std::uint32_t upper_half = 0xC;
    return f.light.lanes == (lower_half | upper_half) &&
           (f.light.rx_dark == lower_half || f.light.rx_dark == upper_half);
}

constexpr Condition head{"the module is the common end of a Y cable",
                         [](const LinkFacts& f) { return is_breakout_head(f.traits); }};
constexpr Condition straight{"the cable is straight (one far end)", [](const LinkFacts& f) {
                                 return f.traits.captive_cable && f.traits.breakout.far_ends == 1U;
                             }};
constexpr Condition cannot_split{"the port cannot be split",
                                 [](const LinkFacts& f) { return f.expected.can_split == false; }};
constexpr Condition not_split{"the port is not split", [](const LinkFacts& f) { return f.expected.split == 1U; }};
constexpr Condition split{"the port is split", [](const LinkFacts& f) { return f.expected.split.value_or(1) > 1; }};
constexpr Condition split_untold{"nothing tells whether the port is split",
                                 [](const LinkFacts& f) { return !f.expected.split; }};
constexpr Condition not_at_full_width{"the link does not run over all lanes",
                                      [](const LinkFacts& f) { return !full_width(f); }};
constexpr Condition down_or_half{"the link is down, over half the lanes, or half of the lanes get no light",
                                 [](const LinkFacts& f) { return link_is_down(f) || half_width(f) || half_dark(f); }};
constexpr Condition half{"the link runs over half the lanes, or half of the lanes get no light",
                         [](const LinkFacts& f) { return half_width(f) || half_dark(f); }};

constexpr std::array m17{head, cannot_split, not_at_full_width};
constexpr std::array m15{head, not_split, not_at_full_width, down_or_half};
constexpr std::array m15_half{head, split_untold, not_at_full_width, half};
constexpr std::array m15_down{head, split_untold, conditions::down};
constexpr std::array m16{straight, split, conditions::down};
constexpr std::array fits_y{head, split};
constexpr std::array fits_straight{straight, not_split};

std::vector<std::string> evidence(const LinkFacts& f) {
    std::vector<std::string> found = breakout_evidence(f);
    if (half_dark(f)) {
        found.emplace_back(f.light.rx_dark == 0x3U ? "lanes 1 and 2 get no light" : "lanes 3 and 4 get no light");
    }
    if (f.expected.can_split == false) found.emplace_back("the platform lists no split of this port");
    return found;
}

constexpr std::string_view split_it =
    "Split the port (SONiC: config interface breakout; NVIDIA switches: module type qsfp-split-2), or fit a straight "
    "cable.";

std::string not_split_sentence(const LinkFacts&) {
    return "A Y cable is in a port that is not split: only one of its ends can come up.";
}

constexpr std::array rows{
    RuleRow{.id = "M17",
            .axis = Axis::breakout,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::high,
            .title = "a Y cable in a port that cannot be split",
            .conditions = m17,
            .sentence = [](const LinkFacts&) -> std::string { return "A Y cable is in a port that cannot be split."; },
            .remedy = "Use a port that can be split, or a straight cable.",
            .evidence = evidence},
    RuleRow{.id = "M15",
            .axis = Axis::breakout,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::medium,
            .title = "a Y cable in a port that is not split",
            .conditions = m15,
            .sentence = not_split_sentence,
            .remedy = split_it,
            .evidence = evidence},
    RuleRow{.id = "M15",
            .axis = Axis::breakout,
            .kind = VerdictKind::mismatch,
            .weight = Weight::warning,
            .confidence = Confidence::medium,
            .title = "a Y cable of which half is in use",
            .conditions = m15_half,
            .sentence = [](const LinkFacts&) -> std::string {
                return "A Y cable runs over half of its lanes: the port is probably not split.";
            },
            .remedy = split_it,
            .evidence = evidence},
    RuleRow{.id = "M15",
            .axis = Axis::breakout,
            .kind = VerdictKind::unknown,
            .weight = Weight::info,
            .confidence = Confidence::low,
            .title = "a Y cable in a port of which nothing is told",
            .conditions = m15_down,
            .sentence = [](const LinkFacts&) -> std::string {
                return "A Y cable, by its memory; nothing tells whether the port is split.";
            },
            .remedy = split_it,
            .evidence = evidence},
    RuleRow{.id = "M16",
            .axis = Axis::breakout,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::high,
            .title = "a straight cable in a port that is split",
            .conditions = m16,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The port is split, but its cable has one far end: the other ports of the split stay down.";
            },
            .remedy = "Take the split back, or fit a Y cable.",
            .evidence = evidence},
    RuleRow{.axis = Axis::breakout,
            .kind = VerdictKind::match,
            .confidence = Confidence::medium,
            .title = "a Y cable in a port that is split",
            .conditions = fits_y,
            .sentence = [](const LinkFacts&) -> std::string { return "A Y cable is in a port that is split."; },
            .evidence = evidence},
    RuleRow{
        .axis = Axis::breakout,
        .kind = VerdictKind::match,
        .confidence = Confidence::medium,
        .title = "a straight cable in a port that is not split",
        .conditions = fits_straight,
        .sentence = [](const LinkFacts&) -> std::string { return "A straight cable is in a port that is not split."; },
        .evidence = evidence},
};

}  // namespace

std::span<const RuleRow> breakout() {
    return rows;
}

}  // namespace opticward::daemon::rules
