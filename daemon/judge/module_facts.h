// What publishers say about a module besides its measurements: worked out once per insertion. Immutable.
#pragma once

#include "cmis/interpretation.h"
#include "cmis/module.h"
#include "daemon/judge/monitors.h"
#include "daemon/judge/port_mode.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace opticward::daemon {

struct MonitorFacts {
    bool supported = false;
    std::optional<cmis::Limits<double>> limits;  // only such as can be believed
};

// Texts are valid UTF-8 and empty where the module does not say.
struct ModuleFacts {
    std::string form_factor;
    std::string management;  // the memory map: "SFF-8636", "CMIS"
    std::string vendor;
    std::string part_number;
    std::string serial_number;
    std::string revision;
    std::string oui;
    std::string date_code;
    std::string connector;
    std::string media;
    std::string firmware_version;
    cmis::LaneCounts lanes;
    // Whose flags and monitors mean something; bit i is lane i + 1. The same for both sides of an SFF-8636 module.
    std::uint32_t host_lanes = 0;
    std::uint32_t media_lanes = 0;
    std::optional<cmis::Watts> max_power;
    std::optional<cmis::Meters> wavelength;
    std::optional<cmis::Meters> cable_length;
    std::array<MonitorFacts, monitor_count> monitors{};
    DeclaredByModule declared;

    std::uint32_t lanes_on(cmis::LaneSide side) const {
        return side == cmis::LaneSide::host ? host_lanes : media_lanes;
    }
};

ModuleFacts facts_of(const cmis::Module& module, bool checksums_ok);

// Bit i: lane i + 1 is in use, by the controls and the live part of `module`.
std::uint32_t lanes_in_use(const cmis::Module& module, cmis::LaneSide side);

}  // namespace opticward::daemon
