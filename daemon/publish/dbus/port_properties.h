// What the objects Port and Manager say, worked out of the board. Plain values; pure; safe from any thread.
#pragma once

#include "daemon/judge/snapshot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace opticward::daemon::bus {

// The properties of the XML under their names. Texts can be sent as they are.
struct PortProperties {
    std::string name;
    std::string label;
    bool present = false;
    std::string module = "/";
    std::vector<std::string> netdevs;
    std::vector<std::string> rdma_devices;
    std::string state;
    std::uint64_t last_read_timestamp = 0;
    std::uint32_t consecutive_failures = 0;
    std::string last_error;
    std::string last_error_explanation;
    std::uint32_t severity = 0;
    std::uint32_t expected_mode = 0;
    std::uint32_t actual_mode = 0;
    std::uint32_t mode_verdict = 0;
    std::string mode_reason;

    bool operator==(const PortProperties&) const = default;
};
PortProperties port_properties(const PortSnapshot& port);

struct ManagerProperties {
    std::uint64_t poll_interval_usec = 0;
    std::uint32_t port_count = 0;
    std::uint32_t present_count = 0;
    std::uint32_t active_alert_count = 0;
    std::uint32_t severity = 0;
    std::uint64_t last_poll_timestamp = 0;

    bool operator==(const ManagerProperties&) const = default;
};
// Without the interval, which the board does not know.
ManagerProperties manager_properties(const Board& board);

// A module is identified in it, so there is a module object.
bool has_module(const PortSnapshot& port);

// Microseconds of the real time clock; 0: never.
std::uint64_t microseconds(const std::optional<Instant>& at);

}  // namespace opticward::daemon::bus
