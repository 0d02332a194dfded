// One connection to a bus, driven by the caller's poll(2). Main thread only.
#pragma once

#include "daemon/instant.h"
#include "daemon/publish/dbus/compat.h"
#include "daemon/publish/dbus/dbus_service.h"

#include <chrono>
#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <string>

namespace opticward::daemon::bus {

// No answer of the bus itself may take longer.
inline constexpr std::chrono::seconds answer_limit{2};
// So many of our messages may wait while the bus takes none: some sweeps of a large board.
inline constexpr std::size_t most_waiting = 2048;

class BusConnection {
public:
    // An empty address is the system bus. Or one line that says why not.
    static std::expected<BusConnection, std::string> open(const std::string& address);

    sdbus::IConnection& operator*() const { return *connection_; }

    bool lost() const { return lost_; }
    DbusPoll poll_data() const;
    // False: lost.
    bool dispatch(const std::function<Instant()>& now);
    // What we sent waits in our memory for the bus to take it.
    bool waits() const;
    // To be asked before each signal.
    bool may_send();

private:
    explicit BusConnection(std::unique_ptr<sdbus::IConnection> connection) : connection_{std::move(connection)} {}

    std::unique_ptr<sdbus::IConnection> connection_;
    bool lost_ = false;
    std::size_t waiting_ = 0;
};

// An exception of sdbus-c++ as one line.
std::string one_line(const std::exception& problem);

}  // namespace opticward::daemon::bus
