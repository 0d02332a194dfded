// What must hold before a parser may see a text: it is UTF-8 without stray control characters, and it is not so deeply
// nested that those who parse, copy or free the tables would use up the stack.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace opticward::config {

struct TextProblem {
    std::size_t line = 0;  // from 1; 0: the text as a whole
    std::string what;

    bool operator==(const TextProblem&) const = default;
};

// Brackets within brackets, and keys with dots, each may be so deep.
inline constexpr std::size_t deepest_nesting = 32;

std::optional<TextProblem> problem_of_text(std::string_view text);
std::optional<TextProblem> problem_of_nesting(std::string_view toml);

}  // namespace opticward::config
