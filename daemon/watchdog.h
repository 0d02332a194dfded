// Whether the service manager's watchdog may be fed: a bus that hangs in the kernel is nobody's fault here and must not
// cost the other buses their daemon; a thread that stalls in our own code must. Pure.
#pragma once

#include "daemon/poll/progress.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace opticward::daemon {

enum class BusHealth : std::uint8_t {
    good,
    hung,     // in a driver for too long: left alone until it comes back
    stalled,  // outside of any driver for too long: only a restart helps
};

// A driver call of this length is reported; the slowest that is normal, a page over SMBus with retries, takes 2 s.
inline constexpr std::chrono::seconds hung_after{10};

BusHealth health(const WorkerProgress& progress, SteadyTime now, std::chrono::nanoseconds stalled_after);

// When to feed: often enough for the interval that the service manager asked for, and only while nothing stalls.
class Watchdog {
public:
    // No interval: nobody watches.
    explicit Watchdog(std::optional<std::chrono::nanoseconds> interval) : interval_{interval} {}

    bool is_on() const { return interval_.has_value(); }
    // How long the main loop may wait at most.
    std::chrono::nanoseconds period() const;
    // How long our own code may take between two signs of life.
    std::chrono::nanoseconds stalled_after() const;
    // True: feed it now. Call it at least once a period.
    bool due(SteadyTime now, bool something_stalls);

private:
    std::optional<std::chrono::nanoseconds> interval_;
    std::optional<SteadyTime> fed_;
};

}  // namespace opticward::daemon
