// Text to TOML tables, whatever the text is: no exception leaves, and no depth of it can use up the stack. For
// config/*.cpp only, because of what it includes.
#pragma once

#include "config/settings.h"

#include <expected>
#include <string>
#include <string_view>
#include <toml++/toml.h>

namespace opticward::config {

// `file` becomes the source of every node and of the problem. The parser stops at the first thing that is no TOML.
std::expected<toml::table, SettingsProblem> parse_toml(std::string_view text, const std::string& file);

}  // namespace opticward::config
