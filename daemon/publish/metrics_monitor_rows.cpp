// What the monitors of a module measure, their limits and levels, and the module's flags.
#include "cmis/flags.h"
#include "daemon/publish/metrics_rows.h"

#include <array>
#include <optional>

namespace opticward::daemon {

namespace {

// Measurements are published while they are not older than the limit.
bool measured(const PortSnapshot& port) {
    return port.facts && port.live && !port.stale;
}

const MonitorFacts& facts_about(const PortSnapshot& port, const MonitorRow& row) {
    return port.facts->monitors[static_cast<std::size_t>(row.id)];
}

bool has_lane(std::uint32_t lanes, std::size_t lane) {
    return (lanes >> lane & 1U) != 0;
}

std::string lane_text(std::size_t lane) {
    return std::to_string(lane + 1);
}

// Calls use(lane from 0) for each series of the monitor; a monitor of the whole module has one.
template <class Use>
void each_lane(const PortSnapshot& port, const MonitorRow& row, Use use) {
    if (!row.per_lane) return use(std::size_t{0});
    for (std::size_t lane = 0; lane < cmis::max_lanes; ++lane) {
        if (has_lane(port.facts->media_lanes, lane)) use(lane);
    }
}

template <class Convert>
void values(const PortSnapshot& port, MetricSamples& samples, Convert convert) {
    const MonitorRow& row = *samples.row().monitor;
    if (!measured(port) || !facts_about(port, row).supported) return;
    each_lane(port, row, [&](std::size_t lane) {
        const auto value = row.value(*port.live, lane);
        if (!value) return;
        if (!row.per_lane) return samples.add({port.name}, convert(*value));
        samples.add({port.name, lane_text(lane)}, convert(*value));
    });
}

double unchanged(double value) {
    return value;
}

double dbm(double watts) {
    return cmis::to_dbm(cmis::Watts{watts});
}

void plain_values(const PortSnapshot& port, MetricSamples& samples) {
    values(port, samples, unchanged);
}

void dbm_values(const PortSnapshot& port, MetricSamples& samples) {
    values(port, samples, dbm);
}

template <class Convert>
void thresholds(const PortSnapshot& port, MetricSamples& samples, Convert convert) {
    if (!port.facts) return;
    const auto& limits = facts_about(port, *samples.row().monitor).limits;
    if (!limits) return;
    samples.add({port.name, "alarm", "high"}, convert(limits->high_alarm));
    samples.add({port.name, "alarm", "low"}, convert(limits->low_alarm));
    samples.add({port.name, "warning", "high"}, convert(limits->high_warning));
    samples.add({port.name, "warning", "low"}, convert(limits->low_warning));
}

void plain_thresholds(const PortSnapshot& port, MetricSamples& samples) {
    thresholds(port, samples, unchanged);
}

void dbm_thresholds(const PortSnapshot& port, MetricSamples& samples) {
    thresholds(port, samples, dbm);
}

void supported(const PortSnapshot& port, MetricSamples& samples) {
    if (!port.facts) return;
    for (const MonitorRow& row : monitors) {
        samples.add({port.name, row.name}, facts_about(port, row).supported ? 1 : 0);
    }
}

void levels(const PortSnapshot& port, MetricSamples& samples) {
    if (!measured(port)) return;
    for (const MonitorRow& row : monitors) {
        const auto index = static_cast<std::size_t>(row.id);
        if (index >= port.levels.rows.size() || index >= port.levels.judged.size()) continue;
        each_lane(port, row, [&](std::size_t lane) {
            if (!has_lane(port.levels.judged[index], lane)) return;
            const std::string number = row.per_lane ? lane_text(lane) : "";
            samples.add({port.name, row.name, number}, static_cast<double>(port.levels.rows[index][lane]));
        });
    }
}

void monitor_alerts(const PortSnapshot& port, MetricSamples& samples) {
    if (!port.facts) return;
    for (const MonitorRow& row : monitors) {
        if (!facts_about(port, row).supported) continue;
        for (const Level severity : {Level::warning, Level::alarm}) {
            for (const Bound bound : {Bound::low, Bound::high}) {
                const std::string key =
                    std::string(row.name) + " " + std::string(text(severity)) + " " + std::string(text(bound));
                const auto raised = port.monitor_alerts.find(key);
                const double count = raised == port.monitor_alerts.end() ? 0 : static_cast<double>(raised->second);
                samples.add({port.name, row.name, text(severity), text(bound)}, count);
            }
        }
    }
}

// Lane flags that have a series a lane; the crossings of monitors are monitor_state.
constexpr std::array lane_flags{cmis::LaneFlag::rx_los, cmis::LaneFlag::tx_los,   cmis::LaneFlag::rx_lol,
                                cmis::LaneFlag::tx_lol, cmis::LaneFlag::tx_fault, cmis::LaneFlag::tx_adaptive_eq_fault};
constexpr std::array module_flags{cmis::ModuleFlag::module_firmware_fault, cmis::ModuleFlag::data_path_firmware_fault};

bool ever_read(const PortSnapshot& port, cmis::LaneFlag flag) {
    const std::uint32_t lanes = port.facts->lanes_on(cmis::side(flag));
    for (std::size_t lane = 0; lane < cmis::max_lanes; ++lane) {
        if (has_lane(lanes, lane) && port.flags.lanes[lane].knows(flag)) return true;
    }
    return false;
}

void flags_active(const PortSnapshot& port, MetricSamples& samples) {
    if (!measured(port)) return;
    for (const cmis::LaneFlag flag : lane_flags) {
        const std::uint32_t lanes = port.facts->lanes_on(cmis::side(flag));
        for (std::size_t lane = 0; lane < cmis::max_lanes; ++lane) {
            if (!has_lane(lanes, lane) || !port.flags.lanes[lane].knows(flag)) continue;
            samples.add({port.name, lane_text(lane), cmis::text(flag)}, port.flags.lanes[lane].has(flag) ? 1 : 0);
        }
    }
}

void flag_events(const PortSnapshot& port, MetricSamples& samples) {
    if (!port.facts) return;
    auto counts = port.flag_events;
    for (const cmis::LaneFlag flag : lane_flags) {
        if (ever_read(port, flag)) counts.try_emplace(std::string(cmis::text(flag)), 0);
    }
    for (const cmis::ModuleFlag flag : module_flags) {
        if (port.flags.module.knows(flag)) counts.try_emplace(std::string(cmis::text(flag)), 0);
    }
    for (const auto& [flag, count] : counts) {
        samples.add({port.name, flag}, static_cast<double>(count));
    }
}

std::vector<std::string_view> value_labels(const MonitorRow& row) {
    return row.per_lane ? std::vector<std::string_view>{"port", "lane"} : std::vector<std::string_view>{"port"};
}

MetricRow monitor_row(const MonitorRow& monitor, std::string_view name, std::string_view unit, std::string_view help,
                      std::vector<std::string_view> labels, PortSamples samples) {
    return {.name = name,
            .kind = MetricKind::gauge,
            .unit = unit,
            .labels = std::move(labels),
            .help = help,
            .port = samples,
            .board = nullptr,
            .monitor = &monitor};
}

}  // namespace

std::vector<MetricRow> monitor_metric_rows() {
    using enum MetricKind;
    constexpr std::string_view dbm_help =
        "The same in dBm; -40 is the floor and stands for all that is darker, 0 W included.";
    constexpr std::string_view threshold_help =
        "The module's own limit; absent where it gives none or none that can be true.";
    std::vector<MetricRow> rows;
    for (const MonitorRow& row : monitors) {
        rows.push_back(monitor_row(row, row.metric, row.unit, row.help, value_labels(row), plain_values));
        if (!row.dbm_metric.empty()) {
            rows.push_back(monitor_row(row, row.dbm_metric, "dBm", dbm_help, value_labels(row), dbm_values));
        }
    }
    const std::vector<std::string_view> limit_labels{"port", "severity", "bound"};
    for (const MonitorRow& row : monitors) {
        rows.push_back(
            monitor_row(row, row.threshold_metric, row.unit, threshold_help, limit_labels, plain_thresholds));
        if (!row.dbm_threshold_metric.empty()) {
            rows.push_back(monitor_row(row, row.dbm_threshold_metric, "dBm", dbm_help, limit_labels, dbm_thresholds));
        }
    }
    rows.push_back({"transceiver_monitor_supported",
                    gauge,
                    "",
                    {"port", "monitor"},
                    "Whether the module has the monitor.",
                    supported});
    rows.push_back({"transceiver_monitor_state",
                    gauge,
                    "",
                    {"port", "monitor", "lane"},
                    "0 normal, 1 warning, 2 alarm, with hysteresis; absent where the module has no limits to judge by.",
                    levels});
    rows.push_back({"transceiver_monitor_alerts_total",
                    counter,
                    "",
                    {"port", "monitor", "severity", "bound"},
                    "How often a value of this module went beyond a limit.",
                    monitor_alerts});
    rows.push_back({"transceiver_flag_active",
                    gauge,
                    "",
                    {"port", "lane", "flag"},
                    "Latched flag of a lane, as last read.",
                    flags_active});
    rows.push_back({"transceiver_flag_events_total",
                    counter,
                    "",
                    {"port", "flag"},
                    "How often a latched flag of this module was found set after being clear; another program that "
                    "reads the module takes flags away.",
                    flag_events});
    return rows;
}

}  // namespace opticward::daemon
