// A tree of values as indented lines, for what has no better form. Pure.
#pragma once

#include "cmis/value.h"

#include <string>

namespace opticward::daemon::cli {

// "key: value" a line, deeper levels indented by two; a code is printed by its name. Printable, with line ends.
std::string value_text(const cmis::Value& value);

// A value on one line; of an array its elements with commas.
std::string value_words(const cmis::Value& value);

}  // namespace opticward::daemon::cli
