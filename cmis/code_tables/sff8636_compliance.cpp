#include "cmis/code_tables/tables.h"

namespace opticward::cmis::code_tables {

namespace {

// SFF-8024 table 4-4: extended specification compliance, SFF-8636 page 00h byte 192.
constexpr auto extended_compliance_rows = std::to_array<CodeRow>({
    {0x00, "Unspecified"},
    {0x01, "100G AOC or 25GAUI C2M AOC (worst BER 5e-5)", Family::ethernet, 100, 4},
    {0x02, "100GBASE-SR4 or 25GBASE-SR", Family::ethernet, 100, 4},
    {0x03, "100GBASE-LR4 or 25GBASE-LR", Family::ethernet, 100, 4},
    {0x04, "100GBASE-ER4 or 25GBASE-ER", Family::ethernet, 100, 4},
    {0x05, "100GBASE-SR10", Family::ethernet, 100, 10},
    {0x06, "100G CWDM4", Family::ethernet, 100, 4},
    {0x07, "100G PSM4 parallel SMF", Family::ethernet, 100, 4},
    {0x08, "100G ACC or 25GAUI C2M ACC (worst BER 5e-5)", Family::ethernet, 100, 4, "active copper"},
    {0x09, "Obsolete (assigned before 100G CWDM4 MSA required FEC)", Family::ethernet, 100, 4, "obsolete"},
    {.code = 0x0A, .name = "Reserved", .shared = true},
    {0x0B, "100GBASE-CR4, 25GBASE-CR CA-25G-L or 50GBASE-CR2 with RS-FEC", Family::ethernet, 100, 4, "passive copper"},
    {0x0C, "25GBASE-CR CA-25G-S or 50GBASE-CR2 with BASE-R FEC", Family::ethernet, 25, 1, "passive copper"},
    {0x0D, "25GBASE-CR CA-25G-N or 50GBASE-CR2 with no FEC", Family::ethernet, 25, 1, "passive copper"},
    {0x0E, "10 Mb/s single pair Ethernet", Family::ethernet, 0.01, 1},
    {.code = 0x0F, .name = "Reserved", .shared = true},
    {0x10, "40GBASE-ER4", Family::ethernet, 40, 4},
    {0x11, "4 x 10GBASE-SR", Family::ethernet, 40, 4},
    {0x12, "40G PSM4 parallel SMF", Family::ethernet, 40, 4},
    {0x13, "G.959.1 profile P1I1-2D1 (10709 MBd 2km 1310nm SM)", Family::otn, 10.7, 1},
    {0x14, "G.959.1 profile P1S1-2D2 (10709 MBd 40km 1550nm SM)", Family::otn, 10.7, 1},
    {0x15, "G.959.1 profile P1L1-2D2 (10709 MBd 80km 1550nm SM)", Family::otn, 10.7, 1},
    {0x16, "10GBASE-T with SFI electrical interface", Family::ethernet, 10, 1},
    {0x17, "100G CLR4", Family::ethernet, 100, 4},
    {0x18, "100G AOC or 25GAUI C2M AOC (worst BER 1e-12)", Family::ethernet, 100, 4},
    {0x19, "100G ACC or 25GAUI C2M ACC (worst BER 1e-12)", Family::ethernet, 100, 4, "active copper"},
    {0x1A, "100GE-DWDM2", Family::ethernet, 100, 2},
    {0x1B, "100G 1550nm WDM", Family::ethernet, 100, 4},
    {0x1C, "10GBASE-T Short Reach (30 m)", Family::ethernet, 10, 1},
    {0x1D, "5GBASE-T", Family::ethernet, 5, 1},
    {0x1E, "2.5GBASE-T", Family::ethernet, 2.5, 1},
    {0x1F, "40G SWDM4", Family::ethernet, 40, 4},
    {0x20, "100G SWDM4", Family::ethernet, 100, 4},
    {0x21, "100G PAM4 BiDi", Family::ethernet, 100, 2},
    {0x22, "4WDM-10 MSA (10 km)", Family::ethernet, 100, 4},
    {0x23, "4WDM-20 MSA (20 km)", Family::ethernet, 100, 4},
    {0x24, "4WDM-40 MSA (40 km)", Family::ethernet, 100, 4},
    {0x25, "100GBASE-DR, CAUI-4 (no FEC)", Family::ethernet, 100, 1, "Clause 140"},
    {0x26, "100G-FR or 100GBASE-FR1, CAUI-4 (no FEC)", Family::ethernet, 100, 1, "Clause 140"},
    {0x27, "100G-LR or 100GBASE-LR1, CAUI-4 (no FEC)", Family::ethernet, 100, 1, "Clause 140"},
    {0x28, "100GBASE-SR1, CAUI-4 (no FEC)", Family::ethernet, 100, 1, "Clause 167"},
    {0x29, "100GBASE-SR1, 200GBASE-SR2 or 400GBASE-SR4", Family::ethernet, 100, 0, "rate per lane"},
    {0x2A, "100GBASE-FR1 or 400GBASE-DR4-2", Family::ethernet, 100, 0, "Clause 140; rate per lane"},
    {0x2B, "100GBASE-LR1", Family::ethernet, 100, 1, "Clause 140"},
    {0x2C, "100G-LR1-20 MSA, CAUI-4 (no FEC)", Family::ethernet, 100, 1},
    {0x2D, "100G-ER1-30 MSA, CAUI-4 (no FEC)", Family::ethernet, 100, 1},
    {0x2E, "100G-ER1-40 MSA, CAUI-4 (no FEC)", Family::ethernet, 100, 1},
    {0x2F, "100G-LR1-20 MSA", Family::ethernet, 100, 1},
    {0x30, "ACC with 50GAUI, 100GAUI-2 or 200GAUI-4 C2M (worst BER 1e-6)", Family::ethernet, 50, 0,
     "rate per lane; active copper"},
    {0x31, "AOC with 50GAUI, 100GAUI-2 or 200GAUI-4 C2M (worst BER 1e-6)", Family::ethernet, 50, 0, "rate per lane"},
    {0x32, "ACC with 50GAUI, 100GAUI-2 or 200GAUI-4 C2M (worst BER 2.6e-4 ACC / 1e-5 AUI)", Family::ethernet, 50, 0,
     "rate per lane; active copper"},
    {0x33, "AOC with 50GAUI, 100GAUI-2 or 200GAUI-4 C2M (worst BER 2.6e-4 AOC / 1e-5 AUI)", Family::ethernet, 50, 0,
     "rate per lane"},
    {0x34, "100G-ER1-30 MSA", Family::ethernet, 100, 1},
    {0x35, "100G-ER1-40 MSA", Family::ethernet, 100, 1},
    {0x36, "100GBASE-VR1, 200GBASE-VR2 or 400GBASE-VR4", Family::ethernet, 100, 0, "rate per lane"},
    {0x37, "10GBASE-BR", Family::ethernet, 10, 1, "Clause 158"},
    {0x38, "25GBASE-BR", Family::ethernet, 25, 1, "Clause 159"},
    {0x39, "50GBASE-BR", Family::ethernet, 50, 1, "Clause 160"},
    {0x3A, "100GBASE-VR1, CAUI-4 (no FEC)", Family::ethernet, 100, 1, "Clause 167"},
    {.code = 0x3B, .name = "Reserved", .last = 0x3E, .shared = true},
    {0x3F, "100GBASE-CR1, 200GBASE-CR2 or 400GBASE-CR4", Family::ethernet, 100, 0,
     "Clause 162; rate per lane; passive copper"},
    {0x40, "50GBASE-CR, 100GBASE-CR2 or 200GBASE-CR4", Family::ethernet, 50, 0, "rate per lane; passive copper"},
    {0x41, "50GBASE-SR, 100GBASE-SR2 or 200GBASE-SR4", Family::ethernet, 50, 0, "rate per lane"},
    {0x42, "50GBASE-FR or 200GBASE-DR4", Family::ethernet, 50, 0, "rate per lane"},
    {0x43, "200GBASE-FR4", Family::ethernet, 200, 4},
    {0x44, "200G 1550 nm PSM4", Family::ethernet, 200, 4},
    {0x45, "50GBASE-LR", Family::ethernet, 50, 1},
    {0x46, "200GBASE-LR4", Family::ethernet, 200, 4},
    {0x47, "400GBASE-DR4, 400GAUI-4 C2M", Family::ethernet, 400, 4, "Clause 124"},
    {0x48, "400GBASE-FR4", Family::ethernet, 400, 4, "Clause 151"},
    {0x49, "400GBASE-LR4-6", Family::ethernet, 400, 4, "Clause 151"},
    {0x4A, "50GBASE-ER", Family::ethernet, 50, 1, "Clause 139"},
    {0x4B, "400G-LR4-10", Family::ethernet, 400, 4},
    {0x4C, "400GBASE-ZR", Family::ethernet, 400, 1, "Clause 156; obsolete since SFF-8024 4.13"},
    {.code = 0x4D, .name = "Reserved", .last = 0x7E, .shared = true},
    {0x7F, "256GFC-SW4 (FC-PI-7P)", Family::fibre_channel, 256, 4},
    {0x80, "64GFC (FC-PI-7)", Family::fibre_channel, 64, 1},
    {0x81, "128GFC (FC-PI-8)", Family::fibre_channel, 128, 1},
    {.code = 0x82, .name = "Reserved", .last = 0xFF, .shared = true},
});
static_assert(ascending(extended_compliance_rows));

// SFF-8636: specification compliance, page 00h bytes 131..138.
constexpr auto compliance_bit_rows = std::to_array<CodeRow>({
    {0x00, "40G Active Cable (XLPPI)", Family::ethernet, 40, 4},
    {0x01, "40GBASE-LR4", Family::ethernet, 40, 4},
    {0x02, "40GBASE-SR4", Family::ethernet, 40, 4},
    {0x03, "40GBASE-CR4", Family::ethernet, 40, 4},
    {0x04, "10GBASE-SR", Family::ethernet, 10, 1},
    {0x05, "10GBASE-LR", Family::ethernet, 10, 1},
    {0x06, "10GBASE-LRM", Family::ethernet, 10, 1},
    {0x07, "Extended: see byte 192", Family::extended},
    {0x08, "OC-48 short reach", Family::sonet, 2.488, 1},
    {0x09, "OC-48 intermediate reach", Family::sonet, 2.488, 1},
    {0x0A, "OC-48 long reach", Family::sonet, 2.488, 1},
    {0x0B, "(SFF-8436 only) 40G OTN (OTU3B/OTU3C)", Family::otn, 43, 4, "reserved in SFF-8636"},
    {0x14, "SAS 3.0 Gb/s", Family::sas, 3, 4, "rate per lane"},
    {0x15, "SAS 6.0 Gb/s", Family::sas, 6, 4, "rate per lane"},
    {0x16, "SAS 12.0 Gb/s", Family::sas, 12, 4, "rate per lane"},
    {0x17, "SAS 24.0 Gb/s", Family::sas, 24, 4, "rate per lane"},
    {0x18, "1000BASE-SX", Family::ethernet, 1, 1},
    {0x19, "1000BASE-LX", Family::ethernet, 1, 1},
    {0x1A, "1000BASE-CX", Family::ethernet, 1, 1},
    {0x1B, "1000BASE-T", Family::ethernet, 1, 1},
    {0x20, "FC tx technology EL (electrical inter-enclosure)", Family::fibre_channel},
    {0x21, "FC tx technology LC (longwave laser)", Family::fibre_channel},
    {0x23, "FC link length M (medium)", Family::fibre_channel},
    {0x24, "FC link length L (long distance)", Family::fibre_channel},
    {0x25, "FC link length I (intermediate distance)", Family::fibre_channel},
    {0x26, "FC link length S (short distance)", Family::fibre_channel},
    {0x27, "FC link length V (very long distance)", Family::fibre_channel},
    {0x2C, "FC tx technology LL (longwave laser)", Family::fibre_channel},
    {0x2D, "FC tx technology SL (shortwave laser w/ OFC)", Family::fibre_channel},
    {0x2E, "FC tx technology SN (shortwave laser w/o OFC)", Family::fibre_channel},
    {0x2F, "FC tx technology EL (electrical intra-enclosure)", Family::fibre_channel},
    {0x30, "FC media SM single mode", Family::fibre_channel, 0, 0, "medium only, no protocol"},
    {0x31, "FC media OM3 multimode 50 um", Family::fibre_channel, 0, 0, "medium only, no protocol"},
    {0x32, "FC media M5 multimode 50 um", Family::fibre_channel, 0, 0, "medium only, no protocol"},
    {0x33, "FC media M6 multimode 62.5 um", Family::fibre_channel, 0, 0, "medium only, no protocol"},
    {0x34, "FC media TV video coax", Family::fibre_channel, 0, 0, "medium only, no protocol"},
    {0x35, "FC media MI miniature coax", Family::fibre_channel, 0, 0, "medium only, no protocol"},
    {0x36, "FC media TP shielded twisted pair", Family::fibre_channel, 0, 0, "medium only, no protocol"},
    {0x37, "FC media TW twin axial pair", Family::fibre_channel, 0, 0, "medium only, no protocol"},
    {0x38, "FC speed 100 MB/s", Family::fibre_channel, 1},
    {0x39, "FC speed Extended: see byte 192", Family::extended},
    {0x3A, "FC speed 200 MB/s", Family::fibre_channel, 2},
    {0x3B, "FC speed 3200 MB/s per channel", Family::fibre_channel, 32},
    {0x3C, "FC speed 400 MB/s", Family::fibre_channel, 4},
    {0x3D, "FC speed 1600 MB/s per channel", Family::fibre_channel, 16},
    {0x3E, "FC speed 800 MB/s", Family::fibre_channel, 8},
    {0x3F, "FC speed 1200 MB/s per channel", Family::fibre_channel, 10},
});
static_assert(ascending(compliance_bit_rows));

// SFF-8636 page 00h byte 164: extended module codes.
constexpr auto infiniband_bit_rows = std::to_array<CodeRow>({
    {0x00, "InfiniBand SDR", Family::infiniband, 10, 4},
    {0x01, "InfiniBand DDR", Family::infiniband, 20, 4},
    {0x02, "InfiniBand QDR", Family::infiniband, 40, 4},
    {0x03, "InfiniBand FDR", Family::infiniband, 56, 4},
    {0x04, "InfiniBand EDR", Family::infiniband, 100, 4},
    {0x05, "InfiniBand HDR", Family::infiniband, 200, 4},
    {0x06, "Reserved in SFF-8636 <=2.11 (NVIDIA PRM: NDR)", Family::infiniband_hint, 400, 4,
     "reserved in SFF-8636, a hint only"},
    {0x07, "Reserved in SFF-8636 <=2.11 (NVIDIA PRM: XDR)", Family::infiniband_hint, 800, 4,
     "reserved in SFF-8636, a hint only"},
});
static_assert(ascending(infiniband_bit_rows));

}  // namespace

std::span<const CodeRow> extended_compliance() {
    return extended_compliance_rows;
}

std::span<const CodeRow> compliance_bit() {
    return compliance_bit_rows;
}

std::span<const CodeRow> infiniband_bit() {
    return infiniband_bit_rows;
}

}  // namespace opticward::cmis::code_tables
