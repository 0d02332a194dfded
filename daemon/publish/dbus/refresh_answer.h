// What to answer to who asked for a port to be read now. Pure; safe from any thread.
#pragma once

#include "daemon/judge/snapshot.h"

#include <cstdint>
#include <optional>

namespace opticward::daemon::bus {

enum class RefreshAnswer : std::uint8_t {
    done,
    read_failed,
    not_present,
    not_supported,
    busy,
    timed_out,
    unknown_port
};

// How long a client waits at most.
inline constexpr std::chrono::seconds refresh_limit{10};

// Why there is no use in asking the bus; nothing: ask.
std::optional<RefreshAnswer> refusal(const PortSnapshot& port);

// Asked at `asked`, with the port as it is now (null: it is gone). Nothing: wait on.
std::optional<RefreshAnswer> answer_to_refresh(const PortSnapshot* port, SteadyTime asked, SteadyTime now);

}  // namespace opticward::daemon::bus
