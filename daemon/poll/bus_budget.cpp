#include "daemon/poll/bus_budget.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace opticward::daemon {

namespace {

std::chrono::nanoseconds divided(std::chrono::nanoseconds time, double share) {
    return std::chrono::nanoseconds{static_cast<std::int64_t>(std::ceil(static_cast<double>(time.count()) / share))};
}

std::chrono::nanoseconds sum(const std::vector<std::chrono::nanoseconds>& times) {
    return std::accumulate(times.begin(), times.end(), std::chrono::nanoseconds{0});
}

}  // namespace

BusBudget::BusBudget(std::size_t ports, Periods wanted, double share)
    : wanted_{wanted}, share_{share}, presence_(ports), poll_(ports) {}

void BusBudget::presence_took(std::size_t port, std::chrono::nanoseconds time) {
    if (port < presence_.size()) {
        presence_[port] = time;
    }
}

void BusBudget::poll_took(std::size_t port, std::chrono::nanoseconds time) {
    if (port < poll_.size()) {
        poll_[port] = time;
    }
}

Periods BusBudget::periods() const {
    const auto looking = sum(presence_);
    const auto presence = std::max(wanted_.presence, divided(looking, share_ / 2));
    const double spent = static_cast<double>(looking.count()) / static_cast<double>(presence.count());
    return {.presence = presence, .poll = std::max(wanted_.poll, divided(sum(poll_), share_ - spent))};
}

}  // namespace opticward::daemon
