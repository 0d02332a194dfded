// What a [[port]] says of its cage: where its pins and its temperature can be read. For config/*.cpp only, because of
// what it includes.
#pragma once

#include "config/table_reader.h"
#include "drivers/description.h"

#include <filesystem>

namespace opticward::config {

// `presence`, `reset`, `low_power` and `temperature`. Relative paths start from `folder`.
void read_cage(TableReader& port, const std::filesystem::path& folder, drivers::PortDescription& description);

}  // namespace opticward::config
