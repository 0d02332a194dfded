// A module as an operator reads it: who it is, each monitor with its limits on one line, what is wrong. Pure.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"
#include "daemon/cli/console.h"

#include <string>
#include <string_view>

namespace opticward::daemon::cli {

// `file` heads the text unless it is empty.
std::string module_text(const Console& console, std::string_view file, const cmis::Module& module,
                        const cmis::MemoryMap& memory);

// The block of monitors, one line each; empty where the module has none.
std::string monitors_text(const Console& console, const cmis::Module& module);

}  // namespace opticward::daemon::cli
