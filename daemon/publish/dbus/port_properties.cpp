#include "daemon/publish/dbus/port_properties.h"

#include "daemon/publish/dbus/object_path.h"
#include "daemon/publish/dbus/utf8.h"

#include <algorithm>

namespace opticward::daemon::bus {

namespace {

// The numbers that the XML gives.
std::uint32_t mode(std::string_view protocol) {
    if (protocol == "ethernet") return 1;
    if (protocol == "infiniband") return 2;
    return 0;
}

std::uint32_t verdict(VerdictKind kind) {
    switch (kind) {
        case VerdictKind::unknown: return 0;
        case VerdictKind::match: return 1;
        case VerdictKind::mismatch: return 2;
        case VerdictKind::degraded: return 3;
        case VerdictKind::not_applicable: return 4;
    }
    return 0;
}

std::uint32_t worst(const std::vector<Alert>& alerts) {
    Severity severity = Severity::none;
    for (const Alert& alert : alerts) {
        severity = std::max(severity, alert.severity);
    }
    return static_cast<std::uint32_t>(severity);
}

std::vector<std::string> list_of(const std::string& name) {
    return name.empty() ? std::vector<std::string>{} : std::vector{sendable(name)};
}

}  // namespace

bool has_module(const PortSnapshot& port) {
    return port.insertion != nullptr && port.facts != nullptr;
}

std::uint64_t microseconds(const std::optional<Instant>& at) {
    if (!at) return 0;
    const auto since = std::chrono::duration_cast<std::chrono::microseconds>(at->wall.time_since_epoch()).count();
    return since < 0 ? 0 : static_cast<std::uint64_t>(since);
}

PortProperties port_properties(const PortSnapshot& port) {
    PortProperties properties;
    properties.name = sendable(port.name);
    properties.label = sendable(port.label);
    properties.present = module_present(port).value_or(false);
    if (has_module(port)) properties.module = module_path(port.name);
    properties.netdevs = list_of(port.names.netdev);
    properties.rdma_devices = list_of(port.names.rdma_device);
    properties.state = text(port.state);
    properties.last_read_timestamp = microseconds(port.read_at);
    properties.consecutive_failures = port.failures_in_row;
    if (port.fault) properties.last_error = drivers::text(*port.fault);
    properties.last_error_explanation = sendable(port.explanation);
    properties.severity = worst(port.alerts);
    properties.expected_mode = mode(port.expected_protocol);
    properties.actual_mode = mode(port.port_protocol);
    const auto protocol = std::ranges::find(port.verdicts, "protocol", &Verdict::axis);
    if (protocol != port.verdicts.end()) {
        properties.mode_verdict = verdict(protocol->kind);
        properties.mode_reason = sendable(protocol->reason);
    }
    return properties;
}

ManagerProperties manager_properties(const Board& board) {
    ManagerProperties properties;
    properties.port_count = static_cast<std::uint32_t>(board.ports.size());
    for (const auto& port : board.ports) {
        if (module_present(*port).value_or(false)) ++properties.present_count;
        properties.active_alert_count += static_cast<std::uint32_t>(port->alerts.size());
        properties.severity = std::max(properties.severity, worst(port->alerts));
        properties.last_poll_timestamp = std::max(properties.last_poll_timestamp, microseconds(port->looked_at));
    }
    return properties;
}

}  // namespace opticward::daemon::bus
