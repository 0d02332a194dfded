// Reads the keys of one TOML table strictly: wrong types, values out of range and unknown keys become problems with file
// and line. For config/*.cpp only, because of what it includes.
#pragma once

#include "config/port_number.h"
#include "config/settings.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <utility>
#include <vector>

namespace opticward::config {

// Collects problems; files that are wrong all over do not fill the memory.
class Problems {
public:
    // The files are listed in the order in which they were begun, others (module descriptions) after them.
    void begin_file(std::string file) { files_.push_back(std::move(file)); }
    // In the file of the region, or the last one begun where it has none.
    void add(const toml::source_region& where, std::string key, std::string what);
    void add(SettingsProblem problem);
    std::vector<SettingsProblem> in_order() &&;
    bool empty() const { return problems_.empty(); }
    std::size_t size() const { return problems_.size(); }

private:
    std::vector<std::string> files_;
    std::vector<SettingsProblem> problems_;
};

struct NumberRange {
    double least = 0;
    double most = 0;
    std::string_view unit;  // for the message, "seconds"; may be empty
};

class TableReader {
public:
    // `name`: the table's own key with those around it, "poll" or "port[2]"; empty for the file. Both references must
    // live longer.
    TableReader(const toml::table& table, std::string name, Problems& problems);
    // Of a port: its texts, and whole numbers that are written as texts, are expanded with that number.
    TableReader(const toml::table& table, std::string name, Problems& problems, PortNumber number);
    // Of a table that stands in this one under `key`.
    TableReader inside(std::string_view key, const toml::table& table) const;

    std::optional<std::string> text(std::string_view key);
    std::optional<std::string> required_text(std::string_view key, std::string_view what_it_is);
    std::optional<double> number(std::string_view key, NumberRange range);
    std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most);
    std::optional<bool> boolean(std::string_view key);
    // One of some words; the index of the word.
    std::optional<std::size_t> word(std::string_view key, std::span<const std::string_view> words);
    const toml::table* table(std::string_view key);
    // The tables of [[key]], with their names "key[1]" and so on.
    std::vector<std::pair<const toml::table*, std::string>> tables(std::string_view key);
    // Any node; the caller checks its type.
    const toml::node* node(std::string_view key);

    // Reports the keys that nobody asked for, with the one that may have been meant. Call it last.
    void report_unknown_keys();
    void report(std::string_view key, std::string what);  // at the key's line
    void report_table(std::string what);                  // at the table's line
    std::string name_of(std::string_view key) const;
    const toml::source_region& source() const { return table_.source(); }
    const toml::table& all() const { return table_; }

private:
    std::optional<std::string> expanded_text(std::string_view key, const std::string& written);
    std::string about_unknown(std::string_view key, const toml::node& value,
                              std::span<const std::string_view> known) const;

    const toml::table& table_;
    std::string name_;
    Problems& problems_;
    std::optional<PortNumber> number_;  // of a port
    std::vector<std::string> known_;
};

// "\"ten\"", "12", "a table": what stands there, short enough for a message.
std::string shown(const toml::node& node);

std::string in_quotes(std::string_view text);
// As people write it: 0.2, 30, 2e+11.
std::string plain(double value);

// ", did you mean "left"?" where one is near, else ", expected one of left, right".
std::string meant(std::string_view word, std::span<const std::string_view> words);

// "a, b, c", cut after so many that a message can have.
std::string listed(std::span<const std::string_view> words);

}  // namespace opticward::config
