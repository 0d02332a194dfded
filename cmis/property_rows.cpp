#include "cmis/property_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace opticward::cmis {

namespace {

// The shortest text that gives the number back.
std::string text_of(double number) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end.ptr};
}

std::string in_quotes(std::string_view text) {
    return "\"" + std::string{text} + "\"";
}

std::string list_of(std::span<const std::string_view> names) {
    std::string list;
    for (const std::string_view name : names) {
        list += (list.empty() ? "" : ", ") + std::string{name};
    }
    return list;
}

bool is_printable_ascii(char c) {
    return c >= ' ' && c <= '~';
}

std::optional<std::size_t> lane_index(const Value& value, const Target& target) {
    const Value* number = value.find("lane");
    if (number == nullptr) {
        target.problem("lane is missing");
        return std::nullopt;
    }
    const bool cmis = target.module.memory_model == MemoryModelId::cmis;
    const auto lane = read_integer(*number, target.at("lane"), 1, cmis ? max_lanes : sff8636_lanes);
    return lane ? std::optional{static_cast<std::size_t>(*lane - 1)} : std::nullopt;
}

}  // namespace

Target Target::at(std::string step) const {
    return at(std::move(step), index);
}

Target Target::at(std::string step, std::size_t new_index) const {
    Target inner{module, problems, path, new_index};
    inner.path.push_back(std::move(step));
    return inner;
}

std::optional<Value> describe_rows(std::span<const PropertyRow> rows, const Subject& subject) {
    Object object;
    for (const PropertyRow& row : rows) {
        if (row.describe != nullptr) {
            add(object, row.key, row.describe(subject));
        }
    }
    return object.empty() ? std::nullopt : std::optional<Value>{std::move(object)};
}

void apply_rows(std::span<const PropertyRow> rows, const Value& value, const Target& target) {
    const auto* object = value.get<Object>();
    if (object == nullptr) {
        target.problem("must be a table");
        return;
    }
    for (const PropertyRow& row : rows) {
        const Value* given = value.find(row.key);
        if (given != nullptr && row.apply != nullptr) {
            row.apply(row, *given, target.at(std::string{row.key}));
        }
    }
    for (const Member& member : *object) {
        const auto row = std::ranges::find(rows, std::string_view{member.key}, &PropertyRow::key);
        if (row == rows.end()) {
            target.at(member.key).problem("unknown key");
        } else if (row->apply == nullptr) {
            target.at(member.key).problem("cannot be set: it follows from other keys");
        }
    }
}

void apply_each(const Value& value, const Target& target, void (*element)(const Value&, const Target&)) {
    const Array* array = read_array(value, target);
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        element((*array)[i], target.at(std::to_string(i), i));
    }
}

std::optional<Value> describe_lane_list(std::span<const PropertyRow> rows, const Subject& subject) {
    Array list;
    for (std::size_t lane = 0; lane < max_lanes; ++lane) {
        const auto said_of_lane = describe_rows(rows, {subject.module, subject.memory, lane});
        if (!said_of_lane) {
            continue;
        }
        Object object{{"lane", lane + 1}};
        std::ranges::copy(*said_of_lane->get<Object>(), std::back_inserter(object));
        list.emplace_back(std::move(object));
    }
    return Value{std::move(list)};
}

void apply_lane_list(std::span<const PropertyRow> rows, const Value& value, const Target& target) {
    const Array* array = read_array(value, target);
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        const Target element = target.at(std::to_string(i));
        if (const auto lane = lane_index((*array)[i], element)) {
            Target of_lane = element;
            of_lane.index = *lane;
            apply_rows(rows, (*array)[i], of_lane);
        }
    }
}

bool has_lane(const Subject& subject, LaneSide side) {
    return lane_implemented(subject.module, static_cast<unsigned>(subject.index + 1), side);
}

std::optional<Value> said(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<Value>{text};
}

std::optional<Value> said(double number) {
    if (!std::isfinite(number)) {
        return std::nullopt;
    }
    std::array<char, 32> buffer{};
    constexpr int digits = 12;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::general, digits);
    double rounded = number;
    std::from_chars(buffer.data(), end.ptr, rounded);
    return rounded;
}

std::optional<Value> said(CodeTable table, std::uint8_t code) {
    return Object{{"code", code}, {"name", name(table, code)}};
}

std::optional<Value> said(Array array) {
    return array.empty() ? std::nullopt : std::optional<Value>{std::move(array)};
}

const std::string* read_text(const Value& value, const Target& target) {
    const auto* text = value.get<std::string>();
    if (text == nullptr) {
        target.problem("must be a text");
    }
    return text;
}

std::optional<std::string> read_ascii(const Value& value, const Target& target, std::size_t width) {
    const std::string* text = read_text(value, target);
    if (text == nullptr) {
        return std::nullopt;
    }
    if (text->size() > width) {
        target.problem("must not be longer than " + std::to_string(width) + " characters");
        return std::nullopt;
    }
    if (!std::ranges::all_of(*text, is_printable_ascii)) {
        target.problem("must be printable ASCII; other bytes are written with [[raw]]");
        return std::nullopt;
    }
    return *text;
}

std::optional<bool> read_flag(const Value& value, const Target& target) {
    if (const auto* flag = value.get<bool>()) {
        return *flag;
    }
    target.problem("must be true or false");
    return std::nullopt;
}

std::optional<double> read_number(const Value& value, const Target& target, double low, double high) {
    const auto number = value.number();
    if (!number || !std::isfinite(*number)) {
        target.problem("must be a number");
        return std::nullopt;
    }
    if (*number < low || *number > high) {
        target.problem("must be from " + text_of(low) + " to " + text_of(high));
        return std::nullopt;
    }
    return number;
}

std::optional<std::int64_t> read_integer(const Value& value, const Target& target, std::int64_t low,
                                         std::int64_t high) {
    const auto* number = value.get<std::int64_t>();
    if (number == nullptr) {
        target.problem("must be a whole number");
        return std::nullopt;
    }
    if (*number < low || *number > high) {
        target.problem("must be from " + std::to_string(low) + " to " + std::to_string(high));
        return std::nullopt;
    }
    return *number;
}

std::optional<std::uint8_t> read_code(CodeTable table, const Value& value, const Target& target) {
    if (value.get<Object>() != nullptr) {
        const Value* inner = value.find("code");
        const bool by_code = inner != nullptr;
        inner = by_code ? inner : value.find("name");
        if (inner == nullptr || inner->get<Object>() != nullptr) {
            target.problem("must have a code or a name");
            return std::nullopt;
        }
        return read_code(table, *inner, target.at(by_code ? "code" : "name"));
    }
    if (const auto* text = value.get<std::string>()) {
        const auto code = code_by_name(table, *text);
        if (!code) {
            target.problem("no code is named " + in_quotes(*text));
        }
        return code;
    }
    const auto number = read_integer(value, target, 0, 255);
    return number ? std::optional{static_cast<std::uint8_t>(*number)} : std::nullopt;
}

std::optional<std::size_t> read_choice(std::span<const std::string_view> names, const Value& value,
                                       const Target& target) {
    const std::string* text = read_text(value, target);
    if (text == nullptr) {
        return std::nullopt;
    }
    const auto found = std::ranges::find(names, std::string_view{*text});
    if (found == names.end()) {
        target.problem("is " + in_quotes(*text) + ", must be one of " + list_of(names));
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - names.begin());
}

const Array* read_array(const Value& value, const Target& target) {
    const auto* array = value.get<Array>();
    if (array == nullptr) {
        target.problem("must be a list");
    }
    return array;
}

std::optional<std::pair<std::uint8_t, std::uint8_t>> read_version(const Value& value, const Target& target) {
    const std::string* text = read_text(value, target);
    if (text == nullptr) {
        return std::nullopt;
    }
    std::uint8_t major = 0;
    std::uint8_t minor = 0;
    const char* const end = text->data() + text->size();
    const auto first = std::from_chars(text->data(), end, major);
    if (first.ec == std::errc{} && first.ptr != end && *first.ptr == '.') {
        const auto second = std::from_chars(first.ptr + 1, end, minor);
        if (second.ec == std::errc{} && second.ptr == end) {
            return std::pair{major, minor};
        }
    }
    target.problem("must be two numbers up to 255 with a point between, as in \"2.7\"");
    return std::nullopt;
}

}  // namespace opticward::cmis
