// Which name was meant. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon::cli {

// Letters to add, drop, change or swap with their neighbour to make one of the other; case counts nothing.
std::size_t edit_distance(std::string_view one, std::string_view other);

// The names that are at most two edits away (one, for a short word), nearest first, at most four.
std::vector<std::string> nearest(std::string_view name, std::span<const std::string> known);

// "; did you mean swp1 or swp2?", or nothing.
std::string suggestion(std::string_view name, std::span<const std::string> known);

}  // namespace opticward::daemon::cli
