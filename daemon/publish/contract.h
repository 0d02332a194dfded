// The objects of the JSON contract: ports, alerts and events, for HTTP, D-Bus and the command line alike. Pure; safe from
// any thread. Keys and closed sets: docs/schema/.
#pragma once

#include "cmis/value.h"
#include "daemon/instant.h"
#include "daemon/judge/event.h"
#include "daemon/judge/snapshot.h"

#include <optional>
#include <string>
#include <string_view>

namespace opticward::daemon {

// A port with its module, link, verdicts, alerts and flag counts; ages are as of `now`.
cmis::Value port_value(const PortSnapshot& port, Instant now);
cmis::Value alert_value(const Alert& alert);
// `event`, `port`, `at`, `severity`, `sentence` and the fields; an alert's event has the alert's keys as well.
cmis::Value event_value(const Event& event);

// The texts that HTTP, D-Bus and the command line print, with a line end: of all ports, of one (nothing: there is no
// such port), of all alerts.
std::string ports_json(const Board& board, Instant now);
std::optional<std::string> port_json(const Board& board, std::string_view name, Instant now);
std::string alerts_json(const Board& board);

// "2026-11-30T12:00:00Z"
std::string timestamp(WallTime at);

}  // namespace opticward::daemon
