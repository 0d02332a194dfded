// The state of the whole board in one line, for `systemctl status`. Pure; safe from any thread.
#pragma once

#include "daemon/instant.h"
#include "daemon/judge/snapshot.h"

#include <optional>
#include <string>

namespace opticward::daemon {

// "32 ports, 28 present, 2 alerts (swp7 rx_power, swp9 link_mode_mismatch); next poll 12:00:10". The worst alerts come
// first and at most three are named. The time is UTC and left out where it is not given.
std::string status_line(const Board& board, bool first_sweep_done, std::optional<WallTime> next_poll);

}  // namespace opticward::daemon
