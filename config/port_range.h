// A [[port]] that stands for many: `range` gives their numbers, and {n} in its texts stands for the number of each. For
// config/*.cpp only, because of what it includes.
#pragma once

#include "config/table_reader.h"

#include <vector>

namespace opticward::config {

// What the texts of each port of the range say for {n} and {map}; one number without either where there is no `range`.
// Empty: the range is wrong, which was reported.
std::vector<PortNumber> read_range(TableReader& port);

}  // namespace opticward::config
