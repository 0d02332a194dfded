// One worker for each physical I2C adapter: the wire serialises its ports anyway, and a hanging one stalls only them.
#pragma once

#include "config/settings.h"
#include "drivers/i2c/bus_topology.h"

#include <functional>
#include <optional>
#include <string>

namespace opticward::config {

// The way to an adapter as a board file names it; nothing: it is not there now.
using FindAdapter = std::function<std::optional<drivers::AdapterPath>(const std::string& adapter)>;

// Pure but for `find`: the settings with the ports of all i2c-dev buses regrouped by the adapter at the root of their
// muxes. A bus that leads to one root keeps its name; of several buses that lead to the same root the first takes over
// the ports of the others, and its keys count. A bus that leads to several roots becomes one bus each, named
// "NAME.i2c-NUMBER". Ports whose adapter is not there stay with the bus that they were written for. Settings::remarks
// tells what was regrouped, and which muxes let modules behind other muxes answer (idle_state).
Settings with_physical_roots(Settings settings, const FindAdapter& find);

}  // namespace opticward::config
