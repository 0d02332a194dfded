#include "drivers/simulator/hang_gate.h"

namespace opticward::drivers {

void HangGate::wait(std::optional<std::chrono::nanoseconds> longest) {
    std::unique_lock lock{mutex_};
    const auto seen = releases_;
    const auto released = [&] { return releases_ != seen; };
    if (longest) {
        released_.wait_for(lock, *longest, released);
    } else {
        released_.wait(lock, released);
    }
}

void HangGate::release() {
    {
        const std::scoped_lock lock{mutex_};
        ++releases_;
    }
    released_.notify_all();
}

}  // namespace opticward::drivers
