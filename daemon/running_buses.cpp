#include "daemon/running_buses.h"

#include "daemon/wiring.h"

#include <algorithm>
#include <utility>

namespace opticward::daemon {

namespace {

// A worker ends between two transfers: what takes longer hangs.
constexpr std::chrono::milliseconds longest_end{1000};

// The counters of a bus go on where an earlier worker left them.
BusStatus sum(const BusStatus& before, const BusStatus& now) {
    BusStatus all = now;
    all.counters.transfers += before.counters.transfers;
    all.counters.busy += before.counters.busy;
    for (std::size_t i = 0; i < all.counters.faults.size(); ++i) {
        all.counters.faults[i] += before.counters.faults[i];
    }
    all.overruns += before.overruns;
    return all;
}

BusSnapshot snapshot_of(const config::BusSettings& bus, const BusStatus& status, const DurationHistogram& cycles) {
    BusSnapshot snapshot;
    snapshot.name = bus.description.name;
    snapshot.transfers = status.counters.transfers;
    snapshot.errors = status.counters.faults;
    snapshot.busy_seconds = std::chrono::duration<double>(status.counters.busy).count();
    snapshot.overruns = status.overruns;
    const auto period = std::max<std::chrono::nanoseconds>(status.period, bus.interval);
    snapshot.interval = std::chrono::duration_cast<std::chrono::milliseconds>(period);
    snapshot.cycles = cycles;
    return snapshot;
}

}  // namespace

RunningBuses::RunningBuses(drivers::Environment environment, std::shared_ptr<ReadingSink> sink)
    : environment_{std::move(environment)}, sink_{std::move(sink)} {}

std::expected<void, std::string> RunningBuses::change_to(const std::shared_ptr<const config::Settings>& settings,
                                                         std::vector<std::string>& remarks) {
    std::vector<Opened> opened;
    std::vector<std::optional<std::size_t>> kept(settings->buses.size());
    for (std::size_t i = 0; i < settings->buses.size(); ++i) {
        kept[i] = unchanged(*settings, i);
        if (kept[i]) continue;
        auto device = drivers::open_bus(settings->buses[i].description, environment_);
        if (!device) return std::unexpected{device.error()};
        opened.push_back({.bus = i, .device = std::move(*device)});
    }

    // The old worker of a bus must have ended before the new one touches it.
    std::vector<Bus> next(settings->buses.size());
    std::vector<Bus> ending;
    for (std::size_t old = 0; old < buses_.size(); ++old) {
        const auto place = std::ranges::find(kept, std::optional{old});
        if (place == kept.end()) {
            ending.push_back(std::move(buses_[old]));
        } else {
            next[static_cast<std::size_t>(place - kept.begin())] = std::move(buses_[old]);
        }
    }
    std::vector<std::pair<std::string, std::pair<BusStatus, DurationHistogram>>> history;
    for (const Bus& bus : ending) {
        const BusStatus status = bus.worker ? sum(bus.before, bus.worker->status()) : bus.before;
        history.emplace_back(bus.name, std::pair{status, bus.cycles});
    }
    end(std::move(ending), remarks);
    for (Opened& bus : opened) {
        const std::size_t index = bus.bus;
        next[index] = started(*settings, std::move(bus));
        const auto earlier = std::ranges::find(history, next[index].name, [](const auto& it) { return it.first; });
        if (earlier != history.end()) {
            next[index].before = earlier->second.first;
            next[index].cycles = earlier->second.second;
        }
        if (!next[index].worker) {
            remarks.push_back("Bus " + next[index].name + " is not read: an earlier read of it still hangs.");
        }
    }
    buses_ = std::move(next);
    settings_ = settings;
    number_ports();
    return {};
}

std::optional<std::size_t> RunningBuses::unchanged(const config::Settings& settings, std::size_t bus) const {
    for (std::size_t old = 0; old < buses_.size(); ++old) {
        if (buses_[old].worker && config::same_bus(*settings_, old, settings, bus)) return old;
    }
    return std::nullopt;
}

RunningBuses::Bus RunningBuses::started(const config::Settings& settings, Opened opened) {
    const config::BusSettings& described = settings.buses.at(opened.bus);
    Bus bus;
    bus.name = described.description.name;
    for (std::size_t i = 0; i < described.ports.size(); ++i) {
        bus.numbers.push_back(next_number_++);
    }
    if (is_retired(bus.name)) return bus;
    BusParts parts = bus_parts(settings, described, std::move(opened.device), environment_, sink_);
    parts.ports = bus.numbers;
    bus.worker = std::make_unique<BusWorker>(std::move(parts));
    return bus;
}

bool RunningBuses::is_retired(const std::string& bus) const {
    return std::ranges::any_of(retired_, [&](const Bus& retired) {
        return retired.name == bus && !retired.worker->ended_before(SteadyTime::min());
    });
}

void RunningBuses::end(std::vector<Bus> buses, std::vector<std::string>& remarks) {
    for (const Bus& bus : buses) {
        if (bus.worker) bus.worker->request_stop();
    }
    const SteadyTime deadline = std::chrono::steady_clock::now() + longest_end;
    for (Bus& bus : buses) {
        if (!bus.worker || bus.worker->ended_before(deadline)) continue;
        remarks.push_back("Bus " + bus.name + " hangs in its driver and was left behind.");
        retired_.push_back(std::move(bus));
    }
    std::erase_if(retired_, [](const Bus& bus) { return bus.worker->ended_before(SteadyTime::min()); });
}

void RunningBuses::number_ports() {
    port_numbers_.assign(settings_->ports.size(), 0);
    for (std::size_t bus = 0; bus < buses_.size(); ++bus) {
        const auto& ports = settings_->buses[bus].ports;
        for (std::size_t i = 0; i < ports.size() && i < buses_[bus].numbers.size(); ++i) {
            port_numbers_.at(ports[i]) = buses_[bus].numbers[i];
        }
    }
}

std::vector<BusSnapshot> RunningBuses::snapshots() {
    std::vector<BusSnapshot> snapshots;
    for (std::size_t i = 0; i < buses_.size(); ++i) {
        Bus& bus = buses_[i];
        BusStatus status = bus.before;
        if (bus.worker) {
            for (const auto duration : bus.worker->take_cycles()) {
                bus.cycles.add(duration);
            }
            status = sum(bus.before, bus.worker->status());
        }
        snapshots.push_back(snapshot_of(settings_->buses[i], status, bus.cycles));
    }
    return snapshots;
}

Posted RunningBuses::refresh(std::string_view port) {
    return post(port, [](std::size_t number) { return Refresh{.port = number}; });
}

Posted RunningBuses::pause(std::string_view port, SteadyTime until) {
    return post(port, [until](std::size_t number) { return Pause{.port = number, .until = until}; });
}

Posted RunningBuses::post(std::string_view port, const std::function<Message(std::size_t)>& message) {
    const auto found = std::ranges::find(settings_->ports, port, &config::PortSettings::name);
    if (found == settings_->ports.end()) return Posted::unknown_port;
    const auto index = static_cast<std::size_t>(found - settings_->ports.begin());
    const Bus& bus = buses_.at(found->bus);
    const bool taken =
        bus.worker && bus.health == BusHealth::good && bus.worker->post(message(port_numbers_.at(index)));
    return taken ? Posted::taken : Posted::busy;
}

std::vector<BusNotice> RunningBuses::notices(SteadyTime now, std::chrono::nanoseconds stalled_after) {
    std::vector<BusNotice> notices;
    for (Bus& bus : buses_) {
        if (!bus.worker) continue;
        const BusHealth current = health(bus.worker->progress(), now, stalled_after);
        if (std::exchange(bus.health, current) != current) {
            notices.push_back({.bus = bus.name, .health = current});
        }
    }
    return notices;
}

WorkerProgress RunningBuses::progress_of(std::string_view bus) const {
    const auto found = std::ranges::find(buses_, bus, &Bus::name);
    if (found == buses_.end() || !found->worker) return {.place = WorkerPlace::ended};
    return found->worker->progress();
}

bool RunningBuses::something_stalls() const {
    return std::ranges::any_of(buses_, [](const Bus& bus) { return bus.health == BusHealth::stalled; });
}

bool RunningBuses::stop(SteadyTime deadline) {
    bool all_ended = true;
    for (const Bus& bus : buses_) {
        if (bus.worker) bus.worker->request_stop();
    }
    for (const Bus& bus : buses_) {
        if (bus.worker) all_ended = bus.worker->ended_before(deadline) && all_ended;
    }
    for (const Bus& bus : retired_) {
        all_ended = bus.worker->ended_before(deadline) && all_ended;
    }
    return all_ended;
}

}  // namespace opticward::daemon
