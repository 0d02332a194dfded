// A moment on both clocks: steady for durations, wall for people. Always passed in, never fetched by a decision.
#pragma once

#include <chrono>

namespace opticward::daemon {

using SteadyTime = std::chrono::steady_clock::time_point;
using WallTime = std::chrono::system_clock::time_point;

struct Instant {
    SteadyTime steady;
    WallTime wall;
};

}  // namespace opticward::daemon
