// Whole attribute files of sysfs, which are short texts.
#pragma once

#include "drivers/result.h"

#include <filesystem>
#include <string>

namespace opticward::drivers {

inline constexpr std::size_t small_file_limit = 4096;

// The text without white space at its end. A file longer than the limit is no attribute: bus_error.
Result<std::string> read_small_file(const std::filesystem::path& path);

}  // namespace opticward::drivers
