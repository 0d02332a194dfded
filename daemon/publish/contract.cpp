#include "daemon/publish/contract.h"

#include "cmis/properties.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace opticward::daemon {

namespace {

using cmis::Array;
using cmis::Object;
using cmis::Value;

std::optional<Value> said(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional<Value>{text};
}

// Always a fraction, as a D-Bus client expects it; rounded as the module object is, since a limit of 0.0000794 W is no
// 7.940000000000001e-05 W.
std::optional<Value> measured(std::optional<double> number) {
    if (!number || !std::isfinite(*number)) return std::nullopt;
    constexpr int digits = 12;
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), *number, std::chars_format::general, digits);
    double rounded = *number;
    std::from_chars(buffer.data(), end.ptr, rounded);
    return rounded;
}

// To the millisecond; whole seconds are printed as such.
Value seconds(std::chrono::nanoseconds time) {
    const auto whole = std::chrono::round<std::chrono::milliseconds>(time);
    if (whole % std::chrono::seconds{1} == std::chrono::milliseconds{0}) return whole / std::chrono::seconds{1};
    return std::chrono::duration<double>(whole).count();
}

Array texts(const std::vector<std::string>& lines) {
    return Array(lines.begin(), lines.end());
}

void append_number(std::string& text, int number, std::size_t width) {
    const std::string digits = std::to_string(number);
    text.append(width - std::min(width, digits.size()), '0');
    text += digits;
}

std::optional<Value> age(const PortSnapshot& port, Instant now) {
    if (!port.read_at) return std::nullopt;
    return seconds(std::max<std::chrono::nanoseconds>(now.steady - port.read_at->steady, {}));
}

std::optional<Value> link(const PortSnapshot& port) {
    Object object;
    cmis::add(object, "netdev", said(port.names.netdev));
    cmis::add(object, "rdma_device", said(port.names.rdma_device));
    if (port.host.link_up) cmis::add(object, "state", *port.host.link_up ? "up" : "down");
    cmis::add(object, "reason", said(port.host.down_reason));
    if (port.host.speed_bits_per_second) {
        cmis::add(object, "speed_bits_per_second", static_cast<std::int64_t>(*port.host.speed_bits_per_second));
    }
    if (port.host.width) cmis::add(object, "width", *port.host.width);
    const drivers::ModulePower& power = port.host.module_power;
    if (power.mode) cmis::add(object, "module_power_mode", text(*power.mode));
    if (power.policy) cmis::add(object, "module_power_mode_policy", text(*power.policy));
    return object.empty() ? std::nullopt : std::optional<Value>{std::move(object)};
}

Value verdict_value(const Verdict& verdict) {
    Object object;
    cmis::add(object, "axis", verdict.axis);
    cmis::add(object, "verdict", text(verdict.kind));
    cmis::add(object, "rule", said(verdict.rule));
    cmis::add(object, "reason", said(verdict.reason));
    cmis::add(object, "severity", text(verdict.severity));
    cmis::add(object, "confidence", text(verdict.confidence));
    cmis::add(object, "sentence", said(verdict.sentence));
    cmis::add(object, "remedy", said(verdict.remedy));
    cmis::add(object, "evidence", texts(verdict.evidence));
    return object;
}

Array verdicts(const PortSnapshot& port) {
    Array list;
    for (const Verdict& verdict : port.verdicts) {
        list.push_back(verdict_value(verdict));
    }
    return list;
}

Array alerts(const PortSnapshot& port) {
    Array list;
    for (const Alert& alert : port.alerts) {
        list.push_back(alert_value(alert));
    }
    return list;
}

std::optional<Value> fault(const PortSnapshot& port) {
    if (!port.fault) return std::nullopt;
    Object object;
    cmis::add(object, "reason", drivers::text(*port.fault));
    if (!port.explanation.empty()) cmis::add(object, "explanation", port.explanation);
    cmis::add(object, "count", port.failures_in_row);
    return object;
}

// What the host says of the cage; the module's own word stands in `module`.
std::optional<Value> cage(const PortSnapshot& port) {
    Object object;
    if (port.cage.in_reset) cmis::add(object, "in_reset", *port.cage.in_reset);
    if (port.cage.low_power) cmis::add(object, "low_power", *port.cage.low_power);
    if (port.cage.temperature) {
        cmis::add(object, "temperature_celsius", measured(port.cage.temperature->value));
        cmis::add(object, "temperature_source", "host");
    }
    return object.empty() ? std::nullopt : std::optional<Value>{std::move(object)};
}

std::optional<Value> flag_counts(const PortSnapshot& port) {
    Object object;
    for (const auto& [flag, count] : port.flag_events) {
        cmis::add(object, flag, count);
    }
    return object.empty() ? std::nullopt : std::optional<Value>{std::move(object)};
}

// What the module says of its present state; flags as the judge knows them, so that they agree with the metrics.
cmis::Live live_of(const PortSnapshot& port) {
    if (!port.live || port.stale) return {};
    cmis::Live live = *port.live;
    live.flags = port.flags.module;
    for (std::size_t lane = 0; lane < live.lanes.size(); ++lane) {
        live.lanes[lane].flags = port.flags.lanes[lane];
    }
    return live;
}

// Whole seconds since the dump was taken; a file from the future is new.
std::optional<Value> evidence(const PortSnapshot& port, Instant now) {
    if (!port.evidence) return std::nullopt;
    const auto age = std::chrono::floor<std::chrono::seconds>(now.wall - port.evidence->taken_at);
    Object object;
    cmis::add(object, "file", port.evidence->file);
    cmis::add(object, "taken_at", timestamp(port.evidence->taken_at));
    cmis::add(object, "age_seconds", std::max<std::int64_t>(age.count(), 0));
    return object;
}

// A module that is known by a dump alone has no measurements.
std::optional<Value> module_by_evidence(const PortSnapshot& port) {
    if (!port.evidence) return std::nullopt;
    cmis::Module module = port.evidence->module;
    module.live = {};
    return cmis::describe(module, port.evidence->memory);
}

std::optional<Value> module_value(const PortSnapshot& port) {
    if (!port.insertion) return module_by_evidence(port);
    cmis::Module module = port.insertion->module;
    module.live = live_of(port);
    return cmis::describe(module, port.memory ? *port.memory : port.insertion->memory);
}

void append_missing(Object& object, const Object& more) {
    for (const cmis::Member& member : more) {
        if (std::ranges::find(object, member.key, &cmis::Member::key) == object.end()) object.push_back(member);
    }
}

// Counts are numbers; whatever else a field holds is a text, a serial number made of digits too.
Value field_value(const Event& event, const std::string& text) {
    std::uint64_t count = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, count);
    const bool whole = event.kind == EventKind::sweep && read.ec == std::errc{} && read.ptr == end;
    return whole ? Value{count} : Value{text};
}

std::string as_text(const Value& value) {
    return to_json(value, JsonStyle::pretty) + "\n";
}

}  // namespace

std::string timestamp(WallTime at) {
    constexpr std::size_t year_width = 4;
    constexpr std::size_t width = 2;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(at);
    const auto days = std::chrono::floor<std::chrono::days>(seconds);
    const std::chrono::year_month_day date{days};
    const std::chrono::hh_mm_ss time{seconds - days};
    std::string text;
    append_number(text, static_cast<int>(date.year()), year_width);
    text += '-';
    append_number(text, static_cast<int>(static_cast<unsigned>(date.month())), width);
    text += '-';
    append_number(text, static_cast<int>(static_cast<unsigned>(date.day())), width);
    text += 'T';
    append_number(text, static_cast<int>(time.hours().count()), width);
    text += ':';
    append_number(text, static_cast<int>(time.minutes().count()), width);
    text += ':';
    append_number(text, static_cast<int>(time.seconds().count()), width);
    return text + 'Z';
}

Value alert_value(const Alert& alert) {
    Object object;
    cmis::add(object, "id", alert.id);
    cmis::add(object, "kind", alert.kind);
    cmis::add(object, "port", said(alert.port));
    if (alert.lane) cmis::add(object, "lane", *alert.lane);
    cmis::add(object, "monitor", said(alert.monitor));
    cmis::add(object, "flag", said(alert.flag));
    cmis::add(object, "reason", said(alert.reason));
    cmis::add(object, "severity", text(alert.severity));
    if (alert.bound != Bound::none) cmis::add(object, "bound", text(alert.bound));
    cmis::add(object, "value", measured(alert.value));
    cmis::add(object, "threshold", measured(alert.threshold));
    cmis::add(object, "threshold_source", said(alert.threshold_source));
    cmis::add(object, "since", timestamp(alert.since));
    cmis::add(object, "count", alert.count);
    cmis::add(object, "state", "raised");
    cmis::add(object, "acknowledged", false);
    cmis::add(object, "sentence", alert.sentence);
    cmis::add(object, "remedy", said(alert.remedy));
    cmis::add(object, "evidence", texts(alert.evidence));
    return object;
}

Value event_value(const Event& event) {
    Object object;
    cmis::add(object, "event", text(event.kind));
    cmis::add(object, "port", said(event.port));
    cmis::add(object, "at", timestamp(event.at.wall));
    cmis::add(object, "severity", text(event.severity));
    cmis::add(object, "sentence", event.sentence);
    if (event.alert) {
        if (event.kind == EventKind::clear) cmis::add(object, "state", "cleared");
        const Value alert = alert_value(*event.alert);
        append_missing(object, *alert.get<Object>());
    }
    Object fields;
    for (const EventField& field : event.fields) {
        cmis::add(fields, field.key, field_value(event, field.value));
    }
    append_missing(object, fields);
    return object;
}

Value port_value(const PortSnapshot& port, Instant now) {
    Object object;
    cmis::add(object, "port", port.name);
    cmis::add(object, "label", said(port.label));
    cmis::add(object, "state", text(port.state));
    cmis::add(object, "age_seconds", age(port, now));
    cmis::add(object, "interval_seconds", seconds(port.interval));
    cmis::add(object, "source", said(port.source));
    cmis::add(object, "port_protocol", said(port.port_protocol));
    cmis::add(object, "expected_protocol", said(port.expected_protocol));
    cmis::add(object, "link", link(port));
    cmis::add(object, "verdicts", verdicts(port));
    cmis::add(object, "alerts", alerts(port));
    cmis::add(object, "fault", fault(port));
    cmis::add(object, "cage", cage(port));
    if (port.insertion) cmis::add(object, "inserted_at", timestamp(port.insertion->at.wall));
    if (port.stale) cmis::add(object, "stale", true);
    cmis::add(object, "flag_counts", flag_counts(port));
    cmis::add(object, "evidence", evidence(port, now));
    cmis::add(object, "module", module_value(port));
    return object;
}

std::string ports_json(const Board& board, Instant now) {
    Array list;
    for (const auto& port : board.ports) {
        list.push_back(port_value(*port, now));
    }
    return as_text(list);
}

std::optional<std::string> port_json(const Board& board, std::string_view name, Instant now) {
    const auto found = std::ranges::find_if(board.ports, [name](const auto& port) { return port->name == name; });
    if (found == board.ports.end()) return std::nullopt;
    return as_text(port_value(**found, now));
}

std::string alerts_json(const Board& board) {
    Array list;
    for (const auto& port : board.ports) {
        Array alerts_of_port = alerts(*port);
        std::ranges::move(alerts_of_port, std::back_inserter(list));
    }
    return as_text(list);
}

}  // namespace opticward::daemon
