// Axis "protocol": whether module, port and firmware agree about InfiniBand or Ethernet. protocol_mode.md, decisions 1-6
// and rows M01, M03-M07, M32, M33.
#include "daemon/judge/link_conditions.h"
#include "daemon/judge/rules.h"

#include <algorithm>
#include <array>

namespace opticward::daemon::rules {

namespace {

using drivers::LinkLayer;

std::string name(LinkLayer layer) {
    return std::string(spelled_out(layer));
}

bool infiniband(const LinkFacts& f) {
    return declares(f.module, LinkLayer::infiniband);
}
bool ethernet(const LinkFacts& f) {
    return declares(f.module, LinkLayer::ethernet);
}

// A port in an unexpected mode is its own finding; a module that fits what the port runs is not blamed as well.
bool fits_port(const LinkFacts& f) {
    const auto wanted = wanted_protocol(f);
    return (wanted && declares(f.module, *wanted)) || (f.port.actual && declares(f.module, *f.port.actual));
}
bool disjoint(const LinkFacts& f) {
    return (infiniband(f) || ethernet(f)) && wanted_protocol(f) && !fits_port(f);
}
bool is_proven(const LinkFacts& f) {
    const auto wanted = wanted_protocol(f);
    return wanted && f.proof.covers(*wanted);
}

constexpr Condition wrong_checksum{"the module's memory has a wrong checksum",
                                   [](const LinkFacts& f) { return !f.module.checksums_ok; }};
constexpr Condition proven{"the link is or was up at the protocol wanted, with this module", is_proven};
constexpr Condition protocol_refused{"the firmware refuses the module's protocol code",
                                     [](const LinkFacts& f) { return refusal(f) == Refusal::protocol; }};
constexpr Condition refused{"the firmware refuses the module",
                            [](const LinkFacts& f) { return refusal(f) == Refusal::unstated; }};
constexpr Condition ethernet_wanted{"the port runs Ethernet, or is to",
                                    [](const LinkFacts& f) { return wanted_protocol(f) == LinkLayer::ethernet; }};
constexpr Condition infiniband_wanted{"the port runs InfiniBand, or is to",
                                      [](const LinkFacts& f) { return wanted_protocol(f) == LinkLayer::infiniband; }};
constexpr Condition no_common_protocol{"the module declares another protocol and not that of the port", disjoint};
constexpr Condition ends_run_different{"the other end runs the other protocol", [](const LinkFacts& f) {
                                           return f.far_end && f.far_end->link_layer && f.port.actual &&
                                                  *f.far_end->link_layer != *f.port.actual;
                                       }};
constexpr Condition declares_two{"the module declares InfiniBand and Ethernet",
                                 [](const LinkFacts& f) { return infiniband(f) && ethernet(f); }};
constexpr Condition declares_none{"the module declares neither InfiniBand nor Ethernet",
                                  [](const LinkFacts& f) { return !infiniband(f) && !ethernet(f); }};
constexpr Condition passive_copper{"the module is passive copper",
                                   [](const LinkFacts& f) { return f.module.passive_copper; }};
constexpr Condition fits{"the module declares the protocol of the port", fits_port};
constexpr Condition hint{"the part number is one that is sold for a protocol",
                         [](const LinkFacts& f) { return f.module.part_number_hint.has_value(); }};
constexpr Condition nothing_wanted{"nothing tells what the port runs",
                                   [](const LinkFacts& f) { return !wanted_protocol(f); }};

// --- Words.

// What is declared, then what is not: "byte 164 = 0x30 (EDR, HDR); no Ethernet code".
std::string declaration_words(const DeclaredByModule& module) {
    std::string words;
    const auto add = [&words](std::string_view part) {
        if (!words.empty()) words += "; ";
        words += part;
    };
    std::vector<std::string> missing;
    for (const LinkLayer layer : {LinkLayer::infiniband, LinkLayer::ethernet}) {
        const bool is_infiniband = layer == LinkLayer::infiniband;
        const auto& declared =
            module.declaration[is_infiniband ? cmis::Protocol::infiniband : cmis::Protocol::ethernet];
        std::ranges::for_each(declared.evidence, add);
        if (!declared.declared) missing.push_back("no " + name(layer) + " code");
    }
    std::ranges::for_each(missing, add);
    return words;
}

std::vector<std::string> evidence(const LinkFacts& f) {
    std::vector<std::string> found{declaration_words(f.module)};
    add_if(found, std::string(f.port.evidence));
    return found;
}

std::vector<std::string> refusal_evidence(const LinkFacts& f) {
    std::vector<std::string> found = evidence(f);
    if (f.firmware_code) found.push_back("code " + std::to_string(*f.firmware_code) + " of the firmware");
    add_if(found, f.host.down_reason);
    return found;
}

std::vector<std::string> dual_evidence(const LinkFacts& f) {
    std::vector<std::string> found = evidence(f);
    if (!f.module.dual_source.empty()) found.push_back("said to be for both protocols: " + f.module.dual_source);
    return found;
}

std::vector<std::string> far_evidence(const LinkFacts& f) {
    std::vector<std::string> found = evidence(f);
    if (f.far_end && f.far_end->link_layer) found.push_back(f.far_end->name + " runs " + name(*f.far_end->link_layer));
    return found;
}

std::string module_words(const LinkFacts& f) {
    if (infiniband(f) && ethernet(f)) return "The module declares InfiniBand and Ethernet";
    return infiniband(f) ? "The module declares InfiniBand only" : "The module declares Ethernet only";
}

std::string proven_sentence(const LinkFacts& f) {
    std::string words = "The link " + std::string(link_is_up(f) ? "is" : "was") + " up as " +
                        name(wanted_protocol(f).value_or(LinkLayer::ethernet)) +
                        " with this module, which proves that they fit";
    if (f.module.declaration.any() && !fits_port(f)) words += ", whatever the module declares";
    return words + ".";
}

std::string port_words(const LinkFacts& f, LinkLayer layer) {
    return "The port " + std::string(f.port.actual == layer ? "runs " : "is to run ") + name(layer);
}

std::string refused_sentence(const LinkFacts& f) {
    std::string words =
        "The host's firmware refuses this module without saying whether for its coding, vendor or speed";
    return words + (disjoint(f) ? "; probably for its protocol: " + module_words(f) + "." : ".");
}

std::string_view refused_reason(const LinkFacts& f) {
    if (!disjoint(f)) return {};
    return wanted_protocol(f) == LinkLayer::ethernet ? "ib_module_in_ethernet_port" : "ethernet_module_in_ib_port";
}

std::string fitting_sentence(const LinkFacts& f) {
    const auto wanted = wanted_protocol(f);
    const LinkLayer layer =
        wanted && declares(f.module, *wanted) ? *wanted : f.port.actual.value_or(LinkLayer::ethernet);
    return module_words(f) + ", which fits " + name(layer) + ".";
}

// --- Rows.

constexpr std::array c2{wrong_checksum};
constexpr std::array m01{proven};
constexpr std::array m03{protocol_refused};
constexpr std::array m03b{refused};
constexpr std::array m04{ethernet_wanted, no_common_protocol};
constexpr std::array m05{infiniband_wanted, no_common_protocol};
constexpr std::array m33{ends_run_different, conditions::not_up};
constexpr std::array m06_down{declares_two, conditions::down, conditions::not_switched_off};
constexpr std::array m07_fits{passive_copper, fits, conditions::down, conditions::not_switched_off};
constexpr std::array m07_silent{passive_copper, declares_none, conditions::down, conditions::not_switched_off};
constexpr std::array m32_hint{declares_none, hint};
constexpr std::array m32{declares_none};
constexpr std::array unasked_two{declares_two, nothing_wanted};
constexpr std::array unasked{nothing_wanted};
constexpr std::array m06{declares_two, fits};
constexpr std::array fitting{fits};

constexpr std::string_view look_elsewhere = "Look at the far end, FEC, speed and fibre: the protocol is not the cause.";
constexpr std::string_view supported_part =
    "Fit a module that the host supports, or update the firmware of the adapter or switch.";

constexpr std::array rows{
    RuleRow{.id = "C2",
            .axis = Axis::protocol,
            .kind = VerdictKind::unknown,
            .weight = Weight::info,
            .reason = "checksum",
            .title = "memory with a wrong checksum",
            .conditions = c2,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The module's memory has a wrong checksum, so its protocol codes are not judged.";
            },
            .evidence = evidence},
    RuleRow{.id = "M01",
            .axis = Axis::protocol,
            .kind = VerdictKind::match,
            .confidence = Confidence::certain,
            .reason = "proven_by_link",
            .title = "a link that is or was up",
            .conditions = m01,
            .sentence = proven_sentence,
            .evidence = evidence},
    RuleRow{.id = "M03",
            .axis = Axis::protocol,
            .kind = VerdictKind::mismatch,
            .weight = Weight::critical,
            .confidence = Confidence::high,
            .title = "the firmware refuses the protocol code",
            .conditions = m03,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The host's firmware says that the module's protocol code does not fit the port.";
            },
            .remedy = "Fit a module that is coded for the port's protocol, or change the port's LINK_TYPE (mstconfig, "
                      "then reboot).",
            .evidence = refusal_evidence,
            .reason_of = refused_reason},
    RuleRow{.id = "M03b",
            .axis = Axis::protocol,
            .kind = VerdictKind::mismatch,
            .weight = Weight::critical,
            .confidence = Confidence::high,
            .title = "the firmware refuses the module",
            .conditions = m03b,
            .sentence = refused_sentence,
            .remedy = supported_part,
            .evidence = refusal_evidence,
            .reason_of = refused_reason},
    RuleRow{.id = "M04",
            .axis = Axis::protocol,
            .kind = VerdictKind::mismatch,
            .weight = Weight::by_medium,
            .reason = "ib_module_in_ethernet_port",
            .title = "an InfiniBand module in an Ethernet port",
            .conditions = m04,
            .sentence =
                [](const LinkFacts& f) {
                    return port_words(f, LinkLayer::ethernet) + ", the module declares only InfiniBand.";
                },
            .remedy = "Fit a module that declares Ethernet or both, or set the port to InfiniBand.",
            .evidence = dual_evidence},
    RuleRow{.id = "M05",
            .axis = Axis::protocol,
            .kind = VerdictKind::mismatch,
            .weight = Weight::by_medium,
            .reason = "ethernet_module_in_ib_port",
            .title = "an Ethernet module in an InfiniBand port",
            .conditions = m05,
            .sentence =
                [](const LinkFacts& f) {
                    return port_words(f, LinkLayer::infiniband) + ", the module declares only Ethernet.";
                },
            .remedy = "Fit a module that declares InfiniBand or both, or set the port to Ethernet.",
            .evidence = dual_evidence},
    RuleRow{.id = "M33",
            .axis = Axis::protocol,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::medium,
            .title = "two ends of different protocols",
            .conditions = m33,
            .sentence =
                [](const LinkFacts& f) {
                    return "This end runs " + name(f.port.actual.value_or(LinkLayer::ethernet)) + ", " +
                           (f.far_end ? f.far_end->name : std::string{}) + " does not.";
                },
            .remedy = "Set the same link type (LINK_TYPE) at both ends.",
            .evidence = far_evidence},
    RuleRow{.id = "M06",
            .axis = Axis::protocol,
            .kind = VerdictKind::unknown,
            .weight = Weight::info,
            .confidence = Confidence::high,
            .reason = "declares_both",
            .title = "a module for both protocols whose link is down",
            .conditions = m06_down,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The module declares InfiniBand and Ethernet: its coding is not why the link is down.";
            },
            .remedy = look_elsewhere,
            .evidence = evidence},
    RuleRow{.id = "M07",
            .axis = Axis::protocol,
            .kind = VerdictKind::unknown,
            .weight = Weight::info,
            .confidence = Confidence::medium,
            .title = "copper that fits, whose link is down",
            .conditions = m07_fits,
            .sentence = [](const LinkFacts&) -> std::string {
                return "Copper that declares the port's protocol: its coding is not why the link is down.";
            },
            .remedy = "Check length, FEC and autonegotiation at both ends.",
            .evidence = evidence},
    RuleRow{.id = "M32",
            .axis = Axis::protocol,
            .kind = VerdictKind::unknown,
            .weight = Weight::info,
            .confidence = Confidence::low,
            .reason = "part_number_hint",
            .title = "a part number that names a protocol",
            .conditions = m32_hint,
            .sentence =
                [](const LinkFacts& f) {
                    return "The module declares no protocol; its part number is one sold for " +
                           name(f.module.part_number_hint.value_or(LinkLayer::ethernet)) + ".";
                },
            .evidence = evidence},
    RuleRow{.id = "M07",
            .axis = Axis::protocol,
            .kind = VerdictKind::unknown,
            .reason = "declares_nothing",
            .title = "copper that declares nothing, whose link is down",
            .conditions = m07_silent,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The module declares neither InfiniBand nor Ethernet.";
            },
            .remedy = "Check length, FEC and autonegotiation at both ends.",
            .evidence = evidence},
    RuleRow{.id = "M32",
            .axis = Axis::protocol,
            .kind = VerdictKind::unknown,
            .reason = "declares_nothing",
            .title = "a module that declares nothing",
            .conditions = m32,
            .sentence = [](const LinkFacts&) -> std::string {
                return "The module declares neither InfiniBand nor Ethernet.";
            },
            .remedy = "Compare it with a part that is known to work.",
            .evidence = evidence},
    RuleRow{.axis = Axis::protocol,
            .kind = VerdictKind::unknown,
            .reason = "declares_both",
            .title = "a module for both protocols in a port that does not say",
            .conditions = unasked_two,
            .sentence = [](const LinkFacts& f) { return module_words(f) + "; nothing tells what the port runs."; },
            .evidence = evidence},
    RuleRow{.axis = Axis::protocol,
            .kind = VerdictKind::unknown,
            .title = "a port that does not say what it runs",
            .conditions = unasked,
            .sentence = [](const LinkFacts& f) { return module_words(f) + "; nothing tells what the port runs."; },
            .evidence = evidence},
    RuleRow{.id = "M06",
            .axis = Axis::protocol,
            .kind = VerdictKind::match,
            .reason = "declares_both",
            .title = "a module for both protocols",
            .conditions = m06,
            .sentence = fitting_sentence,
            .evidence = evidence},
    RuleRow{.axis = Axis::protocol,
            .kind = VerdictKind::match,
            .title = "a module of the port's protocol",
            .conditions = fitting,
            .sentence = fitting_sentence,
            .evidence = evidence},
};

}  // namespace

std::span<const RuleRow> protocol() {
    return rows;
}

}  // namespace opticward::daemon::rules
