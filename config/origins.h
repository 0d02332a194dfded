// What the tables of buses and ports say, key by key, with the place of each. For config/*.cpp only, because of what it
// includes.
#pragma once

#include "config/port_number.h"
#include "config/settings.h"

#include <string>
#include <toml++/toml.h>
#include <vector>

namespace opticward::config {

// One origin a key of the table, "bus[mux0].path" where `name` is "bus[mux0]", in the order of the lines; of a port of a
// range with its numbers in place of {n} and {map}.
void add_origins(const toml::table& table, const std::string& name, const PortNumber& number,
                 std::vector<SettingOrigin>& origins);

// The node on one line as TOML, `{ path = "x", bit = 3 }`, cut where it is long.
std::string compact_text(const toml::node& node);

}  // namespace opticward::config
