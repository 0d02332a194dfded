// Numbers that a user gives. Pure.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace opticward::daemon::cli {

// Decimal digits and nothing else, at most `most`.
inline std::optional<std::uint32_t> whole_number(std::string_view text, std::uint32_t most) {
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc{} && read.ptr == end && number <= most ? std::optional{number} : std::nullopt;
}

}  // namespace opticward::daemon::cli
