#include "cmis/code_tables/tables.h"

namespace opticward::cmis::code_tables {

namespace {

// SFF-8024 table 4-1: identifier, byte 0.
constexpr auto identifier_rows = std::to_array<CodeRow>({
    {0x00, "Unknown or unspecified"},
    {0x01, "GBIC", Family::sff8472_like, 0, 1},
    {0x02, "Module/connector soldered to motherboard", Family::sff8472_like, 0, 1},
    {0x03, "SFP/SFP+/SFP28 and later with SFF-8472", Family::sff8472, 0, 1},
    {0x04, "300 pin XBI", Family::other},
    {0x05, "XENPAK", Family::other},
    {0x06, "XFP", Family::inf8077i, 0, 1},
    {0x07, "XFF", Family::other},
    {0x08, "XFP-E", Family::other},
    {0x09, "XPAK", Family::other},
    {0x0A, "X2", Family::other},
    {0x0B, "DWDM-SFP/SFP+ (not SFF-8472)", Family::other, 0, 1},
    {0x0C, "QSFP (INF-8438)", Family::sff8636_compatible, 0, 4, "INF-8438"},
    {0x0D, "QSFP+ or later with SFF-8636 or SFF-8436", Family::sff8636, 0, 4, "SFF-8436 where byte 1 is below 3"},
    {0x0E, "CXP or later", Family::other, 0, 12},
    {0x0F, "Shielded Mini Multilane HD 4X", Family::other, 0, 4},
    {0x10, "Shielded Mini Multilane HD 8X", Family::other, 0, 8},
    {0x11, "QSFP28 or later", Family::sff8636, 0, 4, "SFF-8636; also QSFP56 and QSFP112, so never a speed"},
    {0x12, "CXP2 (CXP28) or later", Family::other, 0, 12},
    {0x13, "CDFP Style 1/Style 2", Family::other, 0, 16},
    {0x14, "Shielded Mini Multilane HD 4X Fanout Cable", Family::other, 0, 4},
    {0x15, "Shielded Mini Multilane HD 8X Fanout Cable", Family::other, 0, 8},
    {0x16, "CDFP Style 3", Family::other, 0, 16},
    {0x17, "microQSFP", Family::sff8636, 0, 4},
    {0x18, "QSFP-DD Double Density 8X (INF-8628)", Family::cmis, 0, 8},
    {0x19, "OSFP 8X", Family::cmis, 0, 8},
    {0x1A, "SFP-DD Double Density 2X", Family::sfp_dd_mis, 0, 2, "SFP-DD MIS, not CMIS"},
    {0x1B, "DSFP Dual SFP", Family::cmis, 0, 2},
    {0x1C, "x4 MiniLink/OcuLink", Family::other, 0, 4},
    {0x1D, "x8 MiniLink", Family::other, 0, 8},
    {0x1E, "QSFP+ or later with CMIS", Family::cmis, 0, 4},
    {0x1F, "SFP-DD Double Density 2X with CMIS", Family::cmis, 0, 2},
    {0x20, "SFP+ and later with CMIS", Family::cmis, 0, 1},
    {0x21, "OSFP-XD with CMIS", Family::cmis, 0, 16},
    {0x22, "OIF-ELSFP with CMIS", Family::cmis, 0, 8},
    {0x23, "CDFP (x4 PCIe) SFF-TA-1032 with CMIS", Family::cmis, 0, 4},
    {0x24, "CDFP (x8 PCIe) SFF-TA-1032 with CMIS", Family::cmis, 0, 8},
    {0x25, "CDFP (x16 PCIe) SFF-TA-1032 with CMIS", Family::cmis, 0, 16},
    {0x26, "XPO with CMIS", Family::cmis, 0, 0, "one source"},
    {0x7E, "(vendor) Amphenol backplane cartridge", Family::vendor, 0, 0, "private to a vendor"},
    {0x80, "(vendor) co-packaged optics engine", Family::vendor_cmis, 0, 32, "private to a vendor"},
    {0x91, "(vendor) Miniphoton on-board optics", Family::vendor, 0, 0, "private to a vendor"},
    {0xFF, "Read of unprogrammed/absent EEPROM"},
});
static_assert(ascending(identifier_rows));

// SFF-8024 table 4-3: connector.
constexpr auto connector_rows = std::to_array<CodeRow>({
    {0x00, "Unknown or unspecified"},
    {0x01, "SC", Family::optical},
    {0x02, "Fibre Channel Style 1 copper connector", Family::copper},
    {0x03, "Fibre Channel Style 2 copper connector", Family::copper},
    {0x04, "BNC/TNC", Family::copper},
    {0x05, "Fibre Channel coax headers", Family::copper},
    {0x06, "Fiber Jack", Family::optical},
    {0x07, "LC", Family::optical},
    {0x08, "MT-RJ", Family::optical},
    {0x09, "MU", Family::optical},
    {0x0A, "SG", Family::optical},
    {0x0B, "Optical pigtail", Family::optical},
    {0x0C, "MPO 1x12", Family::optical},
    {0x0D, "MPO 2x16", Family::optical},
    {0x20, "HSSDC II", Family::copper},
    {0x21, "Copper pigtail", Family::copper},
    {0x22, "RJ45", Family::copper},
    {0x23, "No separable connector", Family::cable, 0, 0, "captive cable"},
    {0x24, "MXC 2x16", Family::optical},
    {0x25, "CS optical connector", Family::optical},
    {0x26, "SN optical connector", Family::optical},
    {0x27, "MPO 2x12", Family::optical},
    {0x28, "MPO 1x16", Family::optical},
});
static_assert(ascending(connector_rows));

// SFF-8024 table 4-2: encoding of the QSFP family; codes 4 to 6 differ for SFP.
constexpr auto encoding_sff8636_rows = std::to_array<CodeRow>({
    {0x00, "Unspecified"},
    {0x01, "8B/10B"},
    {0x02, "4B/5B"},
    {0x03, "NRZ"},
    {0x04, "SONET scrambled"},
    {0x05, "64B/66B"},
    {0x06, "Manchester"},
    {0x07, "256B/257B (transcoded FEC-enabled data)"},
    {0x08, "PAM4"},
});
static_assert(ascending(encoding_sff8636_rows));

// SFF-8024 table 4-2: encoding of the SFP family.
constexpr auto encoding_sff8472_rows = std::to_array<CodeRow>({
    {0x00, "Unspecified"},
    {0x01, "8B/10B"},
    {0x02, "4B/5B"},
    {0x03, "NRZ"},
    {0x04, "Manchester"},
    {0x05, "SONET scrambled"},
    {0x06, "64B/66B"},
    {0x07, "256B/257B (transcoded FEC-enabled data)"},
    {0x08, "PAM4"},
});
static_assert(ascending(encoding_sff8472_rows));

// CMIS byte 85: which table the media interface IDs are of.
constexpr auto media_type_rows = std::to_array<CodeRow>({
    {0x00, "Undefined"},
    {0x01, "Optical MMF", Family::mmf},
    {0x02, "Optical SMF", Family::smf},
    {0x03, "Passive copper cables", Family::copper},
    {0x04, "Active cables", Family::active_cable},
    {0x05, "BASE-T", Family::base_t},
    {.code = 0x06, .name = "Reserved", .last = 0x3F, .shared = true},
    {.code = 0x40, .name = "Custom", .family = Family::vendor, .last = 0x8F, .shared = true},
    {.code = 0x90, .name = "Reserved", .last = 0xFF, .shared = true},
});
static_assert(ascending(media_type_rows));

// CMIS page 00h byte 212: media interface technology.
constexpr auto media_technology_cmis_rows = std::to_array<CodeRow>({
    {0x00, "850 nm VCSEL", Family::optical},
    {0x01, "1310 nm VCSEL", Family::optical},
    {0x02, "1550 nm VCSEL", Family::optical},
    {0x03, "1310 nm FP", Family::optical},
    {0x04, "1310 nm DFB", Family::optical},
    {0x05, "1550 nm DFB", Family::optical},
    {0x06, "1310 nm EML", Family::optical},
    {0x07, "1550 nm EML", Family::optical},
    {0x08, "Others / undefined", Family::unknown},
    {0x09, "1490 nm DFB", Family::optical},
    {0x0A, "Copper cable, passive unequalized", Family::passive_copper},
    {0x0B, "Copper cable, passive equalized", Family::passive_copper},
    {0x0C, "Copper cable, near and far end limiting active equalizers", Family::active_copper},
    {0x0D, "Copper cable, far end limiting active equalizers", Family::active_copper},
    {0x0E, "Copper cable, near end limiting active equalizers", Family::active_copper},
    {0x0F, "Copper cable, linear active equalizers", Family::active_copper},
    {0x10, "C-band tunable laser", Family::optical},
    {0x11, "L-band tunable laser", Family::optical},
    {0x12, "Copper cable, near and far end linear active equalizers", Family::active_copper},
    {0x13, "Copper cable, far end linear active equalizers", Family::active_copper},
    {0x14, "Copper cable, near end linear active equalizers", Family::active_copper},
});
static_assert(ascending(media_technology_cmis_rows));

// SFF-8636 page 00h byte 147, high nibble: transmitter technology.
constexpr auto transmitter_technology_sff8636_rows = std::to_array<CodeRow>({
    {0x00, "850 nm VCSEL", Family::optical},
    {0x01, "1310 nm VCSEL", Family::optical},
    {0x02, "1550 nm VCSEL", Family::optical},
    {0x03, "1310 nm FP", Family::optical},
    {0x04, "1310 nm DFB", Family::optical},
    {0x05, "1550 nm DFB", Family::optical},
    {0x06, "1310 nm EML", Family::optical},
    {0x07, "1550 nm EML", Family::optical},
    {0x08, "Other / undefined", Family::unknown},
    {0x09, "1490 nm DFB", Family::optical},
    {0x0A, "Copper cable unequalized", Family::passive_copper},
    {0x0B, "Copper cable passive equalized", Family::passive_copper},
    {0x0C, "Copper cable, near and far end limiting active equalizers", Family::active_copper},
    {0x0D, "Copper cable, far end limiting active equalizers", Family::active_copper},
    {0x0E, "Copper cable, near end limiting active equalizers", Family::active_copper},
    {0x0F, "Copper cable, linear active equalizers", Family::active_copper},
});
static_assert(ascending(transmitter_technology_sff8636_rows));

// CMIS: longest duration of a module or data path state, one nibble.
constexpr auto duration_rows = std::to_array<CodeRow>({
    {0x00, "<1 ms", Family::none, 0, 0, "upper_bound_ms=1"},
    {0x01, "1..5 ms", Family::none, 0, 0, "upper_bound_ms=5"},
    {0x02, "5..10 ms", Family::none, 0, 0, "upper_bound_ms=10"},
    {0x03, "10..50 ms", Family::none, 0, 0, "upper_bound_ms=50"},
    {0x04, "50..100 ms", Family::none, 0, 0, "upper_bound_ms=100"},
    {0x05, "100..500 ms", Family::none, 0, 0, "upper_bound_ms=500"},
    {0x06, "500 ms..1 s", Family::none, 0, 0, "upper_bound_ms=1000"},
    {0x07, "1..5 s", Family::none, 0, 0, "upper_bound_ms=5000"},
    {0x08, "5..10 s", Family::none, 0, 0, "upper_bound_ms=10000"},
    {0x09, "10 s..1 min", Family::none, 0, 0, "upper_bound_ms=60000"},
    {0x0A, "1..5 min", Family::none, 0, 0, "upper_bound_ms=300000"},
    {0x0B, "5..10 min", Family::none, 0, 0, "upper_bound_ms=600000"},
    {0x0C, "10..50 min", Family::none, 0, 0, "upper_bound_ms=3000000"},
    {0x0D, ">=50 min"},
    {.code = 0x0E, .name = "Reserved", .shared = true},
    {.code = 0x0F, .name = "Reserved", .shared = true},
});
static_assert(ascending(duration_rows));

// SFF-8636 byte 1: revision compliance.
constexpr auto revision_compliance_sff8636_rows = std::to_array<CodeRow>({
    {0x00, "Unspecified"},
    {0x01, "SFF-8436 4.8 or earlier"},
    {0x02, "SFF-8436 4.8 or earlier, with SFF-8636 bytes 186-189"},
    {0x03, "SFF-8636 1.3 or earlier"},
    {0x04, "SFF-8636 1.4"},
    {0x05, "SFF-8636 1.5"},
    {0x06, "SFF-8636 2.0"},
    {0x07, "SFF-8636 2.5-2.7"},
    {0x08, "SFF-8636 2.8-2.10", Family::none, 0, 0, "and later 2.x"},
});
static_assert(ascending(revision_compliance_sff8636_rows));

}  // namespace

std::span<const CodeRow> identifier() {
    return identifier_rows;
}

std::span<const CodeRow> connector() {
    return connector_rows;
}

std::span<const CodeRow> encoding_sff8636() {
    return encoding_sff8636_rows;
}

std::span<const CodeRow> encoding_sff8472() {
    return encoding_sff8472_rows;
}

std::span<const CodeRow> media_type() {
    return media_type_rows;
}

std::span<const CodeRow> media_technology_cmis() {
    return media_technology_cmis_rows;
}

std::span<const CodeRow> transmitter_technology_sff8636() {
    return transmitter_technology_sff8636_rows;
}

std::span<const CodeRow> duration() {
    return duration_rows;
}

std::span<const CodeRow> revision_compliance_sff8636() {
    return revision_compliance_sff8636_rows;
}

}  // namespace opticward::cmis::code_tables
