#include "daemon/publish/metrics_reference.h"

#include "daemon/publish/metrics_rows.h"

namespace opticward::daemon {

namespace {

std::string labels_of(const MetricRow& row) {
    std::string text;
    for (const std::string_view label : row.labels) {
        if (!text.empty()) text += ", ";
        text += "`" + std::string(label) + "`";
    }
    return text;
}

std::string closed_set(std::string_view title, const std::vector<std::string_view>& values) {
    std::string line = "- " + std::string(title) + ":";
    for (std::size_t i = 0; i < values.size(); ++i) {
        line += (i == 0 ? " `" : ", `") + std::string(values[i]) + "`";
    }
    return line + "\n";
}

std::vector<std::string_view> fault_names() {
    std::vector<std::string_view> names;
    names.reserve(drivers::fault_count);
    for (std::size_t fault = 0; fault < drivers::fault_count; ++fault) {
        names.push_back(drivers::text(static_cast<drivers::Fault>(fault)));
    }
    return names;
}

std::vector<std::string_view> monitor_names() {
    std::vector<std::string_view> names;
    names.reserve(monitors.size());
    for (const MonitorRow& row : monitors) {
        names.push_back(row.name);
    }
    return names;
}

constexpr std::string_view introduction = R"(# Metrics

Generated from the rows in `daemon/publish/metrics_*_rows.cpp` and `daemon/judge/monitors.h`; do not edit.

`transceiver_*` are facts about ports and modules, `opticward_*` about the daemon. Units are SI base units, Celsius for
temperature; dBm stands beside watts because operators read it. `lane` counts from 1, as in the memory maps and in
`ethtool`. A scrape never reads a module: measurements are as old as `transceiver_last_read_timestamp_seconds` says.

A thing that is not there has no series:

- an empty cage has `transceiver_present` 0, its state, and its counters;
- a monitor that the module does not have: `transceiver_monitor_supported` 0 and nothing else;
- limits that the module does not give, or that cannot be true: no threshold and no `transceiver_monitor_state`;
- a read that fails: the last values stay, `transceiver_read_success` is 0; older than three poll intervals and 30 s, the
  measurements go and the identity stays;
- no light is a measurement: 0 W and -40 dBm.

)";

}  // namespace

std::string metrics_reference() {
    std::string text(introduction);
    text += "| metric | type | unit | labels | meaning |\n| --- | --- | --- | --- | --- |\n";
    for (const MetricRow& row : metric_rows()) {
        text += "| `" + std::string(row.name) + "` | " + std::string(daemon::text(row.kind)) + " | " +
                std::string(row.unit) + " | " + labels_of(row) + " | " + std::string(row.help) + " |\n";
    }
    text += "\nClosed sets of label values:\n\n";
    text += closed_set("`state` of `transceiver_port_state`", {port_state_names.begin(), port_state_names.end()});
    text += closed_set("`reason` of errors", fault_names());
    text += closed_set("`monitor`", monitor_names());
    text += closed_set("`kind` of alerts", {alert_kinds.begin(), alert_kinds.end()});
    text += closed_set("`reason` of `transceiver_link_mode_info`",
                       {"ib_module_in_ethernet_port", "ethernet_module_in_ib_port", "declares_both", "declares_nothing",
                        "proven_by_link", "checksum", "part_number_hint"});
    return text;
}

}  // namespace opticward::daemon
