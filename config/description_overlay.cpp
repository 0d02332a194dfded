#include "config/description_overlay.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

namespace opticward::config {

namespace {

std::optional<std::int64_t> lane_of(const toml::node& element) {
    const toml::table* table = element.as_table();
    return table == nullptr ? std::nullopt : (*table)["lane"].value<std::int64_t>();
}

// A list of lanes: every element says which lane it is about.
bool is_by_lane(const toml::node& node) {
    const toml::array* array = node.as_array();
    return array != nullptr && !array->empty() &&
           std::ranges::all_of(*array, [](const toml::node& element) { return lane_of(element).has_value(); });
}

void merge_into(toml::table& target, const toml::table& change);

void merge_lanes(toml::array& target, const toml::array& change) {
    for (const toml::node& element : change) {
        const auto same =
            std::ranges::find_if(target, [&](const toml::node& other) { return lane_of(other) == lane_of(element); });
        if (same == target.end()) {
            target.push_back(*element.as_table());
        } else {
            merge_into(*same->as_table(), *element.as_table());
        }
    }
}

void merge_into(toml::table& target, const toml::table& change) {
    for (const auto& [key, value] : change) {
        toml::node* old = target.get(key.str());
        if (old != nullptr && old->is_table() && value.is_table()) {
            merge_into(*old->as_table(), *value.as_table());
        } else if (old != nullptr && is_by_lane(*old) && is_by_lane(value)) {
            merge_lanes(*old->as_array(), *value.as_array());
        } else {
            target.insert_or_assign(key.str(), value);
        }
    }
}

toml::table table_of(std::string_view key, const toml::node& value) {
    toml::table table;
    table.insert(key, value);
    return table;
}

std::vector<Leaf> leaves_of_lane(const std::string& path, const toml::table& element) {
    std::vector<Leaf> all;
    const std::int64_t lane = lane_of(element).value_or(0);
    for (Leaf& leaf : leaves(element)) {
        if (leaf.path == "lane") {
            continue;
        }
        leaf.overlay.insert("lane", lane);
        toml::array lanes;
        lanes.push_back(std::move(leaf.overlay));
        all.push_back({path + "[" + std::to_string(lane) + "]." + leaf.path, table_of("lanes", lanes)});
    }
    return all;
}

}  // namespace

std::vector<Leaf> leaves(const toml::table& change) {
    std::vector<Leaf> all;
    for (const auto& [key, value] : change) {
        const std::string name{key.str()};
        if (const toml::table* table = value.as_table()) {
            for (Leaf& leaf : leaves(*table)) {
                all.push_back({name + "." + leaf.path, table_of(name, leaf.overlay)});
            }
        } else if (name == "lanes" && is_by_lane(value)) {
            for (const toml::node& element : *value.as_array()) {
                std::ranges::move(leaves_of_lane(name, *element.as_table()), std::back_inserter(all));
            }
        } else {
            all.push_back({name, table_of(name, value)});
        }
    }
    return all;
}

toml::table merged(const toml::table& description, const toml::table& change) {
    toml::table result = description;
    merge_into(result, change);
    return result;
}

std::string written(const toml::table& description) {
    std::ostringstream out;
    out << toml::toml_formatter{description};
    return out.str();
}

std::vector<cmis::Location> differences(const cmis::MemoryMap& image, const cmis::MemoryMap& other) {
    std::vector<cmis::Location> all;
    for (const auto& [id, page] : image.pages()) {
        const cmis::Page* counterpart = other.find(id);
        for (std::size_t i = 0; counterpart != nullptr && i < page.size(); ++i) {
            if (page[i] != (*counterpart)[i]) {
                const std::size_t offset = id.lower ? i : i + cmis::upper_memory_start;
                all.push_back({id, static_cast<std::uint8_t>(offset)});
            }
        }
    }
    return all;
}

}  // namespace opticward::config
