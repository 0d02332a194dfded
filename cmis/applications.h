// The applications of a CMIS module (CMIS 8.2.11): which host interface over how many lanes becomes which media interface.
// Pure; safe from any thread.
#pragma once

#include "cmis/module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace opticward::cmis {

// One application as people read it.
struct Application {
    unsigned number = 0;  // AppSel code, from 1
    Code<CodeTable::host_interface> host_interface;
    std::uint8_t media_interface = 0;
    unsigned host_lanes = 0;  // of one instance; by the interface code where the descriptor leaves it 0
    unsigned media_lanes = 0;
    std::vector<unsigned> host_lane_starts;  // lanes from 1
    std::vector<unsigned> media_lane_starts;

    bool operator==(const Application&) const = default;
};

// The list ends at the first host interface FFh; a descriptor of zeros is padding and is left out.
std::vector<Application> applications(const Module& module);

// Whether descriptor `index` (from 0) is an application, by the same rule; nullptr where it is not.
const ApplicationDescriptor* application_at(const Module& module, std::size_t index);

// The lanes of one instance, 1..8.
unsigned host_lanes(const ApplicationDescriptor& descriptor);
unsigned media_lanes(const Module& module, const ApplicationDescriptor& descriptor);
// How many of it fit side by side on the host lanes that it may start on: 2 of a 400GAUI-4 in a 2x400G module.
unsigned instances(const ApplicationDescriptor& descriptor);

// The table that the media interface codes of the module are of; nothing for an undefined or custom media type.
std::optional<CodeTable> media_interface_table(const Module& module);
std::string media_interface_name(const Module& module, std::uint8_t code);

}  // namespace opticward::cmis
