// Axis "speed_width": whether lanes, speed and cage fit. protocol_mode.md, rows M01, M02, M08-M14, M18-M20.
#include "daemon/judge/link_conditions.h"
#include "daemon/judge/rules.h"

#include <algorithm>
#include <array>

namespace opticward::daemon::rules {

namespace {

using cmis::LaneClass;
using drivers::Cage;

constexpr double hundred_gigabit = 100e9;

bool in_cage(const LinkFacts& f, std::initializer_list<Cage> cages) {
    return f.expected.cage && std::ranges::find(cages, *f.expected.cage) != cages.end();
}
bool speed_over(const std::optional<double>& speed, double limit) {
    return speed && *speed > limit * 1.01;
}
bool speed_at_most(const std::optional<double>& speed, double limit) {
    return speed && *speed <= limit * 1.01;
}
bool below_wanted_speed(const LinkFacts& f) {
    const auto& wanted = f.expected.speed_bits_per_second;
    return wanted && f.host.speed_bits_per_second && *f.host.speed_bits_per_second < *wanted * 0.99;
}
bool below_wanted_width(const LinkFacts& f) {
    const auto wanted = wanted_width(f);
    return wanted && f.host.width && *f.host.width < *wanted;
}
bool host_is_nrz(const LinkFacts& f) {
    const auto host = host_lane_class(f);
    return host && *host <= LaneClass::nrz_25g;
}
bool faces_faster_lanes(const LinkFacts& f) {
    if (!f.far_end || !is_optic(f.traits) || !is_optic(f.far_end->traits)) return false;
    const auto here = f.traits.lane_classes.fastest();
    const auto there = f.far_end->traits.lane_classes.slowest();
    const auto there_fastest = f.far_end->traits.lane_classes.fastest();
    const auto here_slowest = f.traits.lane_classes.slowest();
    const bool slower_here = here == LaneClass::pam4_50g && there == LaneClass::pam4_100g;
    const bool slower_there = there_fastest == LaneClass::pam4_50g && here_slowest == LaneClass::pam4_100g;
    return slower_here || slower_there;
}

constexpr Condition dd_module{"the module is a QSFP-DD",
                              [](const LinkFacts& f) { return f.traits.form_factor == "QSFP-DD"; }};
constexpr Condition qsfp_cage{"the cage is for QSFP modules of four lanes", [](const LinkFacts& f) {
                                  return in_cage(f, {Cage::qsfp_plus, Cage::qsfp28, Cage::qsfp56});
                              }};
constexpr Condition unlike_lanes{"one end has 50G PAM4 lanes and the other 100G PAM4 lanes, both optics",
                                 faces_faster_lanes};
constexpr Condition more_than_100g_expected{"more than 100G is expected", [](const LinkFacts& f) {
                                                return speed_over(f.expected.speed_bits_per_second, hundred_gigabit);
                                            }};
constexpr Condition not_more_expected{"no more than 100G is expected", [](const LinkFacts& f) {
                                          return !speed_over(f.expected.speed_bits_per_second, hundred_gigabit);
                                      }};
constexpr Condition forced_speed{"autonegotiation is off",
                                 [](const LinkFacts& f) { return f.expected.autonegotiation == false; }};
constexpr Condition tail{"the end has two of four lanes (byte 113 or CMIS byte 210)",
                         [](const LinkFacts& f) { return is_breakout_tail(f.traits); }};
constexpr Condition pam4_only{"the module has no lanes slower than 50G PAM4",
                              [](const LinkFacts& f) { return is_pam4_only(f.traits); }};
constexpr Condition nrz_host{"the port has no lanes faster than 25G NRZ", host_is_nrz};
constexpr Condition host_unknown{"nothing tells the lanes of the port",
                                 [](const LinkFacts& f) { return !host_lane_class(f); }};
constexpr Condition multi_rate{"the module also has lanes of 25G NRZ", [](const LinkFacts& f) {
                                   const auto fastest = f.traits.lane_classes.fastest();
                                   return fastest && *fastest >= LaneClass::pam4_50g &&
                                          f.traits.lane_classes.has(LaneClass::nrz_25g);
                               }};
constexpr Condition at_most_100g{"the link runs at no more than 100G", [](const LinkFacts& f) {
                                     return speed_at_most(f.host.speed_bits_per_second, hundred_gigabit);
                                 }};
constexpr Condition two_lanes{"the link runs over two lanes", [](const LinkFacts& f) { return f.host.width == 2U; }};
constexpr Condition below{"speed or width is below what is wanted",
                          [](const LinkFacts& f) { return below_wanted_speed(f) || below_wanted_width(f); }};
constexpr Condition as_expected{"speed and width are known and what is wanted", [](const LinkFacts& f) {
                                    return (f.host.speed_bits_per_second || f.host.width) && !below_wanted_speed(f) &&
                                           !below_wanted_width(f);
                                }};
constexpr Condition qsfp28_module{"the module is a QSFP28",
                                  [](const LinkFacts& f) { return f.traits.form_factor == "QSFP28"; }};
constexpr Condition qsfp56_module{"the module is a QSFP56",
                                  [](const LinkFacts& f) { return f.traits.form_factor == "QSFP56"; }};
constexpr Condition qsfp28_or_56{"the module is a QSFP28 or QSFP56", [](const LinkFacts& f) {
                                     return f.traits.form_factor == "QSFP28" || f.traits.form_factor == "QSFP56";
                                 }};
constexpr Condition faster_cage{"the cage is a QSFP56 or QSFP-DD", [](const LinkFacts& f) {
                                    return in_cage(f, {Cage::qsfp56, Cage::qsfp_dd, Cage::qsfp_dd800});
                                }};
constexpr Condition dd_cage{"the cage is a QSFP-DD", [](const LinkFacts& f) {
                                return in_cage(f, {Cage::qsfp_dd, Cage::qsfp_dd800});
                            }};
constexpr Condition qsfp112_cage{"the cage is a QSFP112",
                                 [](const LinkFacts& f) { return in_cage(f, {Cage::qsfp112}); }};

using conditions::down;
using conditions::ethernet_port;
using conditions::infiniband_port;
using conditions::nrz_module;
using conditions::optical;
using conditions::up;

constexpr std::array m14{dd_module, qsfp_cage};
constexpr std::array m13c{unlike_lanes, down};
constexpr std::array m10{nrz_module, more_than_100g_expected, forced_speed, down};
constexpr std::array m19_nrz{tail, pam4_only, nrz_host, down};
constexpr std::array m11{optical, pam4_only, nrz_host, down};
constexpr std::array m12{multi_rate, nrz_host, up, at_most_100g, not_more_expected};
constexpr std::array m09{nrz_module, more_than_100g_expected, up, at_most_100g};
constexpr std::array m18{tail, infiniband_port, up, two_lanes, not_more_expected};
constexpr std::array m19{tail, ethernet_port, up, at_most_100g, not_more_expected};
constexpr std::array m02{up, below};
constexpr std::array m01{up, as_expected};
constexpr std::array m08{qsfp28_module, faster_cage, nrz_module, not_more_expected};
constexpr std::array m20{tail, nrz_module, nrz_host};
constexpr std::array m13{qsfp56_module, dd_cage};
constexpr std::array m13b{qsfp28_or_56, qsfp112_cage};
constexpr std::array m11_unknown{optical, pam4_only, host_unknown, down};

std::vector<std::string> far_evidence(const LinkFacts& f) {
    std::vector<std::string> found = lane_evidence(f);
    if (f.far_end) add_if(found, f.far_end->name + ": " + f.far_end->traits.lane_evidence);
    return found;
}

std::string degraded_sentence(const LinkFacts& f) {
    if (below_wanted_width(f)) {
        return "The link runs over " + std::to_string(f.host.width.value_or(0)) + " of " +
               std::to_string(wanted_width(f).value_or(0)) +
               " lanes: lanes lost, or the split profile is not configured.";
    }
    return "The link runs at " + rate_words(f.host.speed_bits_per_second.value_or(0)) + " where " +
           rate_words(f.expected.speed_bits_per_second.value_or(0)) + " is expected.";
}

constexpr std::array rows{
    RuleRow{.id = "M14",
            .axis = Axis::speed_width,
            .kind = VerdictKind::mismatch,
            .weight = Weight::critical,
            .confidence = Confidence::high,
            .title = "a QSFP-DD module in a QSFP cage",
            .conditions = m14,
            .sentence = [](const LinkFacts&) -> std::string {
                return "A QSFP-DD module does not work in a cage for QSFP modules of four lanes.";
            },
            .remedy = "Fit a QSFP56 or QSFP28 module, or use a QSFP-DD port.",
            .evidence = lane_evidence},
    RuleRow{.id = "M13c",
            .axis = Axis::speed_width,
            .kind = VerdictKind::mismatch,
            .weight = Weight::critical,
            .confidence = Confidence::high,
            .title = "50G PAM4 optics facing 100G PAM4 optics",
            .conditions = m13c,
            .sentence = [](const LinkFacts&) -> std::string {
                return "An optic with 50G PAM4 lanes cannot talk to one with 100G PAM4 lanes.";
            },
            .remedy = "Fit optics of the same lane rate at both ends, or a cable that is made for the two.",
            .evidence = far_evidence},
    RuleRow{.id = "M10",
            .axis = Axis::speed_width,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::high,
            .title = "a port forced to a speed that the module lacks",
            .conditions = m10,
            .sentence =
                [](const LinkFacts& f) {
                    return "The port is forced to " + rate_words(f.expected.speed_bits_per_second.value_or(0)) +
                           ", which a module with 25G NRZ lanes does not have.";
                },
            .remedy = "Set the port to 100G with the FEC of that link type, or fit a module for the speed.",
            .evidence = lane_evidence},
    RuleRow{.id = "M19",
            .axis = Axis::speed_width,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::medium,
            .title = "a 2x50G PAM4 tail on a port of 25G NRZ lanes",
            .conditions = m19_nrz,
            .sentence = [](const LinkFacts&) -> std::string {
                return "This end of the breakout cable has two 50G PAM4 lanes; the port has 25G NRZ lanes only.";
            },
            .remedy = "Use a port that does 100GAUI-2 or 2X HDR.",
            .evidence = lane_evidence},
    RuleRow{.id = "M11",
            .axis = Axis::speed_width,
            .kind = VerdictKind::mismatch,
            .weight = Weight::critical,
            .confidence = Confidence::high,
            .title = "a PAM4 optic in a port of NRZ lanes",
            .conditions = m11,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The module has PAM4 lanes only; the port does 25G NRZ at most and has no RS(544) FEC.";
            },
            .remedy = "Fit a QSFP28 module, or use a port for 50G PAM4 lanes.",
            .evidence = lane_evidence},
    RuleRow{.id = "M12",
            .axis = Axis::speed_width,
            .kind = VerdictKind::match,
            .weight = Weight::info,
            .confidence = Confidence::high,
            .title = "a multi-rate module at the port's 100G",
            .conditions = m12,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The module can do more; it runs at the 100G of the port, which is no error.";
            },
            .evidence = lane_evidence},
    RuleRow{.id = "M09",
            .axis = Axis::speed_width,
            .kind = VerdictKind::degraded,
            .weight = Weight::warning,
            .confidence = Confidence::high,
            .title = "a 100G module where more is expected",
            .conditions = m09,
            .sentence =
                [](const LinkFacts& f) {
                    return "The module's four 25G lanes limit the link to " +
                           rate_words(f.host.speed_bits_per_second.value_or(0)) + " where " +
                           rate_words(f.expected.speed_bits_per_second.value_or(0)) + " is expected.";
                },
            .remedy = "Fit a QSFP56 module, or expect 100G.",
            .evidence = lane_evidence},
    RuleRow{.id = "M18",
            .axis = Axis::speed_width,
            .kind = VerdictKind::match,
            .confidence = Confidence::high,
            .title = "an HDR100 tail at 2X",
            .conditions = m18,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The link runs over both lanes of this end of the breakout cable.";
            },
            .evidence = lane_evidence},
    RuleRow{.id = "M19",
            .axis = Axis::speed_width,
            .kind = VerdictKind::match,
            .confidence = Confidence::medium,
            .title = "a 2x50G tail at 100G",
            .conditions = m19,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The link runs at what this end of the breakout cable can do.";
            },
            .evidence = lane_evidence},
    RuleRow{.id = "M02",
            .axis = Axis::speed_width,
            .kind = VerdictKind::degraded,
            .weight = Weight::warning,
            .confidence = Confidence::high,
            .title = "a link below its speed or width",
            .conditions = m02,
            .sentence = degraded_sentence,
            .remedy = "Reseat and clean the cable, then swap it; check the other end and the split of the port.",
            .evidence = lane_evidence},
    RuleRow{.id = "M01",
            .axis = Axis::speed_width,
            .kind = VerdictKind::match,
            .confidence = Confidence::certain,
            .title = "a link at its speed and width",
            .conditions = m01,
            .sentence = [](const LinkFacts&) -> std::string { return "The link runs at the speed and width wanted."; },
            .evidence = lane_evidence},
    RuleRow{.id = "M08",
            .axis = Axis::speed_width,
            .kind = VerdictKind::match,
            .confidence = Confidence::high,
            .title = "a QSFP28 module in a faster cage",
            .conditions = m08,
            .sentence = [](const LinkFacts&) -> std::string { return "A QSFP28 module works in this cage at 100G."; },
            .evidence = lane_evidence},
    RuleRow{.id = "M20",
            .axis = Axis::speed_width,
            .kind = VerdictKind::match,
            .weight = Weight::info,
            .confidence = Confidence::medium,
            .title = "a breakout tail of 25G NRZ lanes",
            .conditions = m20,
            .sentence = [](const LinkFacts&) -> std::string {
                return "This end of the breakout cable has 25G NRZ lanes, as the port does.";
            },
            .evidence = lane_evidence},
    RuleRow{.id = "M13",
            .axis = Axis::speed_width,
            .kind = VerdictKind::match,
            .confidence = Confidence::high,
            .title = "a QSFP56 module in a QSFP-DD cage",
            .conditions = m13,
            .sentence = [](const LinkFacts&) -> std::string {
                return "A QSFP56 module works in a QSFP-DD cage, over four of its eight lanes.";
            },
            .evidence = lane_evidence},
    RuleRow{.id = "M13b",
            .axis = Axis::speed_width,
            .kind = VerdictKind::match,
            .confidence = Confidence::high,
            .title = "a QSFP28 or QSFP56 module in a QSFP112 cage",
            .conditions = m13b,
            .sentence = [](const LinkFacts&) -> std::string { return "A QSFP112 cage takes this module."; },
            .evidence = lane_evidence},
    RuleRow{.id = "M11",
            .axis = Axis::speed_width,
            .kind = VerdictKind::unknown,
            .title = "a PAM4 optic in a port whose lanes are not known",
            .conditions = m11_unknown,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The module has PAM4 lanes only; nothing tells whether the port has such lanes.";
            },
            .remedy = "Write the port's cage into the configuration.",
            .evidence = lane_evidence},
};

}  // namespace

std::span<const RuleRow> speed_width() {
    return rows;
}

}  // namespace opticward::daemon::rules
