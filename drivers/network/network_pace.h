// How fast modules are read through the kernel's network devices: each read holds the lock that all of the host's
// network configuration waits for (rtnl_lock) for as long as the module takes to answer.
#pragma once

#include "drivers/timing.h"

#include <chrono>
#include <mutex>

namespace opticward::drivers {

// One for all network ports of the process, whatever bus they are on. Safe from any thread.
class NetworkPace {
public:
    static constexpr std::chrono::milliseconds default_spacing{50};

    explicit NetworkPace(std::chrono::nanoseconds spacing = default_spacing) : spacing_{spacing} {}

    // Takes the next free moment for one page and says how long to wait until then.
    std::chrono::nanoseconds wait_for_turn(TimePoint now);

private:
    std::chrono::nanoseconds spacing_;
    std::mutex mutex_;
    TimePoint next_{TimePoint::min()};
};

}  // namespace opticward::drivers
