// A plugin for Nagios and its heirs: one line with the state and performance data, then a line for each alert.
#include "cmis/interpretation.h"
#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/lookup.h"
#include "daemon/cli/port_words.h"
#include "daemon/cli/terminal_text.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace opticward::daemon::cli {

namespace {

// Exit codes of the plugin guidelines.
constexpr int ok = 0;
constexpr int warning = 1;
constexpr int critical = 2;
constexpr int unknown = 3;
constexpr std::array<std::string_view, 4> status_names{"OK", "WARNING", "CRITICAL", "UNKNOWN"};

// The text ends where a "|" begins the performance data.
std::string plugin_text(std::string_view text) {
    std::string clean = printable(text);
    std::ranges::replace(clean, '|', '/');
    return clean;
}

std::string status_line(int status, const std::string& what) {
    return "OPTICWARD " + std::string{status_names[static_cast<std::size_t>(status) % status_names.size()]} + " - " +
           what;
}

// "70", or "3.1:3.5" where there is a low limit too.
struct Range {
    std::optional<double> low;
    std::optional<double> high;

    std::string text() const {
        if (!high) {
            return low ? plain(*low) + ":" : "";
        }
        return (low ? plain(*low) + ":" : "") + plain(*high);
    }
};

struct Measured {
    std::string label;
    double value = 0;
    Range warning;
    Range critical;
};

enum class Scale : std::uint8_t { as_it_is, dbm };

std::optional<double> scaled(std::optional<double> value, Scale scale) {
    if (!value || scale == Scale::as_it_is) {
        return value;
    }
    return cmis::to_dbm({*value});
}

Range range(const cmis::Value& port, std::string_view monitor, std::string_view level, Scale scale) {
    const cmis::Value* limits = at(port, {"module", "thresholds", monitor});
    if (limits == nullptr || limits->find("plausible") != nullptr) {
        return {};
    }
    return {scaled(number_of(limits->find("low_" + std::string{level})), scale),
            scaled(number_of(limits->find("high_" + std::string{level})), scale)};
}

struct PerformanceRow {
    std::string_view label;
    std::string_view monitor;  // its key in the thresholds, and in the monitors or in each of their lanes
    bool of_lanes = false;     // then the weakest lane counts
    bool with_low = true;      // a module that is cold is no news: its low limits would only make the ranges longer
    Scale scale = Scale::as_it_is;
};
constexpr std::array<PerformanceRow, 4> performance_rows{
    {{"temperature", "temperature_celsius", false, false, Scale::as_it_is},
     {"supply_voltage", "supply_voltage_volts", false, true, Scale::as_it_is},
     {"rx_power_dbm", "rx_power_watts", true, true, Scale::dbm},
     {"tx_power_dbm", "tx_power_watts", true, true, Scale::dbm}}};

std::vector<Measured> measured(const cmis::Value& port) {
    std::vector<Measured> all;
    for (const PerformanceRow& row : performance_rows) {
        const auto value =
            row.of_lanes ? weakest_lane(port, row.monitor) : number_of(at(port, {"module", "monitors", row.monitor}));
        const auto shown = scaled(value, row.scale);
        if (!shown) {
            continue;
        }
        Measured one{text_of(port.find("port")) + " " + std::string{row.label}, *shown,
                     range(port, row.monitor, "warning", row.scale), range(port, row.monitor, "alarm", row.scale)};
        if (!row.with_low) {
            one.warning.low.reset();
            one.critical.low.reset();
        }
        all.push_back(std::move(one));
    }
    return all;
}

// 'label'=value;warning;critical, the label's own quotes doubled; "=" may not be in it.
std::string performance_text(const Measured& one) {
    std::string label;
    for (const char letter : plugin_text(one.label)) {
        label += letter == '\'' ? "''" : std::string(1, letter == '=' ? '_' : letter);
    }
    std::string text = "'" + label + "'=" + plain(one.value);
    const std::string warns = one.warning.text();
    const std::string alarms = one.critical.text();
    if (!warns.empty() || !alarms.empty()) {
        text += ";" + warns + ";" + alarms;
    }
    return text;
}

cmis::Value performance_value(const Measured& one) {
    cmis::Object value{{"value", one.value}};
    for (const auto& [key, limits] : {std::pair{"warning", one.warning}, std::pair{"critical", one.critical}}) {
        cmis::Object levels;
        cmis::add(levels, "low", limits.low ? std::optional<cmis::Value>{*limits.low} : std::nullopt);
        cmis::add(levels, "high", limits.high ? std::optional<cmis::Value>{*limits.high} : std::nullopt);
        if (!levels.empty()) {
            value.push_back({key, levels});
        }
    }
    return value;
}

struct Findings {
    int criticals = 0;
    int warnings = 0;
    int unknowns = 0;
    std::size_t modules = 0;
    std::vector<std::pair<int, std::string>> lines;  // rank of the severity, sentence

    int status() const {
        if (criticals > 0) {
            return critical;
        }
        if (warnings > 0) {
            return warning;
        }
        return unknowns > 0 ? unknown : ok;
    }
};

void add_alerts(Findings& findings, const cmis::Value& port) {
    for (const cmis::Value& alert : elements(port.find("alerts"))) {
        const std::string severity = text_of(alert.find("severity"));
        const int rank = severity_rank(severity);
        findings.criticals += severity == "critical" ? 1 : 0;
        findings.warnings += severity == "warning" ? 1 : 0;
        if (rank >= severity_rank("warning")) {
            findings.lines.emplace_back(rank, text_of(alert.find("sentence")));
        }
    }
}

// `named`: the port was asked for by its name, so that not to know is an answer.
void add_port(Findings& findings, const cmis::Value& port, bool named) {
    const std::string state = text_of(port.find("state"));
    const bool is_read = port.find("module") != nullptr && port.find("evidence") == nullptr;
    findings.modules += is_read ? 1U : 0U;
    add_alerts(findings, port);
    if (is_unreadable(state) && elements(port.find("alerts")).empty()) {
        ++findings.criticals;
        findings.lines.emplace_back(severity_rank("critical"), text_of(port.find("port")) + " is " + state + ".");
    }
    if (named && (state == "unknown" || state == "no_access")) {
        ++findings.unknowns;
        findings.lines.emplace_back(0, text_of(port.find("port")) + " is " + state + ".");
    }
}

std::string counted(std::size_t number, std::string_view what) {
    return std::to_string(number) + " " + std::string{what} + (number == 1 ? "" : "s");
}

std::string summary(const Findings& findings, std::size_t ports) {
    std::string text = findings.status() == ok ? "no alerts"
                                               : std::to_string(findings.criticals) + " critical, " +
                                                     std::to_string(findings.warnings) + " warning";
    text += "; " + counted(findings.modules, "module") + " in " + counted(ports, "port");
    return text + (findings.lines.empty() ? "" : "; " + findings.lines.front().second);
}

int cannot_check(const Call& call, const std::string& why) {
    const std::string text = status_line(unknown, plugin_text(why));
    if (call.json()) {
        call.console.out << to_json(cmis::Object{{"status", unknown}, {"text", text}}, JsonStyle::pretty) << '\n';
    } else {
        call.console.out << text << '\n';
    }
    return unknown;
}

void print(const Call& call, const Findings& findings, const std::string& text,
           const std::vector<Measured>& performance) {
    std::ostream& out = call.console.out;
    if (call.json()) {
        cmis::Object values;
        for (const Measured& one : performance) {
            values.push_back({one.label, performance_value(one)});
        }
        const cmis::Object all{{"status", findings.status()}, {"text", text}, {"performance", values}};
        out << to_json(all, JsonStyle::pretty) << '\n';
        return;
    }
    out << text;
    std::string_view between = " | ";
    for (const Measured& one : performance) {
        out << between << performance_text(one);
        between = " ";
    }
    out << '\n';
    for (std::size_t i = 1; i < findings.lines.size(); ++i) {
        out << plugin_text(findings.lines[i].second) << '\n';
    }
}

}  // namespace

int check(const Call& call) {
    const std::string* address = call.arguments.value("--bus");
    const auto client = call.connect(address == nullptr ? std::nullopt : std::optional{*address});
    if (!client) {
        return cannot_check(call, client.error().text);
    }
    const std::vector<std::string>& names = call.arguments.operands;
    const auto chosen = ports(**client, names);
    if (!chosen) {
        return cannot_check(call, chosen.error().text);
    }
    Findings findings;
    std::vector<Measured> performance;
    for (const cmis::Value& port : *chosen) {
        add_port(findings, port, !names.empty());
        std::ranges::move(measured(port), std::back_inserter(performance));
    }
    std::ranges::stable_sort(findings.lines, std::greater{}, &std::pair<int, std::string>::first);
    print(call, findings, status_line(findings.status(), plugin_text(summary(findings, chosen->size()))), performance);
    return findings.status();
}

}  // namespace opticward::daemon::cli
