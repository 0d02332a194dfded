#include "daemon/cli/alert_words.h"

#include "daemon/cli/lookup.h"
#include "daemon/cli/port_words.h"
#include "daemon/cli/terminal_text.h"

#include <algorithm>
#include <array>

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t severity_width = 10;

// As alert_value() and event_value() of publish/contract.h write them; an event has its state behind its sentence.
constexpr std::array<std::string_view, 19> alert_keys{
    "id",       "kind",         "port",     "lane",      "monitor",          "flag",  "reason",
    "severity", "bound",        "value",    "threshold", "threshold_source", "since", "count",
    "state",    "acknowledged", "sentence", "remedy",    "evidence"};
constexpr std::array<std::string_view, 6> event_keys{"event", "port", "at", "severity", "sentence", "state"};

void take(std::span<const std::string_view> keys, cmis::Object& from, cmis::Object& to) {
    for (const std::string_view key : keys) {
        const auto found = std::ranges::find(from, key, &cmis::Member::key);
        if (found != from.end()) {
            to.push_back(std::move(*found));
            from.erase(found);
        }
    }
}

std::string indented(const std::string& text) {
    return text.empty() ? text : std::string(severity_width, ' ') + printable(text) + "\n";
}

}  // namespace

cmis::Object in_order(const cmis::Object& alert_or_event) {
    cmis::Object left_over = alert_or_event;
    cmis::Object ordered;
    const bool cleared = std::ranges::find(left_over, "clear", [](const cmis::Member& member) {
                             return member.key == "event" ? text_of(&member.value) : std::string{};
                         }) != left_over.end();
    if (std::ranges::find(left_over, "event", &cmis::Member::key) != left_over.end()) {
        // Only a cleared alert's event says its state before the alert does.
        take(std::span{event_keys}.first(event_keys.size() - (cleared ? 0 : 1)), left_over, ordered);
    }
    take(alert_keys, left_over, ordered);
    std::ranges::sort(left_over, {}, &cmis::Member::key);
    ordered.insert(ordered.end(), left_over.begin(), left_over.end());
    return ordered;
}

std::string place_of(const cmis::Value& alert) {
    const auto lane = number_of(alert.find("lane"));
    return text_of(alert.find("port")) + (lane ? " lane " + plain(*lane) : "");
}

std::string alert_text(const Console& console, const cmis::Value& alert) {
    const std::string severity = printable(text_of(alert.find("severity")));
    const auto count = number_of(alert.find("count"));
    const std::string since = text_of(alert.find("since"));
    std::string times = since.empty() ? "" : "since " + since;
    if (count && *count > 1) {
        times += (times.empty() ? "" : ", ") + plain(*count) + " times";
    }
    std::string text = painted(console, severity_colour(severity), severity);
    text += std::string(severity_width - std::min(severity_width - 1, display_width(severity)), ' ');
    text += printable(text_of(alert.find("sentence"))) + "\n" + indented(times);
    for (const cmis::Value& evidence : elements(alert.find("evidence"))) {
        text += indented(text_of(&evidence));
    }
    return text + indented(text_of(alert.find("remedy")));
}

}  // namespace opticward::daemon::cli
