// What the service manager is told, and what it passes. Without one, nothing happens. Main thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

class Notifier {
public:
    // Looks for the service manager in the environment.
    Notifier();

    // Said once after the start and once after each reloading(); later it is a status like any other.
    void ready(std::string_view status);
    // One line; the same line again is not sent.
    void status(std::string_view text);
    // The main loop and the workers are well. Nothing where no watchdog is set.
    void watchdog();
    // The configuration is read again; ready() ends it.
    void reloading();
    void stopping();
    // Start, reload or stop takes so much longer from now on.
    void extend_timeout(std::chrono::microseconds more);

    // How often watchdog() must be called at least; nothing: no watchdog is set.
    std::optional<std::chrono::microseconds> watchdog_interval() const { return watchdog_interval_; }

private:
    std::optional<std::chrono::microseconds> watchdog_interval_;
    std::string last_status_;
    bool ready_ = false;
};

// A listening socket from a unit's .socket file, with the name that stands there. Ours to close.
struct PassedDescriptor {
    int number = -1;
    std::string name;

    bool operator==(const PassedDescriptor&) const = default;
};

// Those meant for this process. The second call finds none: they are taken.
std::vector<PassedDescriptor> take_passed_descriptors();

}  // namespace opticward::daemon
