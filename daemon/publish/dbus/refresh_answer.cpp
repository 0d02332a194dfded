#include "daemon/publish/dbus/refresh_answer.h"

namespace opticward::daemon::bus {

std::optional<RefreshAnswer> refusal(const PortSnapshot& port) {
    if (port.state == PortState::no_access) return RefreshAnswer::not_supported;
    if (port.state == PortState::paused) return RefreshAnswer::busy;
    return std::nullopt;
}

std::optional<RefreshAnswer> answer_to_refresh(const PortSnapshot* port, SteadyTime asked, SteadyTime now) {
    if (port == nullptr) return RefreshAnswer::unknown_port;
    if (const auto refused = refusal(*port)) return refused;
    if (port->looked_at && port->looked_at->steady > asked) {
        // First: without a presence line an empty cage is known by the fault.
        if (port->state == PortState::empty) return RefreshAnswer::not_present;
        return port->fault ? RefreshAnswer::read_failed : RefreshAnswer::done;
    }
    if (now - asked >= refresh_limit) return RefreshAnswer::timed_out;
    return std::nullopt;
}

}  // namespace opticward::daemon::bus
