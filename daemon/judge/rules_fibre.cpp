// Axis "fibre_reach": whether both ends send the same light, into a fibre that carries it so far. protocol_mode.md, rows
// M21-M24; reaches: cmis/pmd.h.
#include "daemon/judge/link_conditions.h"
#include "daemon/judge/rules.h"

#include <algorithm>
#include <array>

namespace opticward::daemon::rules {

namespace {

using cmis::FibreKind;
using cmis::Grid;
using cmis::Pmd;
using drivers::Cabling;

// M23: what passive copper carries, by its fastest lanes, in meters; 10G lanes carry further than any such cable is long.
struct CopperReach {
    cmis::LaneClass lane_class = cmis::LaneClass::nrz_25g;
    double meters = 0;
};
constexpr std::array copper_reaches{CopperReach{cmis::LaneClass::nrz_25g, 5}, CopperReach{cmis::LaneClass::pam4_50g, 3},
                                    CopperReach{cmis::LaneClass::pam4_100g, 2}};

const Pmd* far_pmd(const LinkFacts& f) {
    return f.far_end ? f.far_end->traits.pmd : nullptr;
}
bool both_known(const LinkFacts& f) {
    return f.traits.pmd != nullptr && far_pmd(f) != nullptr;
}
// One fibre a lane: a port of four such lanes talks to four ports of one.
Grid as_received(Grid grid) {
    return grid == Grid::single ? Grid::parallel : grid;
}
bool other_grid(const LinkFacts& f) {
    return both_known(f) && f.traits.pmd->fibre == far_pmd(f)->fibre &&
           as_received(f.traits.pmd->grid) != as_received(far_pmd(f)->grid);
}
bool wavelength_division(Grid grid) {
    return grid == Grid::cwdm || grid == Grid::lan_wdm;
}
bool both_wavelength_division(const LinkFacts& f) {
    return both_known(f) && wavelength_division(f.traits.pmd->grid) && wavelength_division(far_pmd(f)->grid);
}
bool multimode(Cabling cabling) {
    return cabling == Cabling::om3 || cabling == Cabling::om4 || cabling == Cabling::om5;
}
bool is_wrong_fibre(const LinkFacts& f) {
    if (f.traits.pmd == nullptr || f.traits.captive_cable || !f.expected.cabling) return false;
    if (f.traits.pmd->fibre == FibreKind::multimode) return !multimode(*f.expected.cabling);
    return *f.expected.cabling != Cabling::os2;
}

double fibre_limit(const Pmd& pmd, std::optional<Cabling> cabling) {
    if (!cabling) return std::max({pmd.om3, pmd.om4, pmd.om5, pmd.os2});
    switch (*cabling) {
        case Cabling::om3: return pmd.om3;
        case Cabling::om4: return pmd.om4;
        case Cabling::om5: return pmd.om5;
        case Cabling::os2: return pmd.os2;
        case Cabling::copper: break;
    }
    return 0;
}

std::optional<double> length(const LinkFacts& f) {
    if (f.expected.length_meters) return f.expected.length_meters;
    if (f.traits.captive_cable && f.traits.cable_length) return f.traits.cable_length->value;
    return std::nullopt;
}

// In meters; nothing: no limit is known.
std::optional<double> limit(const LinkFacts& f) {
    if (f.traits.medium == cmis::MediaType::passive_copper) {
        const auto fastest = f.traits.lane_classes.fastest();
        const auto row = std::ranges::find_if(copper_reaches,
                                              [&fastest](const CopperReach& one) { return fastest == one.lane_class; });
        return row == copper_reaches.end() ? std::nullopt : std::optional(row->meters);
    }
    if (f.traits.pmd == nullptr || f.traits.captive_cable) return std::nullopt;
    const double reach = fibre_limit(*f.traits.pmd, f.expected.cabling);
    return reach > 0 ? std::optional(reach) : std::nullopt;
}

constexpr Condition other_fibre_kind{
    "one end is for multimode fibre, the other for single-mode",
    [](const LinkFacts& f) { return both_known(f) && f.traits.pmd->fibre != far_pmd(f)->fibre; }};
constexpr Condition unlike_light{"both ends are known and send unlike light", other_grid};
constexpr Condition two_wdm{"both ends send four wavelengths on one fibre", both_wavelength_division};
constexpr Condition not_two_wdm{"not both ends send four wavelengths on one fibre",
                                [](const LinkFacts& f) { return !both_wavelength_division(f); }};
constexpr Condition wrong_fibre{"the cabling is not what the module is made for", is_wrong_fibre};
constexpr Condition too_long{"length and reach are known, and the length is over the reach", [](const LinkFacts& f) {
                                 const auto meters = length(f);
                                 const auto reach = limit(f);
                                 return meters && reach && *meters > *reach;
                             }};
constexpr Condition within_reach{"length and reach are known",
                                 [](const LinkFacts& f) { return length(f) && limit(f); }};

constexpr std::array m21{other_fibre_kind, conditions::not_up};
constexpr std::array m22{unlike_light, not_two_wdm};
constexpr std::array m22_wdm{unlike_light, two_wdm};
constexpr std::array m24{wrong_fibre};
constexpr std::array m23{too_long};
constexpr std::array reaches{within_reach};

std::string light_words(const Pmd* pmd) {
    return pmd == nullptr ? std::string{} : std::string(pmd->name) + " (" + std::string(cmis::text(pmd->grid)) + ")";
}

std::vector<std::string> evidence(const LinkFacts& f) {
    std::vector<std::string> found;
    if (f.traits.pmd != nullptr) add_if(found, "this end: " + light_words(f.traits.pmd));
    if (f.far_end && far_pmd(f) != nullptr) add_if(found, f.far_end->name + ": " + light_words(far_pmd(f)));
    if (f.traits.pmd == nullptr) add_if(found, f.traits.lane_evidence);
    if (f.expected.cabling) add_if(found, "cabling " + std::string(drivers::text(*f.expected.cabling)));
    if (const auto meters = length(f)) add_if(found, "length " + number_words(*meters) + " m");
    if (const auto reach = limit(f)) add_if(found, "reach " + number_words(*reach) + " m");
    return found;
}

constexpr std::string_view same_at_both_ends = "Fit the same kind of optic (SR4, DR4, FR4, LR4) at both ends.";

constexpr std::array rows{
    RuleRow{.id = "M21",
            .axis = Axis::fibre_reach,
            .kind = VerdictKind::mismatch,
            .weight = Weight::critical,
            .confidence = Confidence::high,
            .title = "multimode facing single-mode",
            .conditions = m21,
            .sentence =
                [](const LinkFacts& f) {
                    return "This end is " + light_words(f.traits.pmd) + ", the other " + light_words(far_pmd(f)) + ".";
                },
            .remedy = same_at_both_ends,
            .evidence = evidence},
    RuleRow{.id = "M24",
            .axis = Axis::fibre_reach,
            .kind = VerdictKind::mismatch,
            .weight = Weight::critical,
            .confidence = Confidence::high,
            .title = "an optic on the wrong fibre",
            .conditions = m24,
            .sentence =
                [](const LinkFacts& f) {
                    return light_words(f.traits.pmd) + " is not made for cabling of kind " +
                           std::string(f.expected.cabling ? drivers::text(*f.expected.cabling) : "") + ".";
                },
            .remedy = "Change the fibre or the optic, or correct the fibre of the port in the configuration.",
            .evidence = evidence},
    RuleRow{.id = "M22",
            .axis = Axis::fibre_reach,
            .kind = VerdictKind::mismatch,
            .weight = Weight::major,
            .confidence = Confidence::high,
            .title = "parallel facing wavelength division",
            .conditions = m22,
            .sentence =
                [](const LinkFacts& f) {
                    return "This end is " + light_words(f.traits.pmd) + ", the other " + light_words(far_pmd(f)) + ".";
                },
            .remedy = same_at_both_ends,
            .evidence = evidence},
    RuleRow{.id = "M22",
            .axis = Axis::fibre_reach,
            .kind = VerdictKind::degraded,
            .weight = Weight::warning,
            .confidence = Confidence::high,
            .title = "CWDM facing LAN-WDM",
            .conditions = m22_wdm,
            .sentence =
                [](const LinkFacts& f) {
                    return "This end is " + light_words(f.traits.pmd) + ", the other " + light_words(far_pmd(f)) +
                           ": their wavelengths differ.";
                },
            .remedy = same_at_both_ends,
            .evidence = evidence},
    RuleRow{.id = "M23",
            .axis = Axis::fibre_reach,
            .kind = VerdictKind::degraded,
            .weight = Weight::warning,
            .confidence = Confidence::high,
            .title = "a link longer than its reach",
            .conditions = m23,
            .sentence =
                [](const LinkFacts& f) {
                    return "The link is " + number_words(length(f).value_or(0)) + " m long; the reach is " +
                           number_words(limit(f).value_or(0)) + " m.";
                },
            .remedy = "Use a shorter cable or an optic of longer reach.",
            .evidence = evidence},
    RuleRow{.axis = Axis::fibre_reach,
            .kind = VerdictKind::match,
            .confidence = Confidence::high,
            .title = "a link within its reach",
            .conditions = reaches,
            .sentence =
                [](const LinkFacts& f) {
                    return "The link is " + number_words(length(f).value_or(0)) + " m long; the reach is " +
                           number_words(limit(f).value_or(0)) + " m.";
                },
            .evidence = evidence},
};

}  // namespace

std::span<const RuleRow> fibre_reach() {
    return rows;
}

}  // namespace opticward::daemon::rules
