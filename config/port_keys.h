// The keys of a port that need nothing but the port. For config/*.cpp only, because of what it includes.
#pragma once

#include "config/settings.h"
#include "config/table_reader.h"

namespace opticward::config {

// How the host knows the port, and what it runs where nothing else tells.
void read_host_port(TableReader& reader, PortSettings& port);
// What the port and its module should be.
void read_expectations(TableReader& reader, PortSettings& port);

}  // namespace opticward::config
