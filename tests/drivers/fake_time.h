// A clock that moves when told, and pauses that move it and are remembered.
#pragma once

#include "drivers/timing.h"

#include <chrono>
#include <vector>

namespace opticward::drivers {

class FakeTime {
public:
    Timing timing() {
        return {.pause =
                    [this](std::chrono::nanoseconds time) {
                        pauses_.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
                        now_ += time;
                    },
                .now = [this] { return now_; }};
    }
    void advance(std::chrono::nanoseconds time) { now_ += time; }
    const std::vector<long>& pauses_in_milliseconds() const { return pauses_; }

private:
    TimePoint now_{};
    std::vector<long> pauses_;
};

}  // namespace opticward::drivers
