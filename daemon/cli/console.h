// Where the command line program reads and writes: the standard streams, or a test's. One thread.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace opticward::daemon::cli {

struct Console {
    std::istream& in;
    std::ostream& out;
    std::ostream& error;
    bool colour = false;
};

// Exit codes (contracts.md): of many files the worst.
inline constexpr int exit_good = 0;
inline constexpr int exit_unreadable = 1;
inline constexpr int exit_error = 2;

enum class Colour : std::uint8_t { none, bold, red, yellow, dim };

// The text between the terminal's codes; the text itself without colour.
std::string painted(const Console& console, Colour colour, std::string_view text);

// One line for a person about what went wrong, control characters escaped.
void complain(const Console& console, std::string_view what);

}  // namespace opticward::daemon::cli
