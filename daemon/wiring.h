// From settings to the objects that the daemon is made of. Main thread, at start-up.
#pragma once

#include "config/settings.h"
#include "daemon/judge/judge_settings.h"
#include "daemon/poll/bus_worker.h"
#include "daemon/poll/reading_queue.h"
#include "drivers/driver_registry.h"

#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace opticward::daemon {

// The real world, below a root that tests can move.
drivers::Environment real_environment(const std::filesystem::path& root);
Instant real_now();

std::vector<PortSettings> judge_ports(const config::Settings& settings);
JudgeSettings judge_settings(const config::Settings& settings);

// One worker for each bus, in the order of the settings, already running; or why a bus can never work.
using Workers = std::vector<std::unique_ptr<BusWorker>>;
std::expected<Workers, std::string> start_workers(const config::Settings& settings,
                                                  const drivers::Environment& environment,
                                                  const std::shared_ptr<ReadingSink>& sink);

// True when all have ended by then; a worker that hangs in the kernel cannot be joined.
bool stop(Workers& workers, SteadyTime deadline);

// Whether every bus could be opened; nothing is started. Empty: yes.
std::vector<std::string> bus_problems(const config::Settings& settings, const drivers::Environment& environment);

}  // namespace opticward::daemon
