// The JSON of the contract as text. The only place that knows the JSON library. Pure; safe from any thread.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"
#include "cmis/value.h"

#include <string>
#include <string_view>

namespace opticward::daemon {

enum class JsonStyle : std::uint8_t { compact, pretty };

// Valid UTF-8 whatever the texts hold; a number that is not finite is left out, with its key. No line end.
std::string to_json(const cmis::Value& value, JsonStyle style);

// The module object with the file that it was read from in front.
cmis::Value with_file(std::string_view file, const cmis::Value& module);

}  // namespace opticward::daemon
