#include "daemon/judge/alert_book.h"

#include "daemon/judge/sentences.h"

#include <utility>

namespace opticward::daemon {

Event AlertBook::event(EventKind kind, const Alert& alert, Instant at) const {
    Event event{.kind = kind,
                .at = at,
                .port = alert.port,
                .severity = alert.severity,
                .sentence = alert.sentence,
                .fields = {},
                .alert = alert};
    const auto add = [&event](std::string key, std::string value) {
        if (!value.empty()) event.fields.push_back({std::move(key), std::move(value)});
    };
    add("kind", alert.kind);
    add("lane", alert.lane ? std::to_string(*alert.lane) : "");
    add("monitor", alert.monitor);
    add("flag", alert.flag);
    add("reason", alert.reason);
    add("bound", alert.bound == Bound::none ? "" : std::string(text(alert.bound)));
    add("value", alert.value ? plain_number(*alert.value) : "");
    add("threshold", alert.threshold ? plain_number(*alert.threshold) : "");
    add("serial", serial_);
    if (kind == EventKind::clear) return event;
    std::string evidence;
    for (const std::string& part : alert.evidence) {
        if (!evidence.empty()) evidence += "; ";
        evidence += part;
    }
    add("evidence", evidence);
    return event;
}

void AlertBook::raise(Alert alert, Instant at, std::vector<Event>& events) {
    alert.since = at.wall;
    alert.count = ++raised_before_[alert.id];
    ++counts_[alert.kind];
    events.push_back(event(EventKind::raise, alert, at));
    std::string id = alert.id;
    active_.insert_or_assign(std::move(id), std::move(alert));
}

void AlertBook::update(Alert alert, Instant at, std::vector<Event>& events) {
    const auto found = active_.find(alert.id);
    if (found == active_.end()) return raise(std::move(alert), at, events);
    alert.since = found->second.since;
    alert.count = found->second.count;
    found->second = std::move(alert);
    events.push_back(event(EventKind::update, found->second, at));
}

void AlertBook::hold(Alert alert, Instant at, std::vector<Event>& events) {
    const auto found = active_.find(alert.id);
    if (found == active_.end() || alert.severity > found->second.severity) return raise(std::move(alert), at, events);
    if (alert.severity < found->second.severity || alert.reason != found->second.reason) {
        return update(std::move(alert), at, events);
    }
    alert.since = found->second.since;
    alert.count = found->second.count;
    found->second = std::move(alert);
}

void AlertBook::refresh(const std::string& id, double value) {
    const auto found = active_.find(id);
    if (found != active_.end()) found->second.value = value;
}

void AlertBook::clear(const std::string& id, std::string sentence, Instant at, std::vector<Event>& events) {
    const auto found = active_.find(id);
    if (found == active_.end()) return;
    Alert alert = std::move(found->second);
    active_.erase(found);
    Event cleared = event(EventKind::clear, alert, at);
    cleared.sentence = sentence.empty() ? "Over: " + alert.sentence : std::move(sentence);
    events.push_back(std::move(cleared));
}

void AlertBook::close(std::string_view because, Instant at, std::vector<Event>& events) {
    while (!active_.empty()) {
        const std::string id = active_.begin()->first;
        clear(id, "Closed because " + std::string(because) + ": " + active_.begin()->second.sentence, at, events);
    }
    raised_before_.clear();
    serial_.clear();
}

const Alert* AlertBook::find(const std::string& id) const {
    const auto found = active_.find(id);
    return found == active_.end() ? nullptr : &found->second;
}

std::vector<Alert> AlertBook::all() const {
    std::vector<Alert> alerts;
    alerts.reserve(active_.size());
    for (const auto& [id, alert] : active_) {
        alerts.push_back(alert);
    }
    return alerts;
}

}  // namespace opticward::daemon
