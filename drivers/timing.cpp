#include "drivers/timing.h"

#include <thread>

namespace opticward::drivers {

Timing real_timing() {
    return {.pause = [](std::chrono::nanoseconds time) { std::this_thread::sleep_for(time); },
            .now = [] { return std::chrono::steady_clock::now(); }};
}

}  // namespace opticward::drivers
