#include "tests/bench/cycle.h"

#include "daemon/poll/port_poller.h"
#include "drivers/module_memory.h"
#include "drivers/simulator/simulated_bus.h"
#include "drivers/simulator/simulated_pin.h"
#include "drivers/simulator/wire_clock.h"
#include "tests/bench/least.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

namespace opticward::test {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr unsigned clock_hertz = 400'000;
constexpr unsigned cycles_to_settle = 5;
// Shorter than any cycle, so that every port is due in each.
constexpr daemon::Periods periods{.presence = 1h, .poll = 1ms};

class NoSink final : public daemon::ReadingSink {
public:
    void publish(daemon::Reading reading) override { latest_ = std::move(reading); }

private:
    daemon::Reading latest_;
};

class PolledBus {
public:
    PolledBus(unsigned ports, const cmis::MemoryMap& image)
        : wire_{clock_hertz, drivers::Pacing::wire, drivers::real_timing().now} {
        for (unsigned i = 0; i < ports; ++i) {
            const auto channel = wire_.add_port(drivers::SimulatedModule{image, true, {}}, {});
            accesses_.push_back(
                std::make_unique<drivers::ModuleMemory>(wire_.channel(channel), drivers::real_timing()));
            pins_.push_back(std::make_unique<drivers::SimulatedPin>(wire_, channel));
            pollers_.push_back(std::make_unique<daemon::PortPoller>(daemon::PollerParts{
                .port = i,
                .access = *accesses_.back(),
                .presence = pins_.back().get(),
                .host = {},
                .sink = sink_,
                .now = [] { return Clock::now(); },
                .periods = periods,
                .identity_check = 1h,
            }));
        }
    }

    void cycle() {
        for (const auto& poller : pollers_) {
            poller->step({.steady = Clock::now(), .wall = std::chrono::system_clock::now()});
        }
    }

private:
    drivers::SimulatedBus wire_;
    NoSink sink_;
    std::vector<std::unique_ptr<drivers::ModuleMemory>> accesses_;
    std::vector<std::unique_ptr<drivers::SimulatedPin>> pins_;
    std::vector<std::unique_ptr<daemon::PortPoller>> pollers_;
};

nanoseconds as_time(double seconds) {
    return nanoseconds{static_cast<std::int64_t>(seconds * 1e9)};
}

// What each transfer of one port takes; the mux select goes with the first.
std::vector<nanoseconds> transfers_of(const cmis::MemoryMap& image) {
    const WireModel wire{clock_hertz};
    const PollBytes bytes = poll_bytes(image, false);
    std::vector<nanoseconds> times;
    double before = wire.write(0);
    const auto add_runs = [&](const std::vector<std::size_t>& offsets) {
        for (std::size_t begin = 0, i = 1; i <= offsets.size(); ++i) {
            if (i == offsets.size() || offsets[i] > offsets[i - 1] + 4) {
                times.push_back(as_time(before + wire.read(offsets[i - 1] - offsets[begin] + 1)));
                before = 0;
                begin = i;
            }
        }
    };
    add_runs(bytes.lower);
    add_runs(bytes.upper);
    if (!bytes.upper.empty()) {
        times.push_back(as_time(wire.read(1)));
    }
    return times;
}

// As the simulated wire does it: lateness does not add up, unless it is so long that the wire was idle.
void sleep_through(const std::vector<nanoseconds>& transfers, unsigned ports) {
    auto line = Clock::now();
    for (unsigned port = 0; port < ports; ++port) {
        for (const nanoseconds time : transfers) {
            const auto now = Clock::now();
            line = (now - line > drivers::SimulatedBus::absorbed_lateness ? now : line) + time;
            drivers::sleep_until(line);
        }
    }
}

struct Took {
    nanoseconds cycle{};
    nanoseconds sleep{};
};

// The longest of all buses, cycle by cycle, in order of time.
std::vector<double> longest(const std::vector<std::vector<Took>>& buses, nanoseconds Took::*what) {
    std::vector<double> result;
    for (std::size_t i = cycles_to_settle; i < buses.front().size(); ++i) {
        nanoseconds most{0};
        for (const auto& bus : buses) {
            most = std::max(most, bus[i].*what);
        }
        result.push_back(std::chrono::duration<double>(most).count());
    }
    std::ranges::sort(result);
    return result;
}

template <class Work>
nanoseconds time_of(Work work) {
    const auto begin = Clock::now();
    work();
    return Clock::now() - begin;
}

}  // namespace

CycleTimes cycle_times(const cmis::MemoryMap& image, unsigned ports, unsigned buses, unsigned cycles) {
    const unsigned ports_of_a_bus = ports / buses;
    const auto transfers = transfers_of(image);
    std::vector<std::vector<Took>> took(buses);
    std::barrier all{static_cast<std::ptrdiff_t>(buses)};
    {
        std::vector<std::jthread> threads;
        threads.reserve(buses);
        for (auto& mine : took) {
            threads.emplace_back([&] {
                PolledBus bus{ports_of_a_bus, image};
                for (unsigned i = 0; i < cycles + cycles_to_settle; ++i) {
                    Took time;
                    all.arrive_and_wait();
                    time.cycle = time_of([&] { bus.cycle(); });
                    all.arrive_and_wait();
                    time.sleep = time_of([&] { sleep_through(transfers, ports_of_a_bus); });
                    mine.push_back(time);
                }
            });
        }
    }
    const auto real = longest(took, &Took::cycle);
    const auto floor = longest(took, &Took::sleep);
    const std::size_t slow = real.size() * 95 / 100;
    const nanoseconds of_a_port = std::accumulate(transfers.begin(), transfers.end(), nanoseconds{0});
    return {.limit_seconds = std::chrono::duration<double>(of_a_port).count() * ports_of_a_bus,
            .median_seconds = real[real.size() / 2],
            .slow_seconds = real[slow],
            .floor_median_seconds = floor[floor.size() / 2],
            .floor_slow_seconds = floor[slow]};
}

}  // namespace opticward::test
