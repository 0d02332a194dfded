// Reads and writes whole files for the command line program. "-" is standard input or output.
#pragma once

#include "daemon/cli/console.h"

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

namespace opticward::daemon::cli {

inline constexpr std::size_t input_limit = 1024 * 1024;

// Or why not, as the end of a sentence about the file: "cannot be opened".
std::expected<std::string, std::string> read_input(const Console& console, const std::string& file);
std::expected<void, std::string> write_output(const Console& console, const std::string& file,
                                              std::string_view content);

}  // namespace opticward::daemon::cli
