// What stands for {n} and {map} in the texts of one port of a range. Pure.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace opticward::config {

struct PortNumber {
    std::optional<std::int64_t> n;       // nothing: the port stands for itself only
    std::optional<std::int64_t> mapped;  // its number in the `map` of the range
};

// The text with {n}, {n+25}, {n-1}, {map} and the like as numbers, {page} and its kin as they are; in a port of no range
// every other brace is left alone. Or what is wrong with it, ending with what was expected.
std::expected<std::string, std::string> expanded(std::string_view text, const PortNumber& number);

// The same, for people: whatever is no number stays as it is.
std::string with_numbers(std::string_view text, const PortNumber& number);

}  // namespace opticward::config
