#include "cmis/pmd.h"

#include <algorithm>
#include <array>
#include <optional>

namespace opticward::cmis {

namespace {

// Multimode, one fibre a lane at 850 nm unless `grid` says otherwise.
constexpr Pmd short_reach(double gbps, std::string_view name, unsigned pairs, double om3, double om4, double om5,
                          Grid grid = Grid::short_wave) {
    return {.name = name,
            .rate_gbps = gbps,
            .fibre = FibreKind::multimode,
            .grid = grid,
            .fibre_pairs = pairs,
            .om3 = om3,
            .om4 = om4,
            .om5 = om5};
}

constexpr Pmd long_reach(double gbps, std::string_view name, Grid grid, unsigned pairs, double os2) {
    return {.name = name,
            .rate_gbps = gbps,
            .fibre = FibreKind::single_mode,
            .grid = grid,
            .fibre_pairs = pairs,
            .os2 = os2};
}

using enum Grid;

// Of several rows that a name fits, the first of the fastest counts.
constexpr std::array rows{
    // Clause 52: SR over OM4 400 m by 802.3-2012.
    short_reach(10, "SR", 1, 300, 400, 400),
    short_reach(10, "SW", 1, 300, 400, 400),
    short_reach(10, "LRM", 1, 220, 220, 220, single),  // clause 68, 1310 nm
    long_reach(10, "LR", single, 1, 10e3),
    long_reach(10, "LW", single, 1, 10e3),
    short_reach(25, "SR", 1, 70, 100, 100),  // clause 112
    long_reach(25, "LR", single, 1, 10e3),   // clause 114
    long_reach(25, "ER", single, 1, 40e3),
    short_reach(40, "SR4", 4, 100, 150, 150),  // clause 86
    long_reach(40, "LR4", cwdm, 1, 10e3),      // clause 87
    long_reach(40, "ER4", cwdm, 1, 40e3),
    short_reach(40, "SWDM4", 1, 240, 350, 440, swdm),  // 40 GE SWDM4 MSA
    short_reach(40, "BiDi", 1, 100, 150, 150, bidi),   // data sheets of the two vendors that make it
    short_reach(50, "SR", 1, 70, 100, 100),            // clause 138
    long_reach(50, "FR", single, 1, 2e3),              // clause 139
    long_reach(50, "LR", single, 1, 10e3),
    long_reach(50, "ER", single, 1, 40e3),
    short_reach(100, "SR10", 10, 100, 150, 150),       // clause 86
    short_reach(100, "SR4", 4, 70, 100, 100),          // clause 95
    short_reach(100, "SR2", 2, 70, 100, 100),          // clause 138
    short_reach(100, "SR1", 1, 60, 100, 100),          // clause 167
    short_reach(100, "VR1", 1, 30, 50, 50),            // clause 167
    short_reach(100, "SWDM4", 1, 75, 100, 150, swdm),  // 100 GE SWDM4 MSA
    short_reach(100, "BiDi", 1, 70, 100, 150, bidi),   // 100G BiDi MSA (SR1.2)
    long_reach(100, "LR4", lan_wdm, 1, 10e3),          // clause 88
    long_reach(100, "ER4", lan_wdm, 1, 40e3),          // clause 88
    long_reach(100, "PSM4", parallel, 4, 500),         // 100G PSM4 MSA
    long_reach(100, "CWDM4", cwdm, 1, 2e3),            // CWDM4 MSA
    long_reach(100, "CWDM4-OCP", cwdm, 1, 500),        // OCP specification
    long_reach(100, "CLR4", cwdm, 1, 2e3),             // CLR4 Alliance
    long_reach(100, "4WDM-10", cwdm, 1, 10e3),         // 4WDM MSA
    long_reach(100, "4WDM-20", lan_wdm, 1, 20e3),      // 4WDM MSA
    long_reach(100, "4WDM-40", lan_wdm, 1, 40e3),      // 4WDM MSA
    long_reach(100, "DR", single, 1, 500),             // clause 140
    long_reach(100, "DR1", single, 1, 500),            // the same
    long_reach(100, "FR1", single, 1, 2e3),            // clause 140
    long_reach(100, "FR", single, 1, 2e3),             // 100G Lambda MSA, the same light
    long_reach(100, "LR1", single, 1, 10e3),           // clause 140
    long_reach(100, "LR", single, 1, 10e3),            // 100G Lambda MSA, the same light
    long_reach(100, "LR1-20", single, 1, 20e3),        // 100G Lambda MSA
    long_reach(100, "ER1-30", single, 1, 30e3),        // 100G Lambda MSA
    long_reach(100, "ER1-40", single, 1, 40e3),        // 100G Lambda MSA
    long_reach(100, "ZR", dwdm, 1, 80e3),              // clause 154
    short_reach(200, "SR4", 4, 70, 100, 100),          // clause 138
    short_reach(200, "SR2", 2, 60, 100, 100),          // clause 167
    short_reach(200, "VR2", 2, 30, 50, 50),            // clause 167
    long_reach(200, "DR4", parallel, 4, 500),          // clause 121
    long_reach(200, "FR4", cwdm, 1, 2e3),              // clause 122
    long_reach(200, "LR4", lan_wdm, 1, 10e3),          // clause 122
    long_reach(200, "ER4", lan_wdm, 1, 40e3),          // clause 122
    long_reach(200, "DR1", single, 1, 500),            // clause 180
    long_reach(200, "DR1-2", single, 1, 2e3),          // clause 181
    short_reach(400, "SR8", 8, 70, 100, 100),          // clause 138
    short_reach(400, "SR4", 4, 60, 100, 100),          // clause 167
    short_reach(400, "VR4", 4, 30, 50, 50),            // clause 167
    short_reach(400, "SR4.2", 4, 70, 100, 150, bidi),  // clause 150
    long_reach(400, "DR4", parallel, 4, 500),          // clause 124
    long_reach(400, "DR4-2", parallel, 4, 2e3),        // clause 124
    long_reach(400, "XDR4", parallel, 4, 2e3),         // what vendors called DR4-2 before there was one
    long_reach(400, "FR4", cwdm, 1, 2e3),              // clause 151
    long_reach(400, "LR4-6", cwdm, 1, 6e3),            // clause 151
    long_reach(400, "LR4-10", cwdm, 1, 10e3),          // 100G Lambda MSA
    long_reach(400, "FR8", lan_wdm, 1, 2e3),           // clause 122
    long_reach(400, "LR8", lan_wdm, 1, 10e3),          // clause 122
    long_reach(400, "ER8", lan_wdm, 1, 40e3),          // clause 122
    long_reach(400, "ZR", dwdm, 1, 80e3),              // clause 156
    long_reach(400, "DR2", parallel, 2, 500),          // clause 180
    long_reach(400, "DR2-2", parallel, 2, 2e3),        // clause 181
    short_reach(800, "SR8", 8, 60, 100, 100),          // clause 167
    short_reach(800, "VR8", 8, 30, 50, 50),            // clause 167
    long_reach(800, "DR8", parallel, 8, 500),          // clause 124
    long_reach(800, "DR8-2", parallel, 8, 2e3),        // clause 124
    long_reach(800, "DR4", parallel, 4, 500),          // clause 180
    long_reach(800, "DR4-2", parallel, 4, 2e3),        // clause 181
    long_reach(800, "FR4-500", cwdm, 1, 500),          // clause 183
    long_reach(800, "FR4", cwdm, 1, 2e3),              // clause 183
    long_reach(800, "LR4", lan_wdm, 1, 10e3),          // clause 183
    long_reach(800, "LR1", dwdm, 1, 10e3),             // clause 185
    long_reach(1600, "DR8", parallel, 8, 500),         // clause 180
    long_reach(1600, "DR8-2", parallel, 8, 2e3),       // clause 181
};

// Names of the code tables that do not follow the rule below. SFF-8024 tables 4-4 and 4-7.
struct OtherSpelling {
    std::string_view text;
    double rate_gbps = 0;
    std::string_view name;
};
constexpr std::array other_spellings{
    OtherSpelling{"100G PAM4 BiDi", 100, "BiDi"},
    OtherSpelling{"4WDM-10 MSA", 100, "4WDM-10"},
    OtherSpelling{"4WDM-20 MSA", 100, "4WDM-20"},
    OtherSpelling{"4WDM-40 MSA", 100, "4WDM-40"},
};
// Four of the one after it, each on a pair of its own: not one of our rows.
constexpr std::string_view four_of = "4 x ";
// A module without a retimer sends the light that the name before it says (LPO MSA).
constexpr std::string_view linear = "-LPO";

constexpr bool is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// What goes on behind a name makes it another one: "SR4.2", "DR4-2", "LR-BiDi".
bool ends_here(std::string_view rest) {
    if (rest.starts_with(linear)) {
        rest.remove_prefix(linear.size());
    }
    return rest.empty() || (!is_letter_or_digit(rest[0]) && rest[0] != '-' && rest[0] != '.');
}

bool begins_here(std::string_view before) {
    if (before.ends_with(four_of)) {
        return false;
    }
    return before.empty() || (!is_letter_or_digit(before.back()) && before.back() != '.');
}

struct Rate {
    double gbps = 0;
    std::size_t length = 0;  // of its text
};

// "100G", "1.6T" at the beginning.
std::optional<Rate> rate(std::string_view text) {
    double value = 0;
    double place = 0;  // of the next digit behind the point; 0 before it
    std::size_t i = 0;
    constexpr std::size_t longest = 5;
    for (; i < std::min(text.size(), longest); ++i) {
        const char c = text[i];
        if (c == '.' && place == 0 && i > 0) {
            place = 0.1;
        } else if (c >= '0' && c <= '9') {
            value = place == 0 ? value * 10 + (c - '0') : value + place * (c - '0');
            place /= 10;
        } else {
            break;
        }
    }
    if (i == 0 || i >= text.size() || (text[i] != 'G' && text[i] != 'T')) {
        return std::nullopt;
    }
    return Rate{.gbps = text[i] == 'T' ? value * 1000 : value, .length = i + 1};
}

// What may stand between the rate and the name: 100GBASE-SR4, 100G-LR1-20, 100G PSM4, 40GE BiDi.
constexpr std::array<std::string_view, 4> joints{"BASE-", "-", " ", "E "};

const Pmd* row(double gbps, std::string_view name) {
    const auto* found = std::ranges::find_if(rows, [&](const Pmd& pmd) {
        return pmd.name == name && pmd.rate_gbps > gbps - 0.5 && pmd.rate_gbps < gbps + 0.5;
    });
    return found == rows.end() ? nullptr : found;
}

// The row whose name the text begins with, behind its rate.
const Pmd* at_beginning(std::string_view text) {
    for (const OtherSpelling& other : other_spellings) {
        if (text.starts_with(other.text) && ends_here(text.substr(other.text.size()))) {
            return row(other.rate_gbps, other.name);
        }
    }
    const auto speed = rate(text);
    if (!speed) {
        return nullptr;
    }
    const std::string_view behind = text.substr(speed->length);
    for (const std::string_view joint : joints) {
        if (!behind.starts_with(joint)) {
            continue;
        }
        const std::string_view rest = behind.substr(joint.size());
        for (const Pmd& pmd : rows) {
            if (rest.starts_with(pmd.name) && ends_here(rest.substr(pmd.name.size()))) {
                if (const Pmd* found = row(speed->gbps, pmd.name)) {
                    return found;
                }
            }
        }
    }
    return nullptr;
}

}  // namespace

std::string_view text(Grid grid) {
    switch (grid) {
        case short_wave: return "850 nm, parallel";
        case parallel: return "1310 nm, parallel";
        case cwdm: return "1310 nm, CWDM";
        case lan_wdm: return "1310 nm, LAN-WDM";
        case single: return "1310 nm, one lane";
        case bidi: return "two wavelengths near 850 nm, bidirectional";
        case dwdm: return "1550 nm, coherent";
        case swdm: return "850 to 940 nm, SWDM";
    }
    return {};
}

std::span<const Pmd> pmds() {
    return rows;
}

const Pmd* find_pmd(std::string_view code_name) {
    const Pmd* fastest = nullptr;
    for (std::size_t i = 0; i < code_name.size(); ++i) {
        if (!begins_here(code_name.substr(0, i))) {
            continue;
        }
        const Pmd* found = at_beginning(code_name.substr(i));
        if (found != nullptr && (fastest == nullptr || found->rate_gbps > fastest->rate_gbps)) {
            fastest = found;
        }
    }
    return fastest;
}

}  // namespace opticward::cmis
