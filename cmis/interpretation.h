// What people call the things that a Module holds: pure functions over it, in SI units. Nothing here reads bytes; where a
// rule needs the raw form of a value (a code, a "see another byte") the module keeps it.
//
// An empty text, an empty optional or `unknown` means that the module does not say. Safe from any thread, no allocation
// but for the texts. Sources: SFF-8636 2.11, CMIS 5.3, SFF-8024 4.14; the traps of both as the comments name them.
#pragma once

#include "cmis/module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace opticward::cmis {

// What kind of module it is: "QSFP+", "QSFP28", "QSFP56", "QSFP112", "QSFP-DD", "OSFP", ... The identifier names the memory
// map; within the QSFP family the speed of the lanes names the form factor. Empty: not known.
std::string_view form_factor(const Module& module);
std::string_view text(MemoryModelId model);
// The identifier that is believed: byte 0; its copy in byte 128 where byte 0 was not read or both are of the QSFP family.
std::optional<Code<CodeTable::identifier>> identifier(const Module& module);
// "SFF-8636 2.8-2.10", "CMIS 5.2".
std::string revision_compliance(const Module& module);

enum class MediaType : std::uint8_t { unknown, optical, passive_copper, active_copper, base_t };
std::string_view text(MediaType type);
// By what the transmitter is, not by what the interface is called: an active optical cable is optical.
MediaType media_type(const Module& module);
// "850 nm VCSEL", "Copper cable unequalized".
std::string media(const Module& module);
// The cable cannot be unplugged from the module: a direct attach or active cable.
bool has_captive_cable(const Module& module);

// Lanes are numbered from 1. Lane i of the host side and lane i of the media side are different things.
enum class LaneSide : std::uint8_t { host, media };
struct LaneCounts {
    unsigned host = 0;
    unsigned media = 0;

    bool operator==(const LaneCounts&) const = default;
};
// What the module implements over all its applications: a 2x400G module has 8 and 8, a 100GBASE-DR module 4 and 1.
LaneCounts lane_counts(const Module& module);
// Bit i: the module says that it lacks media lane i + 1. Lacking all of them is what an erased byte says, and means none.
std::uint8_t unsupported_media_lanes(const Module& module);
bool lane_implemented(const Module& module, unsigned lane, LaneSide side);
// Implemented, and part of a data path where the module says which lanes are.
bool lane_in_use(const Module& module, unsigned lane, LaneSide side);
// The side that a lane flag speaks of (CMIS table 8-72 to 8-74): LOS and LOL of the transmitter are seen on host lanes.
LaneSide side(LaneFlag flag);

// Which monitors have a meaning. Not `known`: a CMIS module whose page 01h was not read; everything is taken as supported.
struct MonitorSupport {
    bool known = true;
    bool temperature = false;
    bool supply_voltage = false;
    bool aux1 = false;
    bool aux2 = false;
    bool aux3 = false;
    bool custom = false;
    bool tx_bias = false;
    bool tx_power = false;
    bool rx_power = false;

    bool operator==(const MonitorSupport&) const = default;
};
MonitorSupport monitor_support(const Module& module);
std::string_view text(RxPowerKind kind);

// Whether a set of thresholds can be used. Absent: not read, all zero or all FFh. Implausible: some low level is not below
// some high level; to be shown and never judged against.
enum class LimitsState : std::uint8_t { absent, plausible, implausible };
LimitsState limits_state(const std::optional<Limits<Celsius>>& limits);
LimitsState limits_state(const std::optional<Limits<Volts>>& limits);
LimitsState limits_state(const std::optional<Limits<Amperes>>& limits);
LimitsState limits_state(const std::optional<Limits<Watts>>& limits);

// 1 to 8.
std::optional<unsigned> power_class(const Module& module);
// By the watts that the module states, else (SFF-8636 classes 1 to 7) by its class. CMIS classes mean different watts in
// each form factor, so they are not translated.
std::optional<Watts> max_power(const Module& module);
// Of an SFF-8636 power class; nothing for 8, which has no fixed figure.
std::optional<Watts> class_power(unsigned power_class);
// 70 where an SFF-8636 module leaves the byte 0.
std::optional<Celsius> max_case_temperature(const Module& module);

// Symbols a second, of one lane.
std::optional<Baud> signaling_rate(const Module& module);

// Reach over each fibre; 0: not made for that fibre. Nothing where the module is a cable or says nothing at all.
struct Reach {
    std::optional<Meters> smf;
    std::optional<Meters> om5;
    std::optional<Meters> om4;
    std::optional<Meters> om3;
    std::optional<Meters> om2;
    std::optional<Meters> om1;
};
std::optional<Reach> reach(const Module& module);
std::optional<Meters> length_of_cable(const Module& module);
// The lengths whose register is at its end, "longer than this", as the words of a note.
std::string longer_than_register(const Module& module);
std::optional<Meters> wavelength(const Module& module);
std::optional<Meters> wavelength_tolerance(const Module& module);

// "2.7"; empty where not reported (0.0) or where the image is invalid (FFh.FFh).
std::string firmware_version(const Module& module);
std::string inactive_firmware_version(const Module& module);
std::string hardware_version(const Module& module);
bool firmware_image_invalid(const Module& module);

// "2024-01-01" where the six digits are a date, else the text as it is. Years are 20YY.
std::string date_code(const Module& module);
// The two characters behind the date; empty where there are none.
std::string lot_code(const Module& module);
// "00:02:c9"; empty where it is all zero.
std::string vendor_oui(const Module& module);

// The state of the module; derived for SFF-8636, which has no state machine.
std::optional<ModuleState> module_state(const Module& module);
std::string_view text(ModuleState state);
std::string_view text(DataPathState state);
std::string_view text(ChecksumState state);

}  // namespace opticward::cmis
