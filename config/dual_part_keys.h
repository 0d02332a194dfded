// [[dual_part]]: THE list of its keys. For config/*.cpp only, because of what it includes.
#pragma once

#include "config/dual_parts.h"
#include "config/table_reader.h"

#include <vector>

namespace opticward::config {

inline constexpr std::size_t most_dual_parts = 1000;  // of all files, a vendor each

// Adds the rows of one file, in its order, and where their keys stand. A row with a list of vendors becomes several.
void read_dual_parts(TableReader& file, Problems& problems, std::vector<DualPart>& parts,
                     std::vector<SettingOrigin>& origins);

}  // namespace opticward::config
