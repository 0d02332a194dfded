// Whether there is a bus to connect to. sdbus-c++ 1.2 loses the memory of a connection that cannot be opened, and the
// daemon looks for its bus twice a minute for as long as there is none, so it asks here first.
#pragma once

#include <optional>
#include <string>

namespace opticward::daemon::bus {

// Nothing: something takes connections at the address (empty: the system bus's). Else why not, one line. Does not wait
// for an answer; any thread.
std::optional<std::string> why_no_bus(const std::string& address);

}  // namespace opticward::daemon::bus
