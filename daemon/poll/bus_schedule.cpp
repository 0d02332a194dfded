#include "daemon/poll/bus_schedule.h"

#include <algorithm>
#include <utility>

namespace opticward::daemon {

BusSchedule::BusSchedule(BusParts parts)
    : device_{std::move(parts.device)},
      sink_{std::move(parts.sink)},
      clock_{std::move(parts.clock)},
      budget_{device_.ports.size(), parts.periods, parts.max_bus_share} {
    const auto count = std::min(device_.ports.size(), parts.ports.size());
    for (std::size_t i = 0; i < count; ++i) {
        auto poller = std::make_unique<PortPoller>(PollerParts{
            .port = parts.ports[i],
            .access = *device_.ports[i].access,
            .presence = device_.ports[i].presence.get(),
            .cage = {.reset = device_.ports[i].reset.get(),
                     .low_power = device_.ports[i].low_power.get(),
                     .temperature = device_.ports[i].temperature.get()},
            .host = i < parts.hosts.size() ? parts.hosts[i] : HostPortReader{},
            .evidence = device_.ports[i].evidence.get(),
            .sink = *sink_,
            .now = [clock = clock_] { return clock().steady; },
            .periods = parts.periods,
            .identity_check = parts.identity_check,
        });
        ports_.push_back({.number = parts.ports[i], .poller = std::move(poller)});
    }
}

SteadyTime BusSchedule::run(const std::function<bool()>& interrupted) {
    SteadyTime next = SteadyTime::max();
    last_cycle_.reset();
    for (std::size_t i = 0; i < ports_.size(); ++i) {
        if (interrupted()) {
            return SteadyTime::min();
        }
        const Port& port = ports_[i];
        const Instant now = clock_();
        if (port.due <= now.steady) {
            step(i, now);
        }
        next = std::min(next, port.due);
    }
    return next;
}

void BusSchedule::step(std::size_t index, Instant now) {
    Port& port = ports_[index];
    PortPoller& poller = *port.poller;
    const std::uint64_t polls = poller.polls();
    poller.set_periods(budget_.periods());
    port.due = poller.step(now);
    budget_.presence_took(index, poller.presence_cost());
    budget_.poll_took(index, poller.poll_cost());
    if (poller.polls() != polls) {
        last_cycle_ = last_cycle_.value_or(std::chrono::nanoseconds{0}) + poller.poll_cost();
    }
}

void BusSchedule::take(const Message& message) {
    const std::size_t number = std::visit([](const auto& it) { return it.port; }, message);
    const auto port = std::ranges::find(ports_, number, &Port::number);
    if (port == ports_.end()) {
        return;
    }
    if (const auto* pause = std::get_if<Pause>(&message)) {
        port->poller->pause_until(pause->until);
    } else {
        port->poller->refresh();
    }
    port->due = SteadyTime::min();
}

std::uint64_t BusSchedule::overruns() const {
    std::uint64_t sum = 0;
    for (const Port& port : ports_) {
        sum += port.poller->overruns();
    }
    return sum;
}

}  // namespace opticward::daemon
