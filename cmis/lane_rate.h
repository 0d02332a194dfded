// How fast one lane is by the rows of the code tables. Pure; safe from any thread.
#pragma once

#include "cmis/codes.h"
#include "cmis/module.h"

#include <optional>

namespace opticward::cmis {

// Gb/s of one lane of the interface that the row names; 0: not stated.
double lane_gbps(const CodeRow* row);

// Gb/s of one host lane by byte 192 (or 116) of SFF-8636, which names what is sent into the fibre; 0: not stated.
double host_lane_gbps(std::optional<Code<CodeTable::extended_compliance>> code);

// By byte 139 (SFF-8024 table 4-2).
bool is_pam4(const Module& module);

}  // namespace opticward::cmis
