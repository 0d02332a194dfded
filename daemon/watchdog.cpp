#include "daemon/watchdog.h"

namespace opticward::daemon {

namespace {

constexpr std::chrono::seconds unwatched_limit{10};
// sd_watchdog_enabled(3) advises half of the interval; a quarter leaves room for a slow cycle.
constexpr int feeds_per_interval = 4;

}  // namespace

BusHealth health(const WorkerProgress& progress, SteadyTime now, std::chrono::nanoseconds stalled_after) {
    switch (progress.place) {
        case WorkerPlace::in_driver: return now - progress.since > hung_after ? BusHealth::hung : BusHealth::good;
        case WorkerPlace::working: return now - progress.since > stalled_after ? BusHealth::stalled : BusHealth::good;
        case WorkerPlace::waiting: return now - progress.until > stalled_after ? BusHealth::stalled : BusHealth::good;
        case WorkerPlace::ended: return BusHealth::good;
    }
    return BusHealth::good;
}

std::chrono::nanoseconds Watchdog::period() const {
    return interval_.value_or(unwatched_limit * feeds_per_interval) / feeds_per_interval;
}

std::chrono::nanoseconds Watchdog::stalled_after() const {
    return interval_ ? *interval_ / 2 : unwatched_limit;
}

bool Watchdog::due(SteadyTime now, bool something_stalls) {
    if (!interval_ || something_stalls) return false;
    if (fed_ && now - *fed_ < period()) return false;
    fed_ = now;
    return true;
}

}  // namespace opticward::daemon
