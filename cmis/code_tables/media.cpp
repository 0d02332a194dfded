#include "cmis/code_tables/tables.h"

namespace opticward::cmis::code_tables {

namespace {

// SFF-8024 table 4-6: MMF media interface IDs.
constexpr auto media_mmf_rows = std::to_array<CodeRow>({
    {0x00, "Undefined"},
    {0x01, "10GBASE-SW", Family::ethernet, 10, 1, "Clause 52"},
    {0x02, "10GBASE-SR", Family::ethernet, 10, 1, "Clause 52"},
    {0x03, "25GBASE-SR", Family::ethernet, 25, 1, "Clause 112"},
    {0x04, "40GBASE-SR4", Family::ethernet, 40, 4, "Clause 86"},
    {0x05, "40GE SWDM4 MSA", Family::ethernet, 40, 4},
    {0x06, "40GE BiDi", Family::ethernet, 40, 2},
    {0x07, "50GBASE-SR", Family::ethernet, 50, 1, "Clause 138"},
    {0x08, "100GBASE-SR10", Family::ethernet, 100, 10, "Clause 86"},
    {0x09, "100GBASE-SR4", Family::ethernet, 100, 4, "Clause 95"},
    {0x0A, "100GE SWDM4 MSA", Family::ethernet, 100, 4},
    {0x0B, "100GE BiDi", Family::ethernet, 100, 2},
    {0x0C, "100GBASE-SR2", Family::ethernet, 100, 2, "Clause 138"},
    {0x0D, "100GBASE-SR1", Family::ethernet, 100, 1, "Clause 167"},
    {0x0E, "200GBASE-SR4", Family::ethernet, 200, 4, "Clause 138"},
    {0x0F, "400GBASE-SR16", Family::ethernet, 400, 16, "Clause 123"},
    {0x10, "400GBASE-SR8", Family::ethernet, 400, 8, "Clause 138"},
    {0x11, "400GBASE-SR4", Family::ethernet, 400, 4, "Clause 167"},
    {0x12, "800GBASE-SR8", Family::ethernet, 800, 8, "Clause 167"},
    {0x13, "8GFC-MM (FC-PI-4)", Family::fibre_channel, 8, 1},
    {0x14, "10GFC-MM", Family::fibre_channel, 10, 1},
    {0x15, "16GFC-MM (FC-PI-5)", Family::fibre_channel, 16, 1},
    {0x16, "32GFC-MM (FC-PI-6)", Family::fibre_channel, 32, 1},
    {0x17, "64GFC-MM (FC-PI-7)", Family::fibre_channel, 64, 1},
    {0x18, "128GFC-MM4 (FC-PI-6P)", Family::fibre_channel, 128, 4},
    {0x19, "256GFC-MM4 (FC-PI-7P)", Family::fibre_channel, 256, 4},
    {0x1A, "400GBASE-SR4.2 (400GE BiDi)", Family::ethernet, 400, 8, "Clause 150"},
    {0x1B, "200GBASE-SR2", Family::ethernet, 200, 2, "Clause 167"},
    {0x1C, "128GFC-MM (FC-PI-8)", Family::fibre_channel, 128, 1},
    {0x1D, "100GBASE-VR1", Family::ethernet, 100, 1, "Clause 167"},
    {0x1E, "200GBASE-VR2", Family::ethernet, 200, 2, "Clause 167"},
    {0x1F, "400GBASE-VR4", Family::ethernet, 400, 4, "Clause 167"},
    {0x20, "800GBASE-VR8", Family::ethernet, 800, 8, "Clause 167"},
    {0x21, "800G-VR4.2", Family::ethernet, 800, 8},
    {0x22, "800G-SR4.2", Family::ethernet, 800, 8},
    {0x23, "1.6T-VR8.2", Family::ethernet, 1600, 16},
    {0x24, "1.6T-SR8.2", Family::ethernet, 1600, 16},
    {0xBE, "Interface Unique ID escape", Family::escape, 0, 0, "one source"},
    {.code = 0xC0, .name = "Vendor specific", .family = Family::vendor, .last = 0xFF, .shared = true},
});
static_assert(ascending(media_mmf_rows));

// SFF-8024 table 4-8: passive and linear active copper cable.
constexpr auto media_passive_copper_rows = std::to_array<CodeRow>({
    {0x00, "Undefined"},
    {0x01, "Copper cable", Family::copper, 0, 0, "rate and protocol are those of the host interface"},
    {0x03, "(reserved) FBOSS-private COPPER_400G", Family::vendor, 400, 4, "private to a vendor"},
    {0xBF, "Passive loopback module", Family::loopback},
    {0xC0, "Linear active copper loopback", Family::loopback, 0, 0, "one source; vendor range before SFF-8024 4.14"},
    {.code = 0xC1, .name = "Vendor specific", .family = Family::vendor, .last = 0xFF, .shared = true},
});
static_assert(ascending(media_passive_copper_rows));

// SFF-8024 table 4-9: active cable.
constexpr auto media_active_cable_rows = std::to_array<CodeRow>({
    {0x00, "Undefined"},
    {0x01, "Active cable assembly, BER < 1e-12", Family::active_cable},
    {0x02, "Active cable assembly, BER < 5e-5", Family::active_cable},
    {0x03, "Active cable assembly, BER < 2.6e-4", Family::active_cable},
    {0x04, "Active cable assembly, BER < 1e-6", Family::active_cable},
    {0xBF, "Active loopback module", Family::loopback},
    {.code = 0xC0, .name = "Vendor specific", .family = Family::vendor, .last = 0xFF, .shared = true},
});
static_assert(ascending(media_active_cable_rows));

// SFF-8024 table 4-10: BASE-T.
constexpr auto media_base_t_rows = std::to_array<CodeRow>({
    {0x00, "Undefined"},
    {0x01, "1000BASE-T", Family::ethernet, 1, 4, "Clause 40"},
    {0x02, "2.5GBASE-T", Family::ethernet, 2.5, 4, "Clause 126"},
    {0x03, "5GBASE-T", Family::ethernet, 5, 4, "Clause 126"},
    {0x04, "10GBASE-T", Family::ethernet, 10, 4, "Clause 55"},
    {0x05, "25GBASE-T", Family::ethernet, 25, 4, "Clause 113"},
    {0x06, "40GBASE-T", Family::ethernet, 40, 4, "Clause 113"},
    {0x07, "50GBASE-T (placeholder)", Family::ethernet, 50, 4},
    {.code = 0xC0, .name = "Vendor specific", .family = Family::vendor, .last = 0xFF, .shared = true},
});
static_assert(ascending(media_base_t_rows));

}  // namespace

std::span<const CodeRow> media_mmf() {
    return media_mmf_rows;
}

std::span<const CodeRow> media_passive_copper() {
    return media_passive_copper_rows;
}

std::span<const CodeRow> media_active_cable() {
    return media_active_cable_rows;
}

std::span<const CodeRow> media_base_t() {
    return media_base_t_rows;
}

}  // namespace opticward::cmis::code_tables
