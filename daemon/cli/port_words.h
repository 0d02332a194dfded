// What a port of the JSON contract comes to, in a word. Pure.
#pragma once

#include "cmis/value.h"
#include "daemon/cli/console.h"

#include <optional>
#include <string>
#include <string_view>

namespace opticward::daemon::cli {

Colour severity_colour(std::string_view severity);
Colour state_colour(std::string_view state);
// 0 none, 1 info, 2 warning, 3 critical.
int severity_rank(std::string_view severity);

// The worst of the port's alerts; "none" where it has none.
std::string worst_severity(const cmis::Value& port);
// match, mismatch, ...; empty: there is none.
std::string protocol_verdict(const cmis::Value& port);
// The lowest of all lanes, by the key of a lane; nothing where no lane has it.
std::optional<double> weakest_lane(const cmis::Value& port, std::string_view key);

// The bytes of a module cannot be read, or are none of a module that we know.
bool is_unreadable(std::string_view state);

std::string with_line_end(std::string text);

}  // namespace opticward::daemon::cli
