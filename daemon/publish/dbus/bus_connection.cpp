#include "daemon/publish/dbus/bus_connection.h"

#include "cmis/text.h"
#include "daemon/publish/dbus/boundary.h"
#include "daemon/publish/dbus/bus_probe.h"

#include <atomic>
#include <future>
#include <poll.h>
#include <thread>
#include <utility>

namespace opticward::daemon::bus {

namespace {

using Opened = std::expected<std::unique_ptr<sdbus::IConnection>, std::string>;

constexpr int most_messages = 64;
constexpr std::chrono::milliseconds longest_dispatch{50};

Opened open_now(const std::string& address) {
    if (auto why = why_no_bus(address)) return std::unexpected{std::move(*why)};
    try {
        return address.empty() ? sdbus::createSystemBusConnection()
                               : sdbus::createSessionBusConnectionWithAddress(address);
    } catch (const std::exception& problem) {
        return std::unexpected{one_line(problem)};
    }
}

// libsystemd waits up to a minute and a half for a bus that takes the connection and says nothing, and cannot be told
// otherwise. So a thread of its own waits, and is left behind; it owns all that it touches.
Opened open_within(const std::string& address, std::chrono::milliseconds limit) {
    static std::atomic<bool> still_waiting{false};
    if (still_waiting.exchange(true)) return std::unexpected{"the bus still does not answer"};
    try {
        std::packaged_task<Opened()> task{[address] {
            Opened opened = open_now(address);
            still_waiting = false;
            return opened;
        }};
        std::future<Opened> result = task.get_future();
        std::thread{std::move(task)}.detach();
        if (result.wait_for(limit) != std::future_status::ready) return std::unexpected{"the bus does not answer"};
        return result.get();
    } catch (const std::exception& problem) {
        still_waiting = false;
        return std::unexpected{one_line(problem)};
    }
}

// The bus would take something, or is gone.
bool writable(int descriptor) {
    pollfd waiting{.fd = descriptor, .events = POLLOUT, .revents = 0};
    return ::poll(&waiting, 1, 0) != 0;
}

bool wants_to_write(const sdbus::IConnection::PollData& data) {
    return (data.events & POLLOUT) != 0;
}

}  // namespace

std::string one_line(const std::exception& problem) {
    const auto* told = dynamic_cast<const sdbus::Error*>(&problem);
    return cmis::escape_control(told != nullptr ? std::string{told->getMessage()} : std::string{problem.what()});
}

std::expected<BusConnection, std::string> BusConnection::open(const std::string& address) {
    Opened opened = open_within(address, answer_limit);
    if (!opened) return std::unexpected{std::move(opened.error())};
    try {
        (*opened)->setMethodCallTimeout(answer_limit);
    } catch (const std::exception& problem) {
        return std::unexpected{one_line(problem)};
    }
    return BusConnection{std::move(*opened)};
}

DbusPoll BusConnection::poll_data() const {
    DbusPoll wanted;
    if (lost_) return wanted;
    tried([&] {
        const auto data = connection_->getEventLoopPollData();
        if (wants_to_write(data)) {
            // Nothing is answered before the bus has taken what waits, so requests do not wake us.
            wanted.descriptors.push_back({.fd = data.fd, .events = POLLOUT, .revents = 0});
            return;
        }
        wanted.descriptors.push_back({.fd = data.fd, .events = data.events, .revents = 0});
        const int wake = wake_descriptor(data);
        if (wake >= 0) wanted.descriptors.push_back({.fd = wake, .events = POLLIN, .revents = 0});
        const int timeout = data.getPollTimeout();
        if (timeout >= 0) wanted.timeout = std::chrono::milliseconds{timeout};
    });
    return wanted;
}

bool BusConnection::dispatch(const std::function<Instant()>& now) {
    if (lost_) return false;
    const bool alive = tried([&] {
        const SteadyTime began = now().steady;
        for (int i = 0; i < most_messages && now().steady - began < longest_dispatch; ++i) {
            const auto data = connection_->getEventLoopPollData();
            if (wants_to_write(data) && !writable(data.fd)) return;
            if (!process(*connection_)) return;
        }
    });
    lost_ = !alive;
    return alive;
}

bool BusConnection::waits() const {
    bool waits = false;
    if (!lost_) tried([&] { waits = wants_to_write(connection_->getEventLoopPollData()); });
    return waits;
}

bool BusConnection::may_send() {
    if (lost_) return false;
    if (!waits()) {
        waiting_ = 0;
        return true;
    }
    if (waiting_ >= most_waiting) return false;
    ++waiting_;
    return true;
}

}  // namespace opticward::daemon::bus
