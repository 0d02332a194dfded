// What happened, for people and for subscribers: the judge makes events on change only, publishers print and send them.
#pragma once

#include "daemon/instant.h"
#include "daemon/judge/snapshot.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

// `sweep` is the summary of the first look at all ports; the others are the closed set of contracts.md.
enum class EventKind : std::uint8_t { sweep, insert, remove, state, raise, update, clear };
std::string_view text(EventKind kind);

struct EventField {
    std::string key;
    std::string value;

    bool operator==(const EventField&) const = default;
};

struct Event {
    EventKind kind = EventKind::state;
    Instant at = {};
    std::string port = {};  // empty: about the whole board
    Severity severity = Severity::none;
    std::string sentence = {};            // for a person, past tense, without line breaks of our own making
    std::vector<EventField> fields = {};  // beyond kind, port and severity; in the order to print
    std::optional<Alert> alert = {};      // of raise, update and clear: the alert as it is now, or was last
};

}  // namespace opticward::daemon
