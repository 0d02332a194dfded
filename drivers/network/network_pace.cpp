#include "drivers/network/network_pace.h"

#include <algorithm>

namespace opticward::drivers {

std::chrono::nanoseconds NetworkPace::wait_for_turn(TimePoint now) {
    const std::lock_guard lock{mutex_};
    const TimePoint turn = std::max(now, next_);
    next_ = turn + spacing_;
    return turn - now;
}

}  // namespace opticward::drivers
