// What decides, besides the protocol, whether a module can make a link: the class of its lanes, its medium, how many ends
// it has, how much power it wants. All of it is what the module says; nothing means that it does not say. Pure; safe
// from any thread.
//
// Sources: SFF-8636 2.11 bytes 93, 107, 113, 116, 129, 131, 138, 139, 140, 147, 164, 192, 222; CMIS 5.3 application
// descriptors and page 00h bytes 201, 210, 211 (far ends: table 8-34 of CMIS 5.2); SFF-8024 4.14 tables 4-4 to 4-8;
// reaches: IEEE 802.3 (in pmd.h).
#pragma once

#include "cmis/interpretation.h"
#include "cmis/module.h"
#include "cmis/pmd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace opticward::cmis {

// How one electrical lane signals; slowest first. FDR (14G) counts as 25G NRZ. Lanes of 200G have no class here.
enum class LaneClass : std::uint8_t { nrz_10g, nrz_25g, pam4_50g, pam4_100g };
inline constexpr std::size_t lane_class_count = 4;

std::string_view text(LaneClass lane_class);  // "25G NRZ"

// A set of lane classes: a cable that is coded for EDR and HDR runs at both.
class LaneClasses {
public:
    constexpr LaneClasses() = default;
    constexpr void add(LaneClass lane_class) { bits_ |= mask(lane_class); }
    constexpr bool has(LaneClass lane_class) const { return (bits_ & mask(lane_class)) != 0; }
    constexpr bool any() const { return bits_ != 0; }
    // Nothing where the set is empty.
    std::optional<LaneClass> fastest() const;
    std::optional<LaneClass> slowest() const;

    bool operator==(const LaneClasses&) const = default;

private:
    static constexpr unsigned mask(LaneClass lane_class) { return 1U << static_cast<unsigned>(lane_class); }

    unsigned bits_ = 0;
};

// A cable whose far side has several ends, or one of those ends.
struct Breakout {
    // Ends at the far side: 1 is a straight cable, nothing is not specified (also by every module without a cable).
    std::optional<unsigned> far_ends;
    // Lanes that this end has of those that its form factor has: 2 at the tail of a 200G to 2x100G cable. Nothing: all, or
    // not said.
    std::optional<unsigned> near_lanes;
    std::string evidence = {};  // "byte 113 = 0x50 (far end 2x2)"; CMIS: bytes 210 and 211 of page 00h

    bool operator==(const Breakout&) const = default;
};

struct LinkTraits {
    std::string_view form_factor;  // as form_factor() names it; empty: not known
    LaneClasses lane_classes;
    // The codes that give the classes, each named as in the code tables: "byte 192 = 0x43 (200GBASE-FR4)"; joined by "; ".
    // Where no code does: "byte 140 = 0x67 (10.3 GBd)". Empty with the set.
    std::string lane_evidence;
    MediaType medium = MediaType::unknown;
    bool captive_cable = false;
    // What it sends into the fibre, by its fastest code; nullptr: copper, a cable that cannot be unplugged, or it does not
    // say, as modules with InfiniBand codes only.
    const Pmd* pmd = nullptr;
    LaneCounts lanes;
    // Of all host lanes together, by the fastest code, rounded as the code names it: 200e9. A cable's lanes that are here.
    std::optional<double> max_bits_per_second;
    Breakout breakout;
    std::optional<Meters> cable_length;
    std::optional<Watts> max_power;
    // The class is one that the module may use only after it was allowed to (SFF-8636 classes 5 to 8), and whether it
    // was (byte 93 bits 2 and 3). Nothing for CMIS modules, whose state machine tells.
    std::optional<bool> high_power_enabled;

    bool operator==(const LinkTraits&) const = default;
};

LinkTraits link_traits(const Module& module);

}  // namespace opticward::cmis
