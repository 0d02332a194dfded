// The commands of `opticward`. Each gets the words behind its name and returns the exit code. One thread; no exception
// leaves.
#pragma once

#include "daemon/cli/console.h"

#include <span>
#include <string>

namespace opticward::daemon::cli {

int run(std::span<const std::string> words, Console& console);

int decode(std::span<const std::string> words, Console& console);
int encode(std::span<const std::string> words, Console& console);

}  // namespace opticward::daemon::cli
