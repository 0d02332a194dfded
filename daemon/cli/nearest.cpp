#include "daemon/cli/nearest.h"

#include <algorithm>
#include <utility>

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t most_names = 4;
constexpr std::size_t longest_name = 64;  // of longer words only the beginning is compared
constexpr std::size_t short_name = 3;

std::string folded(std::string_view name) {
    std::string text{name.substr(0, longest_name)};
    for (char& letter : text) {
        if (letter >= 'A' && letter <= 'Z') {
            letter = static_cast<char>(letter - 'A' + 'a');
        }
    }
    return text;
}

}  // namespace

std::size_t edit_distance(std::string_view one, std::string_view other) {
    const std::string from = folded(one);
    const std::string to = folded(other);
    std::vector<std::vector<std::size_t>> cost(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
    for (std::size_t i = 0; i <= from.size(); ++i) {
        for (std::size_t j = 0; j <= to.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            const std::size_t change = from[i - 1] == to[j - 1] ? 0 : 1;
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
            }
        }
    }
    return cost[from.size()][to.size()];
}

std::vector<std::string> nearest(std::string_view name, std::span<const std::string> known) {
    const std::size_t most_edits = name.size() <= short_name ? 1 : 2;
    std::vector<std::pair<std::size_t, std::string>> close;
    for (const std::string& candidate : known) {
        const std::size_t edits = edit_distance(name, candidate);
        if (edits <= most_edits) {
            close.emplace_back(edits, candidate);
        }
    }
    std::ranges::stable_sort(close, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(close.size(), most_names); ++i) {
        names.push_back(close[i].second);
    }
    return names;
}

std::string suggestion(std::string_view name, std::span<const std::string> known) {
    const std::vector<std::string> names = nearest(name, known);
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string_view between = i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        text += std::string{between} + names[i];
    }
    return text.empty() ? text : "; did you mean " + text + "?";
}

}  // namespace opticward::daemon::cli
