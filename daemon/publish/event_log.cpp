#include "daemon/publish/event_log.h"

#include "cmis/text.h"

#include <algorithm>
#include <spdlog/logger.h>
#include <string_view>
#include <utility>

namespace opticward::daemon {

namespace {

// Values of these need no quotes. ASCII only, by number: isalnum() would ask the locale.
bool plain(char c) {
    constexpr std::string_view marks = "_-./:+%@,";
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           marks.find(c) != std::string_view::npos;
}

std::string in_quotes(std::string_view value) {
    if (!value.empty() && std::ranges::all_of(value, plain)) return std::string(value);
    std::string text = "\"";
    for (const char c : cmis::escape_control(value)) {
        if (c == '"') text += '\\';
        text += c;
    }
    return text + '"';
}

void add(std::string& line, std::string_view key, std::string_view value) {
    if (!line.empty()) line += ' ';
    line += key;
    line += '=';
    line += in_quotes(value);
}

spdlog::level::level_enum level_of(const Event& event) {
    if (event.kind == EventKind::clear) return spdlog::level::info;
    switch (event.severity) {
        case Severity::critical: return spdlog::level::err;
        case Severity::warning: return spdlog::level::warn;
        default: return spdlog::level::info;
    }
}

}  // namespace

std::string log_line(const Event& event) {
    std::string line = cmis::escape_control(event.sentence);
    add(line, "event", text(event.kind));
    if (!event.port.empty()) add(line, "port", event.port);
    if (event.alert) add(line, "severity", text(event.severity));
    for (const EventField& field : event.fields) {
        add(line, field.key, field.value);
    }
    return line;
}

EventLog::EventLog(std::shared_ptr<spdlog::logger> logger) : logger_(std::move(logger)) {}

EventLog::~EventLog() = default;

void EventLog::write(const Event& event) {
    // As a string view, so that braces of a vendor's name are no format.
    logger_->log(level_of(event), spdlog::string_view_t(log_line(event)));
}

bool EventLog::wants(const Event& event) const {
    return logger_->should_log(level_of(event));
}

}  // namespace opticward::daemon
