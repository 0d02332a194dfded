// The JSON of the contract as text. The only place that knows the JSON library. Pure; safe from any thread.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"
#include "cmis/value.h"

#include <expected>
#include <string>
#include <string_view>

namespace opticward::daemon {

enum class JsonStyle : std::uint8_t { compact, pretty };

// Valid UTF-8 whatever the texts hold; a number that is not finite is left out, with its key. No line end.
std::string to_json(const cmis::Value& value, JsonStyle style);

// The value that a JSON text holds, or what is wrong with the text. Text of others: what is no JSON or no UTF-8, null, a
// key that comes twice, and what is nested or sized beyond reason are errors.
std::expected<cmis::Value, std::string> from_json(std::string_view text);

// The module object with the file that it was read from in front.
cmis::Value with_file(std::string_view file, const cmis::Value& module);

}  // namespace opticward::daemon
