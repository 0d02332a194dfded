// Text for a terminal: harmless, and as wide as it looks. Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace opticward::daemon::cli {

// One line that cannot steer a terminal or change the order of what is read, whatever the text holds: control characters,
// bidirectional and invisible ones and bytes that are no UTF-8 become escapes.
std::string printable(std::string_view text);

// How many columns a printable text takes.
std::size_t display_width(std::string_view text);

// Padded with blanks on one side to so many columns; a wider text stays whole.
std::string left(std::string_view text, std::size_t width);
std::string right(std::string_view text, std::size_t width);
// Cut to so many columns, and then it ends with "~".
std::string fitted(std::string_view text, std::size_t width);

// `digits` behind the point.
std::string fixed(double value, int digits);
// Whole where it is, at most six digits, without zeros behind the point.
std::string plain(double value);

}  // namespace opticward::daemon::cli
