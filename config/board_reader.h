// [[bus]] and [[port]] of a configuration file. For config/*.cpp only, because of what it includes.
#pragma once

#include "config/settings.h"
#include "config/table_reader.h"

#include <filesystem>

namespace opticward::config {

// Fills `settings.buses` and `settings.ports`; `settings.poll` has been read. Relative paths start from `folder`.
void read_board(TableReader& file, const std::filesystem::path& folder, Settings& settings, Problems& problems);

}  // namespace opticward::config
