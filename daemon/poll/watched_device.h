// Marks the calls of a bus's thread into the drivers, so that a thread that hangs in the kernel is told from one that
// hangs in our own code.
#pragma once

#include "daemon/poll/bus_schedule.h"
#include "daemon/poll/progress.h"

#include <memory>

namespace opticward::daemon {

// Puts itself around everything in `parts` that reads modules, presence lines and host ports.
void watch_driver_calls(BusParts& parts, const std::shared_ptr<Progress>& progress);

}  // namespace opticward::daemon
