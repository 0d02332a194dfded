#include "config/nearest_word.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace opticward::config {

namespace {

constexpr std::size_t longest_compared = 64;
constexpr std::size_t letters_a_mistake = 3;  // so many letters of a word allow for one mistake

// Edits between two words; two letters that changed places are one.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                edits[i][j] = i + j;
                continue;
            }
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1, edits[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
            }
        }
    }
    return edits[a.size()][b.size()];
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> words) {
    std::string_view nearest;
    if (word.size() > longest_compared) {
        return nearest;
    }
    std::size_t fewest = word.size() / letters_a_mistake + 1;
    for (const std::string_view candidate : words) {
        if (candidate.size() > longest_compared) {
            continue;
        }
        const std::size_t edits = distance(word, candidate);
        if (edits < fewest) {
            fewest = edits;
            nearest = candidate;
        }
    }
    return nearest;
}

}  // namespace opticward::config
