// The alerts of one port: what is wrong now, and the events of every change. Main thread only.
#pragma once

#include "daemon/judge/alert.h"
#include "daemon/judge/event.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

class AlertBook {
public:
    // `serial` of the module goes into every event.
    void set_serial(std::string serial) { serial_ = std::move(serial); }

    // The same thing again, worse or the other way round, is another raise and counts.
    void raise(Alert alert, Instant at, std::vector<Event>& events);
    // The thing is wrong: raises it when it is new or more severe, tells when it became less so, else says nothing.
    void hold(Alert alert, Instant at, std::vector<Event>& events);
    void update(Alert alert, Instant at, std::vector<Event>& events);
    // Keeps the value of an active alert fresh.
    void refresh(const std::string& id, double value);
    // Nothing happens where the alert is not active. An empty sentence: it says that the condition is over.
    void clear(const std::string& id, std::string sentence, Instant at, std::vector<Event>& events);
    // The module is gone: so are its alerts and how often each was raised.
    void close(std::string_view because, Instant at, std::vector<Event>& events);

    bool active(const std::string& id) const { return active_.contains(id); }
    const Alert* find(const std::string& id) const;
    // In the order of their ids.
    std::vector<Alert> all() const;
    const std::map<std::string, std::uint64_t>& counts() const { return counts_; }

private:
    Event event(EventKind kind, const Alert& alert, Instant at) const;

    std::string serial_;
    std::map<std::string, Alert> active_;
    std::map<std::string, std::uint64_t> raised_before_;  // by id, since the module came
    std::map<std::string, std::uint64_t> counts_;         // by kind, since the daemon started
};

}  // namespace opticward::daemon
