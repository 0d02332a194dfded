// The buses that are read under the configuration in force, each with its worker. Main thread only.
#pragma once

#include "config/settings.h"
#include "daemon/judge/judge.h"
#include "daemon/poll/bus_worker.h"
#include "daemon/poll/reading_sink.h"
#include "daemon/publish/commands.h"
#include "daemon/watchdog.h"
#include "drivers/environment.h"

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

// What was noticed of a bus since it was asked last.
struct BusNotice {
    std::string bus;
    BusHealth health = BusHealth::good;
};

class RunningBuses {
public:
    RunningBuses(drivers::Environment environment, std::shared_ptr<ReadingSink> sink);

    // Reads what `settings` say from now on. Buses that did not change go on undisturbed, those that did are started
    // anew with new port numbers, those that are gone end. An error: a bus can never work, and nothing was changed.
    // What could not be done otherwise is noted in `remarks`, one line each.
    std::expected<void, std::string> change_to(const std::shared_ptr<const config::Settings>& settings,
                                               std::vector<std::string>& remarks);

    // By the order of the ports in the settings: the number that a port's readings carry.
    const std::vector<std::size_t>& port_numbers() const { return port_numbers_; }
    std::vector<BusSnapshot> snapshots();

    Posted refresh(std::string_view port);
    Posted pause(std::string_view port, SteadyTime until);

    // Where the worker of a bus is; ended: there is no such worker.
    WorkerProgress progress_of(std::string_view bus) const;
    // Buses whose health changed.
    std::vector<BusNotice> notices(SteadyTime now, std::chrono::nanoseconds stalled_after);
    // As of the latest notices(): one of them is stalled.
    bool something_stalls() const;

    // True when all have ended by then; a worker that hangs in the kernel cannot be joined.
    bool stop(SteadyTime deadline);

private:
    struct Bus {
        std::string name;
        std::vector<std::size_t> numbers;   // of its ports
        std::unique_ptr<BusWorker> worker;  // null: an earlier worker hangs on this bus
        DurationHistogram cycles;
        BusStatus before;  // of the workers before this one
        BusHealth health = BusHealth::good;
    };
    struct Opened {
        std::size_t bus = 0;  // of the new settings
        drivers::BusDevice device;
    };

    Bus started(const config::Settings& settings, Opened opened);
    bool is_retired(const std::string& bus) const;
    std::optional<std::size_t> unchanged(const config::Settings& settings, std::size_t bus) const;
    void end(std::vector<Bus> buses, std::vector<std::string>& remarks);
    void number_ports();
    Posted post(std::string_view port, const std::function<Message(std::size_t)>& message);

    drivers::Environment environment_;
    std::shared_ptr<ReadingSink> sink_;
    std::shared_ptr<const config::Settings> settings_;
    std::vector<Bus> buses_;    // in the order of the settings
    std::vector<Bus> retired_;  // their workers hang in the kernel
    std::vector<std::size_t> port_numbers_;
    std::size_t next_number_ = 0;
};

}  // namespace opticward::daemon
