// The rows of each axis, in the order in which they are tried. Constants; any thread.
#pragma once

#include "daemon/judge/compatibility.h"

#include <span>

namespace opticward::daemon::rules {

std::span<const RuleRow> protocol();
std::span<const RuleRow> speed_width();
std::span<const RuleRow> breakout();
std::span<const RuleRow> fibre_reach();
std::span<const RuleRow> power();
std::span<const RuleRow> fec();
std::span<const RuleRow> host();

}  // namespace opticward::daemon::rules
