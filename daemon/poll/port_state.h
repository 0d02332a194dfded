// The state of a port: one closed set for metrics, D-Bus, JSON and text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace opticward::daemon {

enum class PortState : std::uint8_t {
    unknown,       // not polled yet
    empty,         // presence says so; without a presence source: NACK and never seen, or NACK for three polls
    initializing,  // present, within t_init or data not ready
    ok,            // last read good
    unreadable,    // present but transfers fail
    invalid,       // transfers work, the bytes are no module
    unsupported,   // an identifier without a map
    quarantined,
    paused,
    no_access,  // this host cannot read it
};
inline constexpr std::array<std::string_view, 10> port_state_names{
    "unknown", "empty",       "initializing", "ok",     "unreadable",
    "invalid", "unsupported", "quarantined",  "paused", "no_access"};

constexpr std::string_view text(PortState state) {
    return port_state_names[static_cast<std::size_t>(state) % port_state_names.size()];
}

}  // namespace opticward::daemon
