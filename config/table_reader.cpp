#include "config/table_reader.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <locale>
#include <sstream>
#include <tuple>

namespace opticward::config {

namespace {

constexpr std::size_t most_problems = 200;
constexpr std::size_t longest_shown = 40;

std::string plain(double value) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << std::setprecision(12) << value;
    return out.str();
}

std::string range_text(const NumberRange& range) {
    std::string text = "a number from " + plain(range.least) + " to " + plain(range.most);
    if (!range.unit.empty()) {
        text += " (" + std::string{range.unit} + ")";
    }
    return text;
}

std::string in_quotes(std::string_view text) {
    std::string out{"\""};
    for (const char c : text.substr(0, longest_shown)) {
        out += c >= ' ' && c != '\x7f' ? c : '?';  // one problem is one line
    }
    return out + (text.size() > longest_shown ? "...\"" : "\"");
}

}  // namespace

std::string shown(const toml::node& node) {
    if (const auto value = node.value_exact<std::string>()) {
        return in_quotes(*value);
    }
    if (const auto value = node.value_exact<std::int64_t>()) {
        return std::to_string(*value);
    }
    if (const auto value = node.value_exact<double>()) {
        return plain(*value);
    }
    if (const auto value = node.value_exact<bool>()) {
        return *value ? "true" : "false";
    }
    return node.is_table() ? "a table" : node.is_array() ? "an array" : "a date or time";
}

std::string listed(std::span<const std::string_view> words) {
    std::string out;
    for (const std::string_view word : words) {
        out += (out.empty() ? "" : ", ") + std::string{word};
    }
    return out;
}

void Problems::add(const toml::source_region& where, std::string key, std::string what) {
    add({.file = file_,
         .line = where.begin.line,
         .column = where.begin.column,
         .key = std::move(key),
         .what = std::move(what)});
}

void Problems::add(SettingsProblem problem) {
    if (problems_.size() < most_problems && std::ranges::find(problems_, problem) == problems_.end()) {
        problems_.push_back(std::move(problem));
    }
}

std::vector<SettingsProblem> Problems::in_order() && {
    std::ranges::stable_sort(problems_, [&](const SettingsProblem& a, const SettingsProblem& b) {
        return std::tuple{a.file != file_, a.file, a.line} < std::tuple{b.file != file_, b.file, b.line};
    });
    return std::move(problems_);
}

TableReader::TableReader(const toml::table& table, std::string name, Problems& problems)
    : table_{table}, name_{std::move(name)}, problems_{problems} {}

std::string TableReader::name_of(std::string_view key) const {
    return name_.empty() ? std::string{key} : name_ + "." + std::string{key};
}

const toml::node* TableReader::node(std::string_view key) {
    known_.emplace_back(key);
    return table_.get(key);
}

void TableReader::report(std::string_view key, std::string what) {
    const toml::node* found = table_.get(key);
    problems_.add(found != nullptr ? found->source() : table_.source(), name_of(key), std::move(what));
}

void TableReader::report_table(std::string what) {
    problems_.add(table_.source(), name_, std::move(what));
}

std::optional<std::string> TableReader::text(std::string_view key) {
    const toml::node* found = node(key);
    if (found == nullptr) {
        return std::nullopt;
    }
    auto value = found->value_exact<std::string>();
    if (!value) {
        report(key, shown(*found) + " is no text, expected text in quotes");
    }
    return value;
}

std::optional<std::string> TableReader::required_text(std::string_view key, std::string_view what_it_is) {
    auto value = text(key);
    if (table_.get(key) == nullptr) {
        report(key, "missing, expected " + std::string{what_it_is});
    } else if (value && value->empty()) {
        report(key, "empty, expected " + std::string{what_it_is});
        return std::nullopt;
    }
    return value;
}

std::optional<double> TableReader::number(std::string_view key, NumberRange range) {
    const toml::node* found = node(key);
    if (found == nullptr) {
        return std::nullopt;
    }
    const auto value = found->is_number() ? found->value<double>() : std::nullopt;
    if (!value) {
        report(key, shown(*found) + " is no number, expected " + range_text(range));
        return std::nullopt;
    }
    if (!(*value >= range.least && *value <= range.most)) {
        report(key, shown(*found) + " is out of range, expected " + range_text(range));
        return std::nullopt;
    }
    return value;
}

std::optional<std::int64_t> TableReader::integer(std::string_view key, std::int64_t least, std::int64_t most) {
    const toml::node* found = node(key);
    if (found == nullptr) {
        return std::nullopt;
    }
    const std::string expected =
        ", expected a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    const auto value = found->value_exact<std::int64_t>();
    if (!value) {
        report(key, shown(*found) + " is no whole number" + expected);
        return std::nullopt;
    }
    if (*value < least || *value > most) {
        report(key, shown(*found) + " is out of range" + expected);
        return std::nullopt;
    }
    return value;
}

std::optional<bool> TableReader::boolean(std::string_view key) {
    const toml::node* found = node(key);
    if (found == nullptr) {
        return std::nullopt;
    }
    const auto value = found->value_exact<bool>();
    if (!value) {
        report(key, shown(*found) + " is neither, expected true or false");
    }
    return value;
}

std::optional<std::size_t> TableReader::word(std::string_view key, std::span<const std::string_view> words) {
    const toml::node* found = node(key);
    if (found == nullptr) {
        return std::nullopt;
    }
    const auto value = found->value_exact<std::string>();
    const auto at = value ? std::ranges::find(words, std::string_view{*value}) : words.end();
    if (at == words.end()) {
        report(key, shown(*found) + " is not known, expected one of " + listed(words));
        return std::nullopt;
    }
    return static_cast<std::size_t>(at - words.begin());
}

const toml::table* TableReader::table(std::string_view key) {
    const toml::node* found = node(key);
    if (found != nullptr && !found->is_table()) {
        report(key, shown(*found) + " is no table, expected [" + name_of(key) + "]");
    }
    return found == nullptr ? nullptr : found->as_table();
}

std::vector<std::pair<const toml::table*, std::string>> TableReader::tables(std::string_view key) {
    std::vector<std::pair<const toml::table*, std::string>> all;
    const toml::node* found = node(key);
    if (found == nullptr) {
        return all;
    }
    const toml::array* array = found->as_array();
    if (array == nullptr || !array->is_homogeneous<toml::table>()) {
        if (array == nullptr || !array->empty()) {
            report(key, shown(*found) + " is no list of tables, expected [[" + name_of(key) + "]]");
        }
        return all;
    }
    for (const toml::node& element : *array) {
        all.emplace_back(element.as_table(), name_of(key) + "[" + std::to_string(all.size() + 1) + "]");
    }
    return all;
}

void TableReader::report_unknown_keys() {
    for (const auto& [key, value] : table_) {
        if (std::ranges::find(known_, std::string_view{key.str()}) != known_.end()) {
            continue;
        }
        const std::vector<std::string_view> names{known_.begin(), known_.end()};
        problems_.add(value.source(), name_of(key.str()), "unknown key, expected one of " + listed(names));
    }
}

}  // namespace opticward::config
