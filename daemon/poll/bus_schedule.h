// All ports of one bus, one after the other, within the bus's share of time. Called by the bus's worker; never waits.
#pragma once

#include "daemon/poll/bus_budget.h"
#include "daemon/poll/mailbox.h"
#include "daemon/poll/port_poller.h"
#include "daemon/poll/reading_sink.h"
#include "drivers/driver_registry.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace opticward::daemon {

using Clock = std::function<Instant()>;

// What the schedule of a bus is made of.
struct BusParts {
    std::string name;  // of the bus
    drivers::BusDevice device;
    std::vector<std::size_t> ports;     // of the settings, in the order of the device's
    std::vector<HostPortReader> hosts;  // likewise; may be shorter
    std::shared_ptr<ReadingSink> sink;
    Clock clock;
    Periods periods;
    std::chrono::nanoseconds identity_check{};
    double max_bus_share = 1;
};

class BusSchedule {
public:
    explicit BusSchedule(BusParts parts);

    // Steps every port that is due and says when the next one is. Returns early when `interrupted` says so.
    SteadyTime run(const std::function<bool()>& interrupted);
    // A message to a port of another bus is ignored.
    void take(const Message& message);

    // How long the latest run() read modules; nothing when none was due.
    std::optional<std::chrono::nanoseconds> last_cycle() const { return last_cycle_; }
    std::uint64_t overruns() const;
    drivers::BusCounters counters() const { return device_.counters ? device_.counters() : drivers::BusCounters{}; }
    Periods periods() const { return budget_.periods(); }

private:
    struct Port {
        std::size_t number = 0;
        std::unique_ptr<PortPoller> poller;
        SteadyTime due = SteadyTime::min();
    };

    void step(std::size_t index, Instant now);

    drivers::BusDevice device_;
    std::shared_ptr<ReadingSink> sink_;
    Clock clock_;
    BusBudget budget_;
    std::vector<Port> ports_;
    std::optional<std::chrono::nanoseconds> last_cycle_;
};

}  // namespace opticward::daemon
