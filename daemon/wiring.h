// From settings to the objects that the daemon is made of. Main thread, at start-up.
#pragma once

#include "config/settings.h"
#include "daemon/judge/judge_settings.h"
#include "daemon/latest.h"
#include "daemon/options.h"
#include "daemon/poll/bus_worker.h"
#include "daemon/poll/reading_sink.h"
#include "daemon/publish/http.h"
#include "drivers/driver_registry.h"

#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace opticward::daemon {

// The real world, below a root that tests can move.
drivers::Environment real_environment(const std::filesystem::path& root);
Instant real_now();

using SharedSettings = std::shared_ptr<const config::Settings>;

// The configuration as it is now; without any port in it, the network devices of this host. Or its problems, one line
// each.
std::expected<SharedSettings, std::vector<std::string>> load_settings(const Options& options);

// "32 ports on 4 buses"
std::string in_words(const config::Settings& settings);

// From --bus, else the environment's OPTICWARD_BUS, else empty: the system bus.
std::string bus_address(const Options& options);

// Where proofs are kept: in the first folder of the environment's STATE_DIRECTORY, which systemd sets; empty without it.
std::filesystem::path proof_file();

// An HTTP server for the settings, null where they want none; or why there is none. `published` must live longer.
using HttpStarter = std::function<std::expected<std::unique_ptr<HttpServer>, std::string>(const config::Settings&)>;
HttpStarter http_starter(const Latest<Published>& published);

std::vector<PortSettings> judge_ports(const config::Settings& settings);
JudgeSettings judge_settings(const config::Settings& settings);

// What the worker of a bus is made of. Its port numbers are those of the settings.
BusParts bus_parts(const config::Settings& settings, const config::BusSettings& bus, drivers::BusDevice device,
                   const drivers::Environment& environment, const std::shared_ptr<ReadingSink>& sink);

// Whether every bus could be opened; nothing is started. Empty: yes.
std::vector<std::string> bus_problems(const config::Settings& settings, const drivers::Environment& environment);

}  // namespace opticward::daemon
