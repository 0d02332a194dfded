// The rows that describe() and apply() are made of: for cmis/property*.cpp only.
#pragma once

#include "cmis/codes.h"
#include "cmis/interpretation.h"
#include "cmis/properties.h"
#include "cmis/quantity.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace opticward::cmis {

// What is described; `index` is the lane, from 0, in rows of lanes.
struct Subject {
    const Module& module;
    const MemoryMap& memory;
    std::size_t index = 0;
};

// Where a value goes, and where the description says so.
struct Target {
    Module& module;
    std::vector<PropertyProblem>& problems;
    std::vector<std::string> path;
    std::size_t index = 0;

    void problem(std::string what) const { problems.push_back({path, std::move(what)}); }
    Target at(std::string step) const;
    Target at(std::string step, std::size_t new_index) const;
};

struct PropertyRow {
    std::string_view key;
    std::optional<Value> (*describe)(const Subject&) = nullptr;                // nullptr: description only
    void (*apply)(const PropertyRow&, const Value&, const Target&) = nullptr;  // nullptr: follows from other keys
    double low = 0;                                                            // the range that a number may have
    double high = 0;
};

// The members that there are; nothing where there is none.
std::optional<Value> describe_rows(std::span<const PropertyRow> rows, const Subject& subject);
// Applies in the order of the rows, whatever the order of the description; keys in no row are problems.
void apply_rows(std::span<const PropertyRow> rows, const Value& value, const Target& target);
// Each element of an array of objects, with its place as index.
void apply_each(const Value& value, const Target& target, void (*element)(const Value&, const Target&));

// Values out. Nothing where there is nothing to say; a number that is not finite says nothing.
std::optional<Value> said(const std::string& text);
std::optional<Value> said(double number);  // rounded to 12 digits: the registers have 5, binary noise starts at 16
std::optional<Value> said(CodeTable table, std::uint8_t code);
std::optional<Value> said(Array array);
template <class Unit>
std::optional<Value> said(const std::optional<Quantity<Unit>>& quantity) {
    return quantity ? said(quantity->value) : std::nullopt;
}
template <CodeTable Table>
std::optional<Value> said(const std::optional<Code<Table>>& code) {
    return code ? said(Table, code->value) : std::nullopt;
}

// Values in. Nothing after a problem was recorded.
const std::string* read_text(const Value& value, const Target& target);
std::optional<std::string> read_ascii(const Value& value, const Target& target, std::size_t width);
std::optional<bool> read_flag(const Value& value, const Target& target);
std::optional<double> read_number(const Value& value, const Target& target, double low, double high);
std::optional<std::int64_t> read_integer(const Value& value, const Target& target, std::int64_t low, std::int64_t high);
// A number, a name of the table, or an object with either as the JSON contract prints it.
std::optional<std::uint8_t> read_code(CodeTable table, const Value& value, const Target& target);
// The index of one of a closed set of names.
std::optional<std::size_t> read_choice(std::span<const std::string_view> names, const Value& value,
                                       const Target& target);
const Array* read_array(const Value& value, const Target& target);
std::optional<std::pair<std::uint8_t, std::uint8_t>> read_version(const Value& value, const Target& target);

// Lists of objects that are each about the lane, from 1, that they name; in rows and targets `index` is that lane.
inline constexpr PropertyRow lane_number_row{"lane", nullptr, [](const PropertyRow&, const Value&, const Target&) {}};
std::optional<Value> describe_lane_list(std::span<const PropertyRow> rows, const Subject& subject);
void apply_lane_list(std::span<const PropertyRow> rows, const Value& value, const Target& target);
bool has_lane(const Subject& subject, LaneSide side);

// What the registers hold at most.
inline constexpr double most_volts = 6.5535;
inline constexpr double most_watts = 0.0065535;
inline constexpr double most_amperes = 0.52428;  // with the CMIS multiplier x4
inline constexpr double lowest_celsius = -128;
inline constexpr double highest_celsius = 127.99609375;

template <class Member>
struct IdentityMember;
template <class T>
struct IdentityMember<std::optional<T> Identity::*> {
    using type = T;
};
template <CodeTable Table>
constexpr CodeTable table_of(Code<Table>) {
    return Table;
}

// A text field of so many bytes.
template <std::string Identity::*Member, std::size_t Width>
constexpr PropertyRow text_row(std::string_view key) {
    return {key, [](const Subject& subject) { return said(subject.module.identity.*Member); },
            [](const PropertyRow&, const Value& value, const Target& target) {
                if (auto text = read_ascii(value, target, Width)) {
                    target.module.identity.*Member = std::move(*text);
                }
            }};
}

template <auto Member>
constexpr PropertyRow code_row(std::string_view key) {
    using Coded = typename IdentityMember<decltype(Member)>::type;
    return {key, [](const Subject& subject) { return said(subject.module.identity.*Member); },
            [](const PropertyRow&, const Value& value, const Target& target) {
                if (const auto code = read_code(table_of(Coded{}), value, target)) {
                    target.module.identity.*Member = Coded{*code};
                }
            }};
}

// A quantity that is described by a function of the interpretation and set in a member.
template <auto Member, auto Describe>
constexpr PropertyRow quantity_row(std::string_view key, double low, double high) {
    using Q = typename IdentityMember<decltype(Member)>::type;
    return {key, [](const Subject& subject) { return said(Describe(subject.module)); },
            [](const PropertyRow& row, const Value& value, const Target& target) {
                if (const auto number = read_number(value, target, row.low, row.high)) {
                    target.module.identity.*Member = Q{*number};
                }
            },
            low, high};
}

// "2.7", kept as two bytes.
template <auto Major, auto Minor, auto Describe>
constexpr PropertyRow version_row(std::string_view key) {
    return {key, [](const Subject& subject) { return said(Describe(subject.module)); },
            [](const PropertyRow&, const Value& value, const Target& target) {
                if (const auto version = read_version(value, target)) {
                    target.module.identity.*Major = version->first;
                    target.module.identity.*Minor = version->second;
                }
            }};
}

using Described = std::optional<Value>;

// The parts of the table that live in files of their own: property_identity.cpp, ...
void apply_memory_model(const PropertyRow& row, const Value& value, const Target& target);
void apply_identifier(const PropertyRow& row, const Value& value, const Target& target);
void apply_revision_compliance(const PropertyRow& row, const Value& value, const Target& target);
void apply_vendor_oui(const PropertyRow& row, const Value& value, const Target& target);
void apply_date_code(const PropertyRow& row, const Value& value, const Target& target);
void apply_lot_code(const PropertyRow& row, const Value& value, const Target& target);
void apply_signaling_rate(const PropertyRow& row, const Value& value, const Target& target);
void apply_media(const PropertyRow& row, const Value& value, const Target& target);
void apply_power_class(const PropertyRow& row, const Value& value, const Target& target);
void apply_max_power(const PropertyRow& row, const Value& value, const Target& target);
Described describe_reach(const Subject& subject);
void apply_reach(const PropertyRow& row, const Value& value, const Target& target);
Described describe_attenuation(const Subject& subject);
void apply_attenuation(const PropertyRow& row, const Value& value, const Target& target);
// ... property_applications.cpp, ...
Described describe_lane_counts(const Subject& subject);
void apply_lane_counts(const PropertyRow& row, const Value& value, const Target& target);
Described describe_applications(const Subject& subject);
void apply_applications(const PropertyRow& row, const Value& value, const Target& target);
// ... property_compliance.cpp, ...
Described describe_compliance(const Subject& subject);
void apply_compliance(const PropertyRow& row, const Value& value, const Target& target);
Described describe_protocols(const Subject& subject);
void apply_protocols(const PropertyRow& row, const Value& value, const Target& target);
// ... property_monitors.cpp, property_thresholds.cpp, property_flags.cpp
Described describe_monitors(const Subject& subject);
void apply_monitors(const PropertyRow& row, const Value& value, const Target& target);
Described describe_thresholds(const Subject& subject);
void apply_thresholds(const PropertyRow& row, const Value& value, const Target& target);
Described describe_module_state(const Subject& subject);
void apply_module_state(const PropertyRow& row, const Value& value, const Target& target);
Described describe_flags(const Subject& subject);
void apply_flags(const PropertyRow& row, const Value& value, const Target& target);

// Fills in what a description leaves to be understood (property_defaults.cpp).
void complete(Module& module);

}  // namespace opticward::cmis
