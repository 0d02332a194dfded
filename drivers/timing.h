// Waiting and the time of day as parameters, so that no test sleeps.
#pragma once

#include <chrono>
#include <functional>

namespace opticward::drivers {

using TimePoint = std::chrono::steady_clock::time_point;
using Pause = std::function<void(std::chrono::nanoseconds)>;  // blocks the calling thread that long
using Now = std::function<TimePoint()>;

struct Timing {
    Pause pause;
    Now now;
};

// The real clock and a sleeping thread.
Timing real_timing();

}  // namespace opticward::drivers
