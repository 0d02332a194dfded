#include "config/origins.h"

#include "config/plain_text.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

namespace opticward::config {

namespace {

constexpr std::size_t longest_compact = 400;

std::vector<std::pair<const toml::key*, const toml::node*>> in_order(const toml::table& table) {
    std::vector<std::pair<const toml::key*, const toml::node*>> all;
    all.reserve(table.size());
    for (const auto& [key, value] : table) {
        all.emplace_back(&key, &value);
    }
    std::ranges::stable_sort(all, {}, [](const auto& entry) {
        const auto& begin = entry.second->source().begin;
        return std::tuple{begin.line, begin.column};
    });
    return all;
}

std::string toml_string(std::string_view text) {
    std::string out{"\""};
    for (const char c : text.substr(0, longest_compact)) {
        out += c == '"' || c == '\\' ? "\\" : "";
        out += c;
    }
    return out + "\"";
}

// Stops when the text is long enough, however much there is.
void write(const toml::node& node, std::string& out) {
    if (out.size() > longest_compact) {
        return;
    }
    std::string_view separator;
    if (const toml::table* table = node.as_table()) {
        out += "{ ";
        for (const auto& [key, value] : in_order(*table)) {
            out += separator;
            out += std::string{key->str()} + " = ";
            write(*value, out);
            separator = ", ";
        }
        out += table->empty() ? "}" : " }";
    } else if (const toml::array* array = node.as_array()) {
        out += "[";
        for (const toml::node& element : *array) {
            out += separator;
            write(element, out);
            separator = ", ";
        }
        out += "]";
    } else if (const auto text = node.value_exact<std::string>()) {
        out += toml_string(*text);
    } else if (const auto number = node.value_exact<double>()) {
        out += config::text(SettingValue{*number});  // as short as it was written
    } else {
        std::ostringstream value;
        node.visit([&value](const auto& leaf) { value << toml::toml_formatter{leaf}; });
        out += value.str();
    }
}

SettingValue value_of(const toml::node& node) {
    if (const auto value = node.value_exact<bool>()) {
        return *value;
    }
    if (const auto value = node.value_exact<std::int64_t>()) {
        return *value;
    }
    if (const auto value = node.value_exact<double>()) {
        return *value;
    }
    if (auto value = node.value_exact<std::string>()) {
        return std::move(*value);
    }
    return compact_text(node);
}

SettingValue with_number(SettingValue value, const PortNumber& number) {
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr && number.n ? SettingValue{with_numbers(*text, number)} : value;
}

}  // namespace

std::string compact_text(const toml::node& node) {
    std::string out;
    write(node, out);
    return printable(out, longest_compact);
}

void add_origins(const toml::table& table, const std::string& name, const PortNumber& number,
                 std::vector<SettingOrigin>& origins) {
    for (const auto& [key, value] : in_order(table)) {
        const toml::source_region& source = value->source();
        origins.push_back({.key = name + "." + std::string{key->str()},
                           .value = with_number(value_of(*value), number),
                           .file = source.path ? *source.path : std::string{},
                           .line = source.begin.line});
    }
}

}  // namespace opticward::config
