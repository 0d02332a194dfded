#include "daemon/judge/capability.h"

#include <algorithm>
#include <array>

namespace opticward::daemon {

namespace {

using cmis::Protocol;
using drivers::LinkLayer;

bool infiniband(const DeclaredByModule& module) {
    return module.declaration[Protocol::infiniband].declared;
}
bool ethernet(const DeclaredByModule& module) {
    return module.declaration[Protocol::ethernet].declared;
}
bool weak(const DeclaredByModule& module) {
    return module.declaration[Protocol::ethernet].weak;
}
bool cmis_memory(const DeclaredByModule& module) {
    return module.memory_model == cmis::MemoryModelId::cmis;
}

struct CapabilityRow {
    Capability capability;
    bool (*holds)(const DeclaredByModule&) = nullptr;
};

constexpr std::array declaration_rows{
    CapabilityRow{{"C2", "memory suspect", Support::unknown, Support::unknown, Confidence::none},
                  [](const DeclaredByModule& m) { return !m.checksums_ok; }},
    CapabilityRow{{"C3", "dual", Support::yes, Support::yes, Confidence::high},
                  [](const DeclaredByModule& m) { return cmis_memory(m) && infiniband(m) && ethernet(m); }},
    CapabilityRow{{"C4", "InfiniBand only", Support::yes, Support::no, Confidence::medium},
                  [](const DeclaredByModule& m) { return cmis_memory(m) && infiniband(m); }},
    CapabilityRow{{"C5", "Ethernet only", Support::no, Support::yes, Confidence::medium},
                  [](const DeclaredByModule& m) { return cmis_memory(m) && ethernet(m); }},
    CapabilityRow{{"C6", "dual", Support::yes, Support::yes, Confidence::high},
                  [](const DeclaredByModule& m) { return infiniband(m) && ethernet(m) && !weak(m); }},
    CapabilityRow{{"C7", "dual", Support::yes, Support::likely, Confidence::medium},
                  [](const DeclaredByModule& m) { return infiniband(m) && ethernet(m); }},
    CapabilityRow{{"C8", "InfiniBand declared, electrically dual", Support::yes, Support::likely, Confidence::medium},
                  [](const DeclaredByModule& m) { return infiniband(m) && m.passive_copper; }},
    CapabilityRow{
        {"C9", "InfiniBand declared, dual by its vendor's word", Support::yes, Support::likely, Confidence::medium},
        [](const DeclaredByModule& m) { return infiniband(m) && !m.dual_source.empty(); }},
    CapabilityRow{{"C10", "InfiniBand declared", Support::yes, Support::unknown, Confidence::medium}, infiniband},
    CapabilityRow{{"C11", "Ethernet declared, electrically dual", Support::likely, Support::yes, Confidence::medium},
                  [](const DeclaredByModule& m) { return ethernet(m) && m.passive_copper; }},
    CapabilityRow{{"C12", "Ethernet declared", Support::unlikely, Support::yes, Confidence::medium}, ethernet},
    CapabilityRow{{"C13", "part number names InfiniBand", Support::likely, Support::unknown, Confidence::low},
                  [](const DeclaredByModule& m) { return m.part_number_hint == LinkLayer::infiniband; }},
    CapabilityRow{{"C13", "part number names Ethernet", Support::unknown, Support::likely, Confidence::low},
                  [](const DeclaredByModule& m) { return m.part_number_hint == LinkLayer::ethernet; }},
    CapabilityRow{{"C14", "unknown", Support::unknown, Support::unknown, Confidence::none},
                  [](const DeclaredByModule&) { return true; }},
};

void set(Capability& capability, LinkLayer layer, Support support) {
    (layer == LinkLayer::infiniband ? capability.infiniband : capability.ethernet) = support;
}

}  // namespace

Capability capability(const DeclaredByModule& module) {
    const auto* const row =
        std::ranges::find_if(declaration_rows, [&module](const CapabilityRow& one) { return one.holds(module); });
    return row == declaration_rows.end() ? Capability{} : row->capability;
}

Refusal refusal(const LinkFacts& facts) {
    if (facts.port.link_up != false) return Refusal::none;
    const unsigned code = facts.firmware_code.value_or(0);
    if (code == 16 || (code >= 24 && code <= 32)) return Refusal::protocol;
    const bool unstated =
        code == 1025 || code == 1028 || code == 1029 || facts.host.down_cause == drivers::DownCause::unsupported_cable;
    return unstated ? Refusal::unstated : Refusal::none;
}

Capability capability(const LinkFacts& facts) {
    Capability found = capability(facts.module);
    if (facts.proof.any()) {
        found.row = "C0";
        found.label = "proven by a link";
        found.confidence = Confidence::certain;
    } else if (refusal(facts) == Refusal::protocol && facts.port.actual) {
        found.row = "C1";
        found.label = "refused by the firmware: protocol";
        found.confidence = Confidence::high;
        set(found, *facts.port.actual, Support::no);
    } else if (refusal(facts) == Refusal::unstated) {
        found.row = "C1b";
        found.label = "refused by the firmware: no reason given";
        found.confidence = Confidence::high;
    }
    for (const LinkLayer layer : {LinkLayer::infiniband, LinkLayer::ethernet}) {
        if (facts.proof.covers(layer)) set(found, layer, Support::yes);
    }
    return found;
}

}  // namespace opticward::daemon
