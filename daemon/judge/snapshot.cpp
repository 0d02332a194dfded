#include "daemon/judge/snapshot.h"

namespace opticward::daemon {

void DurationHistogram::add(std::chrono::nanoseconds duration) {
    const double seconds = std::chrono::duration<double>(duration).count();
    std::size_t bucket = 0;
    while (bucket < bounds.size() && seconds > bounds[bucket]) {
        ++bucket;
    }
    ++counts[bucket];
    sum_seconds += seconds;
}

void DurationHistogram::add(const DurationHistogram& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
        counts[i] += other.counts[i];
    }
    sum_seconds += other.sum_seconds;
}

std::optional<bool> module_present(const PortSnapshot& port) {
    if (port.insertion) return true;
    switch (port.state) {
        case PortState::empty: return false;
        case PortState::unknown:
        case PortState::paused:
        case PortState::no_access: return std::nullopt;
        default: return true;
    }
}

}  // namespace opticward::daemon
