#include "config/dual_parts.h"

#include "config/dual_part_keys.h"
#include "config/dual_parts_text.h"
#include "config/toml_text.h"

#include <algorithm>
#include <ranges>

namespace opticward::config {

namespace {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view text, std::string_view part) {
    return !part.empty() && !std::ranges::search(text, part, {}, lower, lower).empty();
}

// "*" is any text, none too, "?" any character. Time: at most the product of both lengths.
bool fits(std::string_view pattern, std::string_view text) {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t behind_star = std::string_view::npos;
    std::size_t retry = 0;  // where the text of the last star would end one character later
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            behind_star = ++p;
            retry = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || lower(pattern[p]) == lower(text[t]))) {
            ++p;
            ++t;
        } else if (behind_star != std::string_view::npos) {
            p = behind_star;
            t = ++retry;
        } else {
            return false;
        }
    }
    const std::string_view rest = pattern.substr(p);
    return std::ranges::all_of(rest, [](char c) { return c == '*'; });
}

bool is_about(const DualPart& part, std::string_view vendor, std::string_view part_number) {
    return contains(vendor, part.vendor) && fits(part.part_number, part_number);
}

// A mistake in the shipped table leaves its row out; a test of ours reads them all.
std::vector<DualPart> read_shipped() {
    std::vector<DualPart> parts;
    const auto table = parse_toml(dual_parts_text, "dual_parts.toml");
    if (table) {
        Problems problems;
        std::vector<SettingOrigin> origins;
        TableReader reader{*table, "", problems};
        read_dual_parts(reader, problems, parts, origins);
    }
    return parts;
}

}  // namespace

std::span<const DualPart> shipped_dual_parts() {
    static const std::vector<DualPart> parts = read_shipped();
    return parts;
}

const DualPart* find_dual_part(std::span<const DualPart> own, std::string_view vendor, std::string_view part_number) {
    for (const DualPart& part : own | std::views::reverse) {
        if (is_about(part, vendor, part_number)) {
            return &part;
        }
    }
    for (const DualPart& part : shipped_dual_parts()) {
        if (is_about(part, vendor, part_number)) {
            return &part;
        }
    }
    return nullptr;
}

}  // namespace opticward::config
