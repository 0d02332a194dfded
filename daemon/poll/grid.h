// Points in time at equal distances that do not drift when a step comes late. Plain value.
#pragma once

#include "daemon/instant.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace opticward::daemon {

class Grid {
public:
    explicit Grid(std::chrono::nanoseconds period) : period_{period} {}

    // The first point is the time of the first question.
    bool is_due(SteadyTime now) {
        if (!started_) {
            start_at(now);
        }
        return now >= due_;
    }
    SteadyTime due() const { return due_; }
    std::chrono::nanoseconds period() const { return period_; }

    void start_at(SteadyTime first) {
        due_ = first;
        started_ = true;
    }
    // The distance from the next point on; at least 1 ns.
    void set_period(std::chrono::nanoseconds period) { period_ = std::max(period, std::chrono::nanoseconds{1}); }

    // Goes to the first point after `now` and returns how many points passed without a step.
    std::uint64_t advance(SteadyTime now) {
        due_ += period_;
        if (due_ > now) {
            return 0;
        }
        const auto missed = (now - due_) / period_ + 1;
        due_ += missed * period_;
        return static_cast<std::uint64_t>(missed);
    }

private:
    std::chrono::nanoseconds period_;
    SteadyTime due_{};
    bool started_ = false;
};

}  // namespace opticward::daemon
