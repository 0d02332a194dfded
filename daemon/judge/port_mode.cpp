#include "daemon/judge/port_mode.h"

#include "cmis/text.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace opticward::daemon {

namespace {

using cmis::Protocol;
using drivers::LinkLayer;

Protocol as_protocol(LinkLayer layer) {
    return layer == LinkLayer::infiniband ? Protocol::infiniband : Protocol::ethernet;
}

LinkLayer other(LinkLayer layer) {
    return layer == LinkLayer::infiniband ? LinkLayer::ethernet : LinkLayer::infiniband;
}

bool declares(const DeclaredByModule& module, LinkLayer layer) {
    return module.declaration[as_protocol(layer)].declared;
}

bool infiniband(const DeclaredByModule& module) {
    return declares(module, LinkLayer::infiniband);
}
bool ethernet(const DeclaredByModule& module) {
    return declares(module, LinkLayer::ethernet);
}

// --- Words.

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty()) text += "; ";
        text += part;
    }
    return text;
}

// What is declared, then what is not: "byte 164 = 0x30 (EDR, HDR); no Ethernet code".
std::string declaration_evidence(const DeclaredByModule& module) {
    std::vector<std::string> parts;
    std::vector<std::string> missing;
    for (const LinkLayer layer : {LinkLayer::infiniband, LinkLayer::ethernet}) {
        const cmis::ProtocolDeclaration& declared = module.declaration[as_protocol(layer)];
        parts.insert(parts.end(), declared.evidence.begin(), declared.evidence.end());
        if (!declared.declared) missing.push_back("no " + std::string(spelled_out(layer)) + " code");
    }
    parts.insert(parts.end(), missing.begin(), missing.end());
    return joined(parts);
}

std::vector<std::string> evidence_of(const DeclaredByModule& module, const PortMode& port) {
    std::vector<std::string> evidence{declaration_evidence(module)};
    if (!port.evidence.empty()) evidence.emplace_back(port.evidence);
    return evidence;
}

std::string module_words(const DeclaredByModule& module) {
    if (infiniband(module) && ethernet(module)) return "The module declares InfiniBand and Ethernet";
    return infiniband(module) ? "The module declares InfiniBand only" : "The module declares Ethernet only";
}

// --- The rules of the axis. What they look at, worked out once:

struct Situation {
    const DeclaredByModule& module;
    const PortMode& port;
    const LinkProof& proof;
    Capability capability;
    std::optional<LinkLayer> wanted;  // what the module is measured by
};

bool fits(const Situation& s) {
    if (s.wanted && declares(s.module, *s.wanted)) return true;
    // A port in an unexpected mode is its own finding; a module that fits what the port runs is not blamed as well.
    return s.port.actual && declares(s.module, *s.port.actual);
}

bool proven(const Situation& s) {
    return s.wanted && s.proof.covers(*s.wanted);
}

// Decision 11: a port that nobody uses is not an emergency.
bool used(const PortMode& port) {
    return port.admin_up.value_or(false) || port.expected.has_value();
}

Severity mismatch_severity(const Situation& s) {
    if (s.module.passive_copper || !used(s.port)) return Severity::warning;
    return Severity::critical;
}

Verdict proven_by_link(const Situation& s) {
    Verdict verdict{
        .kind = VerdictKind::match, .rule = "M01", .reason = "proven_by_link", .confidence = Confidence::certain};
    const bool up = s.port.link_up.value_or(false);
    verdict.sentence = "The link " + std::string(up ? "is" : "was") + " up as " + std::string(spelled_out(*s.wanted)) +
                       " with this module, which proves that they fit";
    if (s.module.declaration.any() && !fits(s)) {
        verdict.sentence += ", whatever the module declares";
    }
    verdict.sentence += ".";
    return verdict;
}

Verdict suspect_memory(const Situation&) {
    return {.kind = VerdictKind::unknown,
            .reason = "checksum",
            .severity = Severity::info,
            .sentence = "The module's memory has a wrong checksum, so its protocol codes are not judged."};
}

Verdict hinted(const Situation& s) {
    return {.kind = VerdictKind::unknown,
            .rule = "M32",
            .reason = "part_number_hint",
            .severity = Severity::info,
            .confidence = Confidence::low,
            .sentence = "The module declares no protocol; its part number is one sold for " +
                        std::string(spelled_out(*s.module.part_number_hint)) + "."};
}

Verdict declares_nothing(const Situation& s) {
    Verdict verdict{
        .kind = VerdictKind::unknown, .rule = s.module.passive_copper ? "M07" : "M32", .reason = "declares_nothing"};
    verdict.sentence = "The module declares neither InfiniBand nor Ethernet.";
    return verdict;
}

Verdict nothing_wanted(const Situation& s) {
    return {.kind = VerdictKind::unknown,
            .reason = infiniband(s.module) && ethernet(s.module) ? "declares_both" : "",
            .sentence = module_words(s.module) + "; nothing tells what the port runs."};
}

Verdict fitting(const Situation& s) {
    const bool both = infiniband(s.module) && ethernet(s.module);
    const LinkLayer layer = declares(s.module, *s.wanted) ? *s.wanted : *s.port.actual;
    return {.kind = VerdictKind::match,
            .rule = both ? "M06" : "",
            .reason = both ? "declares_both" : "",
            .confidence = s.capability.confidence,
            .sentence = module_words(s.module) + ", which fits " + std::string(spelled_out(layer)) + "."};
}

Verdict disjoint(const Situation& s) {
    const LinkLayer port = *s.wanted;
    const std::string port_name(spelled_out(port));
    const std::string module_name(spelled_out(other(port)));
    const bool infiniband_module = port == LinkLayer::ethernet;
    return {.kind = VerdictKind::mismatch,
            .rule = infiniband_module ? "M04" : "M05",
            .reason = infiniband_module ? "ib_module_in_ethernet_port" : "ethernet_module_in_ib_port",
            .severity = mismatch_severity(s),
            .confidence = s.capability.confidence,
            .sentence = "The port " + std::string(s.port.actual == port ? "runs " : "is to run ") + port_name +
                        ", the module declares only " + module_name + ".",
            .remedy = "Fit a module that declares " + port_name + " or both, or set the port to " + module_name + "."};
}

struct Rule {
    bool (*holds)(const Situation&) = nullptr;
    Verdict (*verdict)(const Situation&) = nullptr;
};

bool declares_neither(const Situation& s) {
    return !infiniband(s.module) && !ethernet(s.module);
}

constexpr std::array rules{
    // Decision 5: no protocol verdict about memory with a wrong checksum, whatever the link does.
    Rule{[](const Situation& s) { return !s.module.checksums_ok; }, suspect_memory},
    Rule{proven, proven_by_link},
    Rule{[](const Situation& s) { return declares_neither(s) && s.module.part_number_hint.has_value(); }, hinted},
    Rule{declares_neither, declares_nothing},
    Rule{[](const Situation& s) { return !s.wanted.has_value(); }, nothing_wanted},
    Rule{fits, fitting},
    Rule{[](const Situation&) { return true; }, disjoint},
};

// ^M[CFM][APSM][0-9A-Z]{4,5}-[EHNCVW]
std::optional<char> mellanox_letter(std::string_view part_number) {
    const auto one_of = [](char c, std::string_view set) { return set.find(c) != std::string_view::npos; };
    const auto dash = part_number.find('-');
    if (dash != 7 && dash != 8) return std::nullopt;
    if (part_number.size() <= dash + 1) return std::nullopt;
    if (part_number[0] != 'M' || !one_of(part_number[1], "CFM") || !one_of(part_number[2], "APSM")) {
        return std::nullopt;
    }
    const std::string_view middle = part_number.substr(3, dash - 3);
    const bool plain =
        std::ranges::all_of(middle, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
    const char letter = part_number[dash + 1];
    if (!plain || !one_of(letter, "EHNCVW")) return std::nullopt;
    return letter;
}

}  // namespace

std::string_view text(LinkLayer layer) {
    return layer == LinkLayer::infiniband ? "infiniband" : "ethernet";
}

std::string_view spelled_out(LinkLayer layer) {
    return layer == LinkLayer::infiniband ? "InfiniBand" : "Ethernet";
}

std::string_view declared_text(const cmis::Declaration& declaration) {
    const bool infiniband = declaration[Protocol::infiniband].declared;
    const bool ethernet = declaration[Protocol::ethernet].declared;
    if (infiniband && ethernet) return "both";
    if (infiniband) return "infiniband";
    return ethernet ? "ethernet" : "unknown";
}

std::optional<LinkLayer> part_number_hint(const cmis::Module& module) {
    if (!cmis::named_nvidia(module)) return std::nullopt;
    const auto letter = mellanox_letter(module.identity.part_number);
    if (!letter) return std::nullopt;
    const bool infiniband = *letter == 'E' || *letter == 'H' || *letter == 'N';
    return infiniband ? LinkLayer::infiniband : LinkLayer::ethernet;
}

DeclaredByModule declared_by(const cmis::Module& module, bool checksums_ok) {
    return {.declaration = cmis::declare(module),
            .memory_model = module.memory_model,
            .passive_copper = cmis::passive_copper(module),
            .checksums_ok = checksums_ok,
            .part_number_hint = part_number_hint(module)};
}

void LinkProof::observe(const PortMode& port) {
    if (port.actual && port.link_up.value_or(false)) add(*port.actual);
}

bool port_mode_unexpected(const PortMode& port) {
    return port.actual && port.expected && *port.actual != *port.expected;
}

Verdict judge_protocol(const DeclaredByModule& module, const PortMode& port, const LinkProof& proof) {
    const Situation situation{.module = module,
                              .port = port,
                              .proof = proof,
                              .capability = capability(module),
                              .wanted = port.expected ? port.expected : port.actual};
    for (const Rule& rule : rules) {
        if (!rule.holds(situation)) continue;
        Verdict verdict = rule.verdict(situation);
        verdict.axis = "protocol";
        verdict.evidence = evidence_of(module, port);
        return verdict;
    }
    return {.axis = "protocol"};
}

}  // namespace opticward::daemon
