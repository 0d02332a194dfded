// Text that may be shown on a terminal and stand in one line of a log.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace opticward::config {

// Of UTF-8: C0 and C1 controls and DEL.
bool has_control_character(std::string_view text);

// The text with each control character as "?", cut after so many bytes (between characters) with "..." behind it.
std::string printable(std::string_view text, std::size_t longest);

// Can be the name of a bus or port: a label of metrics and part of paths of D-Bus and HTTP. Not empty, at most
// longest_name bytes, no control characters, no "/", neither "." nor "..", no blank at either end.
bool is_good_name(std::string_view name);

}  // namespace opticward::config
