// What the interface Module says: all that does not change while the module stays. Plain values; pure.
#pragma once

#include "cmis/value.h"
#include "daemon/judge/snapshot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace opticward::daemon::bus {

// The properties of the XML under their names. Texts can be sent as they are; a quantity that is not stated is NaN.
struct ModuleProperties {
    std::string form_factor;
    std::string management_interface;
    std::string management_revision;
    std::string vendor_name;
    std::string part_number;
    std::string serial_number;
    std::string revision;
    std::string vendor_oui;
    std::string date_code;
    std::string firmware_version;
    std::string connector;
    std::string media_type;
    std::vector<std::string> compliance;
    std::uint32_t supported_modes = 0;
    std::uint32_t lane_count = 0;
    double wavelength = 0;
    double cable_length = 0;
    double max_power = 0;
    std::vector<cmis::Value> applications;  // objects
};
ModuleProperties module_properties(const Insertion& insertion, const ModuleFacts& facts);

// The numbers of CMIS; 0 where it is not known, or was read too long ago.
std::uint32_t module_state(const PortSnapshot& port);

// How many lanes the arrays have: up to the last that is implemented.
std::size_t lane_count(std::uint32_t lanes);

}  // namespace opticward::daemon::bus
