#include "config/port_range.h"

#include <algorithm>

namespace opticward::config {

namespace {

constexpr std::int64_t largest_number = 1'000'000;
constexpr std::int64_t most_numbers = 4096;

// The map, one number for each port of the range; nothing: it is wrong.
std::optional<std::vector<std::int64_t>> read_map(TableReader& range, std::size_t count) {
    std::vector<std::int64_t> numbers;
    const toml::node* node = range.all().get("map");
    if (node == nullptr) {
        return numbers;
    }
    const std::string expected = ", expected " + std::to_string(count) + " whole numbers from 0 to " +
                                 std::to_string(largest_number) + ", one for each port of the range";
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        range.report("map", shown(*node) + " is no list" + expected);
        return std::nullopt;
    }
    for (const toml::node& element : *array) {
        const auto number = element.value_exact<std::int64_t>();
        if (!number || *number < 0 || *number > largest_number) {
            range.report("map", shown(element) + " is no number of it" + expected);
            return std::nullopt;
        }
        numbers.push_back(*number);
    }
    if (numbers.size() != count) {
        range.report("map", "has " + std::to_string(numbers.size()) + " numbers" + expected);
        return std::nullopt;
    }
    return numbers;
}

}  // namespace

std::vector<PortNumber> read_range(TableReader& port) {
    const toml::node* node = port.node("range");
    if (node == nullptr) {
        return {PortNumber{}};
    }
    const toml::table* table = port.table("range");
    if (table == nullptr) {
        return {};
    }
    TableReader range = port.inside("range", *table);
    for (const std::string_view key : {"from", "to"}) {
        if (range.all().get(key) == nullptr) {
            range.report(key, "missing, expected the number of a port");
        }
    }
    const auto from = range.integer("from", 0, largest_number);
    const auto to = range.integer("to", 0, largest_number);
    range.node("map");
    std::vector<PortNumber> numbers;
    if (from && to && (*to < *from || *to - *from >= most_numbers)) {
        range.report("to", std::to_string(*to) + " is out of range, expected a whole number from " +
                               std::to_string(*from) + " to " + std::to_string(*from + most_numbers - 1));
    } else if (from && to) {
        if (const auto map = read_map(range, static_cast<std::size_t>(*to - *from + 1))) {
            for (std::int64_t n = *from; n <= *to; ++n) {
                const auto index = static_cast<std::size_t>(n - *from);
                numbers.push_back({n, map->empty() ? std::nullopt : std::optional{map->at(index)}});
            }
        }
    }
    range.report_unknown_keys();
    return numbers;
}

}  // namespace opticward::config
