// The daemon's place on the bus: connects, looks again now and then while there is no bus, and does without. Main thread.
#pragma once

#include "config/settings.h"
#include "daemon/judge/event.h"
#include "daemon/judge/snapshot.h"
#include "daemon/publish/commands.h"
#include "daemon/publish/dbus/dbus_service.h"
#include "daemon/publish/log_control.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace spdlog {
class logger;  // NOLINT(readability-identifier-naming): spdlog's name
}

namespace opticward::daemon {

class DbusLink {
public:
    // An empty address: the system bus. References must live longer.
    DbusLink(std::string address, std::string version, spdlog::logger& log, LogControl& log_control,
             std::function<Instant()> now);

    // What is told of the configuration, and whether there shall be a bus at all. Takes effect with the next publish().
    void configure(const config::Settings& settings);
    // Tells what changed. Connects when it is time to, on behalf of `commands`, which must live longer.
    void publish(const std::shared_ptr<const Board>& board, std::span<const Event> events, Commands& commands);

    // To wait for, besides everything else.
    DbusPoll poll_data() const;
    // What came from the bus.
    void dispatch();

    // Leaves the bus; where that hangs, what belongs to it is left behind.
    void leave();

private:
    void connect(SteadyTime now, Commands& commands);

    DbusSettings settings_;
    spdlog::logger& log_;
    LogControl& log_control_;
    std::function<Instant()> now_;
    bool wanted_ = true;
    std::vector<ConfigurationEntry> configuration_;
    std::unique_ptr<DbusService> service_;
    SteadyTime next_attempt_ = SteadyTime::min();
    bool told_without_ = false;
};

}  // namespace opticward::daemon
