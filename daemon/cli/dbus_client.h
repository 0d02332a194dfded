// The daemon over D-Bus. The only part of the command line that knows sdbus-c++; its exceptions end here.
#pragma once

#include "daemon/cli/daemon_client.h"

#include <memory>
#include <optional>
#include <string>

namespace opticward::daemon::cli {

// The bus at this address; nothing: the system bus. Answers only when the bus is there, the daemon may be missing yet.
Answer<std::unique_ptr<DaemonClient>> connect_to_daemon(const std::optional<std::string>& address);

}  // namespace opticward::daemon::cli
