// The code tables of SFF-8024 and CMIS: what a number in a coded byte of a module means.
//
// Pure look-ups in constant tables; safe from any thread. An unknown code is never an error: it keeps its number and is
// named `Unknown (0x7f)`. Sources: SFF-8024 4.14 (identifiers, connectors, encodings, interface ids), SFF-8636 2.11
// (bytes 1, 131..138, 147, 164, 192), CMIS 5.3 (bytes 85 and 00h:212, state durations, VDM observables).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace opticward::cmis {

enum class CodeTable : std::uint8_t {
    identifier,
    connector,
    encoding_sff8636,
    encoding_sff8472,
    extended_compliance,             // SFF-8636 page 00h byte 192
    compliance_bit,                  // SFF-8636 page 00h bytes 131..138: code = (byte - 131) * 8 + bit
    infiniband_bit,                  // SFF-8636 page 00h byte 164: code = bit
    revision_compliance_sff8636,     // SFF-8636 byte 1
    transmitter_technology_sff8636,  // SFF-8636 page 00h byte 147, high nibble
    host_interface,                  // CMIS HostInterfaceID
    media_mmf,                       // CMIS MediaInterfaceID, byte 85 = 01h
    media_smf,                       // CMIS MediaInterfaceID, byte 85 = 02h
    media_passive_copper,            // CMIS MediaInterfaceID, byte 85 = 03h
    media_active_cable,              // CMIS MediaInterfaceID, byte 85 = 04h
    media_base_t,                    // CMIS MediaInterfaceID, byte 85 = 05h
    media_type,                      // CMIS byte 85
    media_technology_cmis,           // CMIS page 00h byte 212
    duration,                        // CMIS state durations, one nibble
    vdm_observable,                  // CMIS VDM descriptors, second byte
};

// What a code stands for. A link protocol where the table names interfaces, else the kind of thing named.
enum class Family : std::uint8_t {
    none,
    // link protocols
    ethernet,
    infiniband,
    infiniband_hint,  // a reserved bit that one vendor uses for an InfiniBand speed: never proof
    fibre_channel,
    otn,
    sonet,
    sas,
    cpri,
    pcie,
    pon,
    coherent,
    // media
    optical,
    mmf,
    smf,
    copper,
    passive_copper,
    active_copper,
    active_cable,
    cable,  // captive, of any kind
    base_t,
    loopback,
    // memory maps, by identifier
    cmis,
    vendor_cmis,
    sff8636,
    sff8636_compatible,
    sff8472,
    sff8472_like,
    inf8077i,
    sfp_dd_mis,
    // VDM observables
    vdm_none,
    vdm_basic,
    vdm_statistic,
    // the rest
    extended,  // "look at another byte"
    escape,    // the id is longer than a byte and stands elsewhere
    other,
    unknown,
    vendor,
};

struct CodeRow {
    std::uint8_t code = 0;
    std::string_view name;
    Family family = Family::none;
    double rate_gbps = 0;        // 0: not stated; of one lane where `lanes` is 0
    std::uint8_t lanes = 0;      // 0: not stated, or as many as the application says
    std::string_view note = {};  // clause, doubt, or (durations, observables) key=value facts; may be empty
    std::uint8_t last = code;    // the codes code..last are meant; equal to `code` for all but ranges
    bool shared = false;         // several codes have this name ("Vendor specific", "Reserved"), so it says no code
};

// All rows of a table, ascending by code, without overlap. Codes in no row are unallocated or unknown to us.
std::span<const CodeRow> rows(CodeTable table);

// The row that covers the code; nullptr: unknown.
const CodeRow* find(CodeTable table, std::uint8_t code);

// The name; a shared one with the number, "Vendor specific (0xc5)"; "Unknown (0x7f)" for an unknown code.
std::string name(CodeTable table, std::uint8_t code);

// The one code that has exactly this name, case aside; nothing for an unknown or a shared name.
std::optional<std::uint8_t> code_by_name(CodeTable table, std::string_view name);

// A coded byte that keeps its number, known or not.
template <CodeTable Table>
struct Code {
    std::uint8_t value = 0;

    constexpr auto operator<=>(const Code&) const = default;
};

template <CodeTable Table>
std::string name(Code<Table> code) {
    return name(Table, code.value);
}

template <CodeTable Table>
const CodeRow* find(Code<Table> code) {
    return find(Table, code.value);
}

// Family::none for an unknown code.
template <CodeTable Table>
Family family(Code<Table> code) {
    const CodeRow* row = find(Table, code.value);
    return row == nullptr ? Family::none : row->family;
}

}  // namespace opticward::cmis
