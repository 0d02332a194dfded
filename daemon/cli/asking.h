// What the commands that ask the daemon share. One thread.
#pragma once

#include "cmis/value.h"
#include "daemon/cli/commands.h"

#include <expected>
#include <memory>
#include <string>
#include <vector>

namespace opticward::daemon::cli {

// "opticward 0.1.0"
std::string own_version();

// 1 where it is about a module, 2 where it is about the call or the way to the daemon.
int exit_code(Trouble kind);

// nullptr after a complaint.
std::unique_ptr<DaemonClient> connected(const Call& call);

// The trouble as it is told: an unknown port with the names that are nearest.
std::string told(DaemonClient& client, const DaemonTrouble& trouble, const std::string& port);
// Complains and returns the exit code. `port` is empty where the call was about none.
int failed(const Call& call, DaemonClient& client, const DaemonTrouble& trouble, const std::string& port);

// The objects of all ports, or of those that are named, in the daemon's order. Or why not: an unknown name too.
Answer<std::vector<cmis::Value>> ports(DaemonClient& client, std::span<const std::string> names);

// A text of the daemon as a value.
Answer<cmis::Value> parsed(const std::string& json);

}  // namespace opticward::daemon::cli
