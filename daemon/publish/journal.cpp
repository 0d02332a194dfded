#include "daemon/publish/journal.h"

#include "cmis/text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sys/stat.h>
#include <sys/uio.h>
#include <systemd/sd-journal.h>
#include <unistd.h>
#include <utility>

namespace opticward::daemon {

namespace {

constexpr std::string_view own_prefix = "OPTICWARD_";

// syslog(3): 3 error, 4 warning, 6 informational.
int priority(const Event& event) {
    constexpr int error = 3;
    constexpr int warning = 4;
    constexpr int informational = 6;
    if (event.kind == EventKind::clear) return informational;
    switch (event.severity) {
        case Severity::critical: return error;
        case Severity::warning: return warning;
        default: return informational;
    }
}

// The journal takes A to Z, digits and underscores.
std::string field_name(std::string_view key) {
    constexpr int to_upper = 'a' - 'A';
    std::string name{own_prefix};
    for (const char c : key) {
        const bool lower = c >= 'a' && c <= 'z';
        const bool fits = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (lower) {
            name += static_cast<char>(c - to_upper);
        } else {
            name += fits ? c : '_';
        }
    }
    return name;
}

void add(std::vector<std::string>& fields, std::string_view name, std::string_view value) {
    if (value.empty()) return;
    fields.push_back(std::string{name} + "=" + cmis::escape_control(value));
}

template <class Number>
std::optional<Number> number(std::string_view text) {
    Number value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    return read.ec == std::errc{} && read.ptr == end ? std::optional{value} : std::nullopt;
}

bool send(std::vector<std::string> fields) {
    std::vector<iovec> parts;
    parts.reserve(fields.size());
    for (std::string& field : fields) {
        parts.push_back({.iov_base = field.data(), .iov_len = field.size()});
    }
    // In parentheses: the macro of the same name would add a place in this file to every entry.
    return (sd_journal_sendv)(parts.data(), static_cast<int>(parts.size())) >= 0;
}

}  // namespace

std::string_view message_id(const Event& event) {
    const std::string_view kind =
        event.kind == EventKind::raise && event.alert ? std::string_view{event.alert->kind} : std::string_view{};
    const auto found = std::ranges::find_if(
        message_ids, [&](const MessageId& row) { return row.event == event.kind && row.alert_kind == kind; });
    return found == message_ids.end() ? std::string_view{} : found->id;
}

std::vector<std::string> journal_fields(const Event& event) {
    std::vector<std::string> fields;
    add(fields, "MESSAGE", event.sentence);
    add(fields, "PRIORITY", std::to_string(priority(event)));
    add(fields, "MESSAGE_ID", message_id(event));
    add(fields, "SYSLOG_IDENTIFIER", "opticwardd");
    add(fields, "OPTICWARD_EVENT", text(event.kind));
    add(fields, "OPTICWARD_PORT", event.port);
    if (event.alert) add(fields, "OPTICWARD_SEVERITY", text(event.severity));
    for (const EventField& field : event.fields) {
        add(fields, field_name(field.key), field.value);
    }
    if (event.alert && event.kind != EventKind::clear) add(fields, "OPTICWARD_REMEDY", event.alert->remedy);
    return fields;
}

bool on_journal() {
    const char* const variable = std::getenv("JOURNAL_STREAM");
    if (variable == nullptr) return false;
    const std::string_view stream{variable};
    const std::size_t colon = stream.find(':');
    if (colon == std::string_view::npos) return false;
    const auto device = number<std::uint64_t>(stream.substr(0, colon));
    const auto inode = number<std::uint64_t>(stream.substr(colon + 1));
    struct stat standard_error {};
    if (!device || !inode || ::fstat(STDERR_FILENO, &standard_error) != 0) return false;
    return standard_error.st_dev == *device && standard_error.st_ino == *inode;
}

Journal::Journal(std::shared_ptr<spdlog::logger> logger) : log_{std::move(logger)} {}

Journal::~Journal() = default;

void Journal::write(const Event& event) {
    if (!log_.wants(event)) return;
    if (!send(journal_fields(event))) log_.write(event);
}

std::unique_ptr<EventSink> open_event_sink(std::shared_ptr<spdlog::logger> logger) {
    if (on_journal()) return std::make_unique<Journal>(std::move(logger));
    return std::make_unique<EventLog>(std::move(logger));
}

}  // namespace opticward::daemon
