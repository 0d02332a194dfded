// What optical modules send into their fibre, as far as two ends must agree on it. A row a PMD. Pure; constants.
// Sources: IEEE 802.3-2022 clauses 86, 87, 88, 95, 121, 122, 124, 138, 140, 151 and 167 (reach, wavelengths, fibres);
// MSA documents where the row says so.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace opticward::cmis {

enum class FibreKind : std::uint8_t { multimode, single_mode };

// Light of one grid is not received by the other.
enum class Grid : std::uint8_t {
    short_wave,  // 850 nm, one fibre a lane
    parallel,    // 1310 nm, one fibre a lane
    cwdm,        // four wavelengths of the CWDM grid on one fibre
    lan_wdm,     // four wavelengths of the LAN-WDM grid on one fibre
    single,      // 1310 nm, one lane in all
    bidi,        // two wavelengths, both directions on one fibre
    dwdm,        // coherent
};
std::string_view text(Grid grid);  // "850 nm, parallel"

// Reaches in meters; 0: not made for that fibre.
struct Pmd {
    std::string_view name;  // behind "BASE-": "SR4"
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

// The row that a code's name means, "200GBASE-SR4" or "100G PSM4 MSA"; nullptr: none, as for copper and host interfaces.
// `lane_class_50g` and up tell rows apart that share their letters but not their reach (100GBASE-SR4 OM4 100 m,
// 40GBASE-SR4 OM4 150 m).
const Pmd* find_pmd(std::string_view code_name);

}  // namespace opticward::cmis
