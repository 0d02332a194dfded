#include "config/table_reader.h"

#include "config/nearest_word.h"
#include "config/plain_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iomanip>
#include <locale>
#include <sstream>
#include <tuple>

namespace opticward::config {

namespace {

constexpr std::size_t most_problems = 200;
constexpr std::size_t longest_shown = 40;
constexpr std::size_t most_listed = 50;

std::string range_text(const NumberRange& range) {
    std::string text = "a number from " + plain(range.least) + " to " + plain(range.most);
    if (!range.unit.empty()) {
        text += " (" + std::string{range.unit} + ")";
    }
    return text;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && stop == end ? std::optional{number} : std::nullopt;
}

bool is_list_of_tables(const toml::node& node) {
    const toml::array* array = node.as_array();
    return array != nullptr && array->is_homogeneous<toml::table>();
}

}  // namespace

std::string plain(double value) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << std::setprecision(12) << value;
    return out.str();
}

std::string in_quotes(std::string_view text) {
    return "\"" + printable(text, longest_shown) + "\"";
}

std::string meant(std::string_view word, std::span<const std::string_view> words) {
    const std::string_view near = nearest_word(word, words);
    return near.empty() ? ", expected one of " + listed(words) : ", did you mean " + in_quotes(near) + "?";
}

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
    for (const std::string_view word : words.first(std::min(words.size(), most_listed))) {
        out += (out.empty() ? "" : ", ") + printable(word, longest_shown);
    }
    return words.size() > most_listed ? out + ", ..." : out;
}

void Problems::add(const toml::source_region& where, std::string key, std::string what) {
    const std::string last = files_.empty() ? std::string{} : files_.back();
    add({.file = where.path ? *where.path : last,
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
    const auto place = [this](const SettingsProblem& problem) {
        return std::tuple{std::ranges::find(files_, problem.file) - files_.begin(), problem.file, problem.line};
    };
    std::ranges::stable_sort(problems_,
                             [&](const SettingsProblem& a, const SettingsProblem& b) { return place(a) < place(b); });
    return std::move(problems_);
}

TableReader::TableReader(const toml::table& table, std::string name, Problems& problems)
    : table_{table}, name_{std::move(name)}, problems_{problems} {}

TableReader::TableReader(const toml::table& table, std::string name, Problems& problems, PortNumber number)
    : table_{table}, name_{std::move(name)}, problems_{problems}, number_{number} {}

TableReader TableReader::inside(std::string_view key, const toml::table& table) const {
    TableReader reader{table, name_of(key), problems_};
    reader.number_ = number_;
    return reader;
}

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
    } else if (has_control_character(*value)) {
        report(key, shown(*found) + " has a control character, expected plain text");
        return std::nullopt;
    } else if (value->size() > longest_text) {
        report(key, shown(*found) + " is too long, expected at most " + std::to_string(longest_text) + " bytes");
        return std::nullopt;
    }
    return value ? expanded_text(key, *value) : std::nullopt;
}

std::optional<std::string> TableReader::expanded_text(std::string_view key, const std::string& written) {
    if (!number_) {
        return written;
    }
    auto text = expanded(written, *number_);
    if (!text) {
        report(key, text.error());
        return std::nullopt;
    }
    return std::move(*text);
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
    const auto written = found->value_exact<std::string>();
    const bool is_template = written && number_ && written->contains('{');
    const auto text = is_template ? expanded_text(key, *written) : std::nullopt;
    if (is_template && !text) {
        return std::nullopt;
    }
    const auto value = text ? whole_number(*text) : found->value_exact<std::int64_t>();
    if (!value) {
        report(key, shown(*found) + " is no whole number" + expected);
        return std::nullopt;
    }
    if (*value < least || *value > most) {
        report(key, (is_template ? std::to_string(*value) : shown(*found)) + " is out of range" + expected);
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
        report(key, shown(*found) + " is neither true nor false, expected one of them");
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
        report(key,
               shown(*found) + " is not known" + (value ? meant(*value, words) : ", expected one of " + listed(words)));
        return std::nullopt;
    }
    return static_cast<std::size_t>(at - words.begin());
}

const toml::table* TableReader::table(std::string_view key) {
    const toml::node* found = node(key);
    if (found != nullptr && !found->is_table()) {
        const std::string name = name_of(key);
        report(key, shown(*found) + " is no table, expected " + (name.contains('[') ? "one in { }" : "[" + name + "]"));
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

std::string TableReader::about_unknown(std::string_view key, const toml::node& value,
                                       std::span<const std::string_view> known) const {
    if (!name_.empty() || (!value.is_table() && !is_list_of_tables(value))) {
        return "unknown key" + meant(key, known);
    }
    const std::string_view near = nearest_word(key, known);
    if (near.empty()) {
        return "unknown table, expected one of " + listed(known);
    }
    const bool is_list = is_list_of_tables(value);
    return "unknown table, did you mean " + std::string{is_list ? "[[" : "["} + std::string{near} +
           (is_list ? "]]?" : "]?");
}

void TableReader::report_unknown_keys() {
    const std::vector<std::string_view> known{known_.begin(), known_.end()};
    std::size_t reported = 0;
    for (const auto& [key, value] : table_) {
        if (std::ranges::find(known, key.str()) == known.end() && reported < most_problems) {
            ++reported;
            problems_.add(value.source(), name_of(printable(key.str(), longest_shown)),
                          about_unknown(key.str(), value, known));
        }
    }
}

}  // namespace opticward::config
