// Text of a module: vendor strings to valid UTF-8, and text to one printable line.
// Pure; safe from any thread.
#pragma once

#include "cmis/memory_map.h"

#include <string>
#include <string_view>

namespace opticward::cmis {

// A text field (ASCII, space padded by SFF-8636 and CMIS) as valid UTF-8. Trailing spaces and NULs are dropped; each
// other NUL and each byte above 7Fh becomes U+FFFD, so that dirt stays visible; control characters are kept, the
// edges escape them. A field of only FFh or only 00h is not programmed and gives "".
std::string clean_text(Bytes field);

// For one line of output: control characters as \n, \r, \t or \xNN, a backslash as \\; all else unchanged.
std::string escape_control(std::string_view text);

}  // namespace opticward::cmis
