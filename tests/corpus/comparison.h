// How a leaf of an expected.json is compared with the decoder: ONE table, keyed by the pattern of the leaf's path.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"
#include "cmis/quantity.h"
#include "tests/corpus/leaves.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace opticward::test {

using nlohmann::json;

// What is compared with a leaf.
struct Subject {
    const cmis::Module& module;
    const cmis::MemoryMap& memory;
    const json& expected;  // the whole expected.json, for leaves whose meaning depends on their neighbours
    const Leaf& leaf;
    json wanted;  // the leaf's value, in our words

    std::size_t index(std::size_t depth = 0) const { return leaf.indices.at(depth); }
    std::size_t siblings() const;  // elements of the array that the leaf is in
};

// Another tool's words for what we call differently. Only whole values are translated.
struct Words {
    std::string_view source;
    std::string_view ours;
};

// What the decoder has to say: JSON null is "the module does not say", no value is "nothing in module memory answers".
using Answer = std::optional<json>;

struct Row {
    std::string_view pattern;
    Answer (*ours)(const Subject&) = nullptr;
    std::span<const Words> words = {};
};

// The table, in parts by what they speak of.
std::span<const Row> identity_rows();
std::span<const Row> media_rows();
std::span<const Row> application_rows();
std::span<const Row> monitor_rows();
std::span<const Row> state_rows();

// nullptr: no row.
const Row* row_for(std::string_view pattern);
std::size_t row_count();

struct Comparison {
    bool answered = false;   // the decoder has an answer
    std::string difference;  // empty: equal
};

// Compares the leaf, or `right` where the source is known to be wrong, with what the row says of the module.
// Numbers are equal when they are the same, or become the leaf's when rounded to as many decimals as it was printed with.
Comparison compare(const Row& row, const cmis::Module& module, const cmis::MemoryMap& memory, const json& expected,
                   const Leaf& leaf);

// Helpers for rows: JSON null where there is nothing.
template <class T>
json or_null(const std::optional<T>& value) {
    return value ? json(*value) : json(nullptr);
}
template <class Unit>
json scaled(const std::optional<cmis::Quantity<Unit>>& quantity, double factor) {
    return quantity ? json(quantity->value * factor) : json(nullptr);
}
// The element at the leaf's place of a list that the source gives in full.
json element(const Subject& subject, const json& list);

}  // namespace opticward::test
