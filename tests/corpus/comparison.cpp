#include "tests/corpus/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace opticward::test {

namespace {

std::array<std::span<const Row>, 5> parts() {
    return {identity_rows(), media_rows(), application_rows(), monitor_rows(), state_rows()};
}

json in_our_words(const json& value, std::span<const Words> words) {
    if (!value.is_string()) {
        return value;
    }
    const auto found = std::ranges::find(words, value.get<std::string>(), &Words::source);
    return found == words.end() ? value : json(found->ours);
}

bool equal_numbers(double expected, double ours, int decimals) {
    constexpr double binary_noise = 1e-9;
    const double difference = std::abs(expected - ours);
    if (difference <= binary_noise * std::max(1.0, std::abs(expected))) {
        return true;
    }
    return decimals > 0 && difference <= 0.5 * std::pow(10.0, -decimals) + binary_noise;
}

bool equal(const json& expected, const json& ours, int decimals) {
    // Some sources print flags as 0 and 1.
    if (ours.is_boolean() && expected.is_number_integer()) {
        return expected.get<int>() == (ours.get<bool>() ? 1 : 0);
    }
    if (expected.is_number() && ours.is_number()) {
        return equal_numbers(expected.get<double>(), ours.get<double>(), decimals);
    }
    return expected.type() == ours.type() && expected == ours;
}

}  // namespace

std::size_t Subject::siblings() const {
    // "a.b[2].c[0]" to the array at "a.b[2].c". The one key with a point in it is of no array.
    std::string pointer;
    for (const char c : leaf.path.substr(0, leaf.path.rfind('['))) {
        if (c == '.' || c == '[') {
            pointer += '/';
        } else if (c != ']') {
            pointer += c;
        }
    }
    return expected.at(json::json_pointer{"/" + pointer}).size();
}

const Row* row_for(std::string_view pattern) {
    for (const std::span<const Row> rows : parts()) {
        const auto found = std::ranges::find(rows, pattern, &Row::pattern);
        if (found != rows.end()) {
            return &*found;
        }
    }
    return nullptr;
}

std::size_t row_count() {
    std::size_t count = 0;
    for (const std::span<const Row> rows : parts()) {
        count += rows.size();
    }
    return count;
}

Comparison compare(const Row& row, const cmis::Module& module, const cmis::MemoryMap& memory, const json& expected,
                   const Leaf& leaf) {
    const Subject subject{module, memory, expected, leaf, in_our_words(leaf.value, row.words)};
    const Answer ours = row.ours(subject);
    if (!ours) {
        return {};
    }
    if (equal(subject.wanted, *ours, leaf.decimals)) {
        return {.answered = true, .difference = {}};
    }
    const std::string in_other_words = subject.wanted == leaf.value ? "" : " (" + subject.wanted.dump() + ")";
    return {.answered = true,
            .difference = "source " + leaf.value.dump() + in_other_words + ", decoded " + ours->dump()};
}

json element(const Subject& subject, const json& list) {
    if (list.size() != subject.siblings() || subject.index(subject.leaf.indices.size() - 1) >= list.size()) {
        return "a list of another length: " + list.dump();
    }
    return list.at(subject.index(subject.leaf.indices.size() - 1));
}

}  // namespace opticward::test
