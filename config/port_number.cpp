#include "config/port_number.h"

#include "config/plain_text.h"

#include <charconv>
#include <utility>

namespace opticward::config {

namespace {

constexpr std::size_t longest_place = 40;  // as shown in a message
constexpr std::int64_t largest_step = 1'000'000;

struct Place {
    std::string_view word;  // "n", "map", or what else stands between the braces
    std::int64_t step = 0;
};

// "+25" or "-1"; nothing: it is neither.
std::optional<std::int64_t> step_of(std::string_view text) {
    if (text.size() < 2 || (text.front() != '+' && text.front() != '-')) return std::nullopt;
    const bool down = text.front() == '-';
    text.remove_prefix(1);
    if (text.front() < '0' || text.front() > '9') return std::nullopt;
    std::int64_t step = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), step);
    if (error != std::errc{} || end != text.data() + text.size() || step > largest_step) return std::nullopt;
    return down ? -step : step;
}

std::optional<Place> place_of(std::string_view inside) {
    for (const std::string_view word : {std::string_view{"n"}, std::string_view{"map"}}) {
        if (inside == word) return Place{word, 0};
        if (!inside.starts_with(word)) continue;
        if (const auto step = step_of(inside.substr(word.size()))) return Place{word, *step};
    }
    return std::nullopt;
}

std::string in_braces(std::string_view inside) {
    return "{" + printable(inside, longest_place) + "}";
}

std::expected<std::string, std::string> number_for(std::string_view inside, const Place& place,
                                                   const PortNumber& number) {
    if (!number.n) {
        return std::unexpected{in_braces(inside) +
                               " is a number of a port of a range, expected range = { from = 1, to = 32 } beside it"};
    }
    const auto& value = place.word == "map" ? number.mapped : number.n;
    if (!value) return std::unexpected{in_braces(inside) + " has no number, expected a map = [...] in range"};
    if (*value + place.step < 0) {
        return std::unexpected{in_braces(inside) + " is below 0 for n = " + std::to_string(*number.n) +
                               ", expected numbers from 0"};
    }
    return std::to_string(*value + place.step);
}

// What stands for `{inside}`: a number, or the braces as they are.
std::expected<std::string, std::string> replacement(std::string_view inside, const PortNumber& number) {
    if (const auto place = place_of(inside)) return number_for(inside, *place, number);
    if (number.n && !inside.starts_with("page")) {
        return std::unexpected{in_braces(inside) +
                               " stands for nothing, expected {n} or {map}, or with a step {n+1} or {n-1}"};
    }
    return "{" + std::string{inside} + "}";
}

// `replace` is called with what stands between the innermost braces.
template <class Replace>
std::expected<std::string, std::string> replaced(std::string_view text, Replace replace) {
    std::string out;
    for (auto close = text.find('}'); close != std::string_view::npos; close = text.find('}')) {
        const auto open = text.substr(0, close).rfind('{');
        if (open == std::string_view::npos) {
            out.append(text.substr(0, close + 1));
        } else {
            auto part = replace(text.substr(open + 1, close - open - 1));
            if (!part) return part;
            out.append(text.substr(0, open)).append(*part);
        }
        text.remove_prefix(close + 1);
    }
    return out.append(text);
}

}  // namespace

std::expected<std::string, std::string> expanded(std::string_view text, const PortNumber& number) {
    return replaced(text, [&](std::string_view inside) { return replacement(inside, number); });
}

std::string with_numbers(std::string_view text, const PortNumber& number) {
    const auto lenient = [&](std::string_view inside) -> std::expected<std::string, std::string> {
        const auto place = place_of(inside);
        const auto digits = place ? number_for(inside, *place, number) : std::unexpected{std::string{}};
        return digits ? *digits : "{" + std::string{inside} + "}";
    };
    return replaced(text, lenient).value_or(std::string{text});
}

}  // namespace opticward::config
