#include "drivers/simulator/wire_clock.h"

#include <cerrno>
#include <ctime>
#include <sys/prctl.h>

namespace opticward::drivers {

void sleep_until(TimePoint instant) {
    // The default slack of 50 us would be longer than a mux select.
    thread_local const bool exact = ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL) == 0;
    static_cast<void>(exact);

    const auto since_boot = instant.time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_boot);
    const std::chrono::nanoseconds rest = since_boot - seconds;
    const timespec until{.tv_sec = seconds.count(), .tv_nsec = rest.count()};
    while (::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
    }
}

}  // namespace opticward::drivers
