// What optical modules send into their fibre, as far as two ends must agree on it. A row a PMD. Pure; constants.
// Sources: protocol_mode.md section 5 (M23 and what follows its table); IEEE 802.3-2022 clauses 52, 68, 86, 87, 88, 95,
// 112, 114, 121, 122, 124, 138, 139, 140, 150, 151, 154 and 156, 802.3db-2022 clause 167, 802.3df-2024 clause 124,
// 802.3dj clauses 180 to 185 (reach, wavelengths, fibres); MSA documents where the row says so.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace opticward::cmis {

enum class FibreKind : std::uint8_t { multimode, single_mode };

// Light of one grid is not received by the other.
enum class Grid : std::uint8_t {
    short_wave,  // 850 nm, one fibre a lane
    parallel,    // 1310 nm, one fibre a lane
    cwdm,        // four wavelengths of the CWDM grid on one fibre
    lan_wdm,     // four or eight wavelengths of the LAN-WDM grid on one fibre
    single,      // 1310 nm, one lane in all
    bidi,        // two short wavelengths, both directions on one fibre
    dwdm,        // coherent
    swdm,        // four wavelengths from 850 to 940 nm on one fibre
};
std::string_view text(Grid grid);  // "850 nm, parallel"

// Reaches in meters; 0: not made for that fibre.
struct Pmd {
    std::string_view name;  // behind "BASE-": "SR4"
    double rate_gbps = 0;   // as the code names it; tells rows apart that share their letters, but not their reach
    FibreKind fibre = FibreKind::single_mode;
    Grid grid = Grid::parallel;
    unsigned fibre_pairs = 1;
    double om3 = 0;
    double om4 = 0;
    double om5 = 0;
    double os2 = 0;

    bool operator==(const Pmd&) const = default;
};

std::span<const Pmd> pmds();

// The row that a code's name means: "200GBASE-SR4", "100G PSM4 MSA", "50GBASE-SR, 100GBASE-SR2 or 200GBASE-SR4" (of several
// the fastest). The words must be whole: "800G-SR4.2" is no SR4. nullptr: none, as for copper and host interfaces, and for
// light whose reach no document states.
const Pmd* find_pmd(std::string_view code_name);

}  // namespace opticward::cmis
