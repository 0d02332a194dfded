// Changes to a module description, key by key, and where in the module's memory they land. For config/*.cpp only.
#pragma once

#include "cmis/memory_map.h"

#include <string>
#include <toml++/toml.h>
#include <vector>

namespace opticward::config {

// One key of a change: where it stands ("monitors.lanes[2].rx_power_watts") and a table with nothing but it.
struct Leaf {
    std::string path;
    toml::table overlay;
};

// The keys of a change, one by one. Elements of an array of tables are told apart by their `lane`.
std::vector<Leaf> leaves(const toml::table& change);

// The description with the change laid over it.
toml::table merged(const toml::table& description, const toml::table& change);

// As TOML text.
std::string written(const toml::table& description);

// The places where the pages of `image` differ from those of `other`; pages that either lacks do not count.
std::vector<cmis::Location> differences(const cmis::MemoryMap& image, const cmis::MemoryMap& other);

}  // namespace opticward::config
