// What somebody who mistyped a word may have meant.
#pragma once

#include <span>
#include <string_view>

namespace opticward::config {

// The one of `words` that needs the fewest letters changed, left out, added or swapped to become `word`; empty when even
// that needs too many, or nothing is that short. The first of several.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> words);

}  // namespace opticward::config
