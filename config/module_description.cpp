#include "config/module_description.h"

#include "cmis/codec.h"
#include "cmis/properties.h"
#include "config/toml_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <sstream>
#include <toml++/toml.h>

namespace opticward::config {

namespace {

using Problems = std::vector<DescriptionProblem>;

constexpr std::string_view raw_key = "raw";

template <class Printable>
std::string printed(const Printable& value) {
    std::ostringstream stream;
    stream << value;
    return stream.str();
}

cmis::Value to_value(const toml::node& node);

cmis::Object to_object(const toml::table& table) {
    cmis::Object object;
    for (const auto& [key, node] : table) {
        object.push_back({std::string{key.str()}, to_value(node)});
    }
    return object;
}

cmis::Value to_value(const toml::node& node) {
    if (const auto* table = node.as_table()) {
        return to_object(*table);
    }
    if (const auto* array = node.as_array()) {
        cmis::Array values;
        for (const toml::node& element : *array) {
            values.push_back(to_value(element));
        }
        return values;
    }
    if (const auto* flag = node.as_boolean()) {
        return flag->get();
    }
    if (const auto* whole = node.as_integer()) {
        return whole->get();
    }
    if (const auto* fraction = node.as_floating_point()) {
        return fraction->get();
    }
    if (const auto* text = node.as_string()) {
        return text->get();
    }
    // TOML knows dates; the contract has them as text.
    if (const auto* date = node.as_date()) {
        return printed(date->get());
    }
    if (const auto* time = node.as_time()) {
        return printed(time->get());
    }
    const auto* date_time = node.as_date_time();
    return date_time != nullptr ? printed(date_time->get()) : std::string{};
}

std::optional<std::size_t> index_in(const std::string& step) {
    std::size_t index = 0;
    const char* const end = step.data() + step.size();
    const auto read = std::from_chars(step.data(), end, index);
    return read.ec == std::errc{} && read.ptr == end ? std::optional{index} : std::nullopt;
}

// The place of the deepest step that the text has: a key that is missing is the fault of the table around it.
toml::source_region place_of(const toml::table& root, const std::vector<std::string>& path) {
    const toml::node* node = &root;
    for (const std::string& step : path) {
        const toml::node* next = nullptr;
        if (const auto* table = node->as_table()) {
            next = table->get(step);
        } else if (const auto* array = node->as_array()) {
            const auto index = index_in(step);
            next = index ? array->get(*index) : nullptr;
        }
        if (next == nullptr) {
            break;
        }
        node = next;
    }
    return node->source();
}

DescriptionProblem problem_at(const toml::source_region& region, std::string_view file, std::string key,
                              std::string what) {
    return {std::string{file}, region.begin.line, region.begin.column, std::move(key), std::move(what)};
}

// One [[raw]] table.
class RawBytes {
public:
    RawBytes(const toml::table& table, std::size_t place, std::string_view file, Problems& problems)
        : table_{table},
          name_{std::string{raw_key} + "[" + std::to_string(place) + "]"},
          file_{file},
          problems_{problems} {}

    void write(cmis::MemoryMap& memory) {
        report_unknown_keys();
        const auto offset = integer("offset", 255);
        const auto page = table_.contains("page") ? integer("page", 255) : std::optional<std::int64_t>{0};
        const auto bank = table_.contains("bank") ? integer("bank", 255) : std::optional<std::int64_t>{0};
        const auto bytes = read_bytes();
        if (!offset || !page || !bank || !bytes) {
            return;
        }
        const bool lower = *offset < cmis::upper_memory_start;
        const auto start = static_cast<std::size_t>(*offset) % cmis::page_size;
        if (lower && (*page != 0 || *bank != 0)) {
            report("offset", "is below 128, in lower memory, which has no page or bank");
        } else if (start + bytes->size() > cmis::page_size) {
            report("bytes", "must not pass the end of the page");
        } else {
            const cmis::PageId id =
                lower ? cmis::lower_memory
                      : cmis::upper_page(static_cast<std::uint8_t>(*page), static_cast<std::uint8_t>(*bank));
            std::ranges::copy(*bytes, memory.at(id).begin() + static_cast<std::ptrdiff_t>(start));
        }
    }

private:
    void report(std::string_view key, std::string what) {
        const toml::node* node = table_.get(key);
        problems_.push_back(problem_at(node != nullptr ? node->source() : table_.source(), file_,
                                       name_ + "." + std::string{key}, std::move(what)));
    }

    void report_unknown_keys() {
        constexpr std::array<std::string_view, 4> known{"page", "bank", "offset", "bytes"};
        for (const auto& [key, node] : table_) {
            if (std::ranges::find(known, key.str()) == known.end()) {
                report(key.str(), "unknown key");
            }
        }
    }

    std::optional<std::int64_t> integer(std::string_view key, std::int64_t most) {
        const toml::node* node = table_.get(key);
        const auto* number = node != nullptr ? node->as_integer() : nullptr;
        if (number != nullptr && number->get() >= 0 && number->get() <= most) {
            return number->get();
        }
        report(key, node == nullptr ? "is missing" : "must be a whole number from 0 to " + std::to_string(most));
        return std::nullopt;
    }

    std::optional<std::vector<std::uint8_t>> read_bytes() {
        const toml::node* node = table_.get("bytes");
        const auto* array = node != nullptr ? node->as_array() : nullptr;
        std::vector<std::uint8_t> bytes;
        bool right = array != nullptr && !array->empty();
        for (std::size_t i = 0; right && i < array->size(); ++i) {
            const auto* number = array->get(i)->as_integer();
            right = number != nullptr && number->get() >= 0 && number->get() <= 255;
            bytes.push_back(right ? static_cast<std::uint8_t>(number->get()) : std::uint8_t{0});
        }
        if (!right) {
            report("bytes", node == nullptr ? "is missing" : "must be a list of numbers from 0 to 255");
            return std::nullopt;
        }
        return bytes;
    }

    const toml::table& table_;
    std::string name_;
    std::string_view file_;
    Problems& problems_;
};

void write_raw(const toml::table& root, std::string_view file, cmis::MemoryMap& memory, Problems& problems) {
    const toml::node* node = root.get(raw_key);
    if (node == nullptr) {
        return;
    }
    const auto* list = node->as_array();
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        const auto* table = list->get(i)->as_table();
        if (table == nullptr) {
            list = nullptr;
            break;
        }
        RawBytes{*table, i, file, problems}.write(memory);
    }
    if (list == nullptr) {
        problems.push_back(problem_at(node->source(), file, std::string{raw_key}, "must be [[raw]] tables"));
    }
}

std::expected<cmis::MemoryMap, Problems> read_table(const toml::table& root, std::string_view file) {
    cmis::Object description = to_object(root);
    std::erase_if(description, [](const cmis::Member& member) { return member.key == raw_key; });

    cmis::Module module;
    Problems problems;
    for (const cmis::PropertyProblem& problem : cmis::apply(description, module)) {
        problems.push_back(problem_at(place_of(root, problem.path), file, problem.key(), problem.what));
    }
    cmis::MemoryMap memory = cmis::encode(module);
    write_raw(root, file, memory, problems);
    if (problems.empty()) {
        return memory;
    }
    std::ranges::stable_sort(problems, {}, &DescriptionProblem::line);
    return std::unexpected{std::move(problems)};
}

}  // namespace

std::string DescriptionProblem::text() const {
    std::string words = file;
    if (line != 0) {
        words += ":" + std::to_string(line) + ":" + std::to_string(column);
    }
    words += ": ";
    if (!key.empty()) {
        words += key + ": ";
    }
    return words + what;
}

std::expected<cmis::MemoryMap, std::vector<DescriptionProblem>> read_description(std::string_view text,
                                                                                 std::string_view file) {
    auto table = parse_toml(text, std::string{file});
    if (!table) {
        SettingsProblem& problem = table.error();
        return std::unexpected{
            Problems{{std::move(problem.file), static_cast<unsigned>(problem.line),
                      static_cast<unsigned>(problem.column), std::move(problem.key), std::move(problem.what)}}};
    }
    return read_table(*table, file);
}

}  // namespace opticward::config
