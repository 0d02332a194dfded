// THE table of monitored quantities. The exporter, the evaluation and the documentation walk it: a new monitor is a row.
// Pure; safe from any thread.
#pragma once

#include "cmis/interpretation.h"
#include "cmis/module.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace opticward::daemon {

enum class MonitorId : std::uint8_t { temperature, supply_voltage, tx_bias, tx_power, rx_power };
inline constexpr std::size_t monitor_count = 5;

// How a value must be inside of a limit before that counts as better.
enum class Hysteresis : std::uint8_t { celsius, volts, ratio_of_limit, decibels };

struct MonitorRow {
    MonitorId id{};
    std::string_view name = {};              // the label `monitor`, also in alerts and the threshold metric
    std::string_view title = {};             // in sentences
    std::string_view metric = {};            // SI
    std::string_view threshold_metric = {};  // SI
    std::string_view dbm_metric = {};        // empty: not an optical power
    std::string_view dbm_threshold_metric = {};
    std::string_view unit = {};  // as in the metric's name
    std::string_view help = {};
    std::string_view remedy = {};  // for a person
    bool per_lane = false;
    Hysteresis hysteresis = Hysteresis::celsius;
    // Outside of these no module can be: the sample is not judged (8000h is -128 C, FFFFh 6.55 V).
    double lowest = 0;
    double highest = 0;
    // The lane counts from 0 and is ignored by a monitor of the whole module.
    std::optional<double> (*value)(const cmis::Live&, std::size_t lane) = nullptr;
    // The module's own limits, where they can be believed.
    std::optional<cmis::Limits<double>> (*limits)(const cmis::Thresholds&) = nullptr;
    bool cmis::MonitorSupport::*supported = nullptr;
};

namespace monitor_detail {

template <auto Member>
std::optional<double> module_value(const cmis::Live& live, std::size_t) {
    const auto& quantity = live.*Member;
    return quantity ? std::optional{quantity->value} : std::nullopt;
}

template <auto Member>
std::optional<double> lane_value(const cmis::Live& live, std::size_t lane) {
    if (lane >= live.lanes.size()) return std::nullopt;
    const auto& quantity = live.lanes[lane].*Member;
    return quantity ? std::optional{quantity->value} : std::nullopt;
}

template <auto Member>
std::optional<cmis::Limits<double>> believable_limits(const cmis::Thresholds& thresholds) {
    const auto& limits = thresholds.*Member;
    if (!limits || cmis::limits_state(limits) != cmis::LimitsState::plausible) return std::nullopt;
    return cmis::Limits<double>{.high_alarm = limits->high_alarm.value,
                                .low_alarm = limits->low_alarm.value,
                                .high_warning = limits->high_warning.value,
                                .low_warning = limits->low_warning.value};
}

template <auto Value, auto Limits, auto Supported>
constexpr MonitorRow module_monitor(MonitorRow row) {
    row.value = &module_value<Value>;
    row.limits = &believable_limits<Limits>;
    row.supported = Supported;
    return row;
}

template <auto Value, auto Limits, auto Supported>
constexpr MonitorRow lane_monitor(MonitorRow row) {
    row.per_lane = true;
    row.value = &lane_value<Value>;
    row.limits = &believable_limits<Limits>;
    row.supported = Supported;
    return row;
}

}  // namespace monitor_detail

// Physical bounds: protocol_mode.md 7.2 for the temperature; for the others what the registers can say without being
// FFFFh (SFF-8636 6.2.4, CMIS 8.2.5 and 8.10.3). Hysteresis: contracts.md, "Levels and flags".
inline constexpr std::array<MonitorRow, monitor_count> monitors{
    monitor_detail::module_monitor<&cmis::Live::temperature, &cmis::Thresholds::temperature,
                                   &cmis::MonitorSupport::temperature>(
        {.id = MonitorId::temperature,
         .name = "temperature",
         .title = "temperature",
         .metric = "transceiver_temperature_celsius",
         .threshold_metric = "transceiver_temperature_threshold_celsius",
         .unit = "celsius",
         .help = "Temperature inside the module, by its own monitor.",
         .remedy = "Check the fans, the airflow and the blanking panels.",
         .hysteresis = Hysteresis::celsius,
         .lowest = -40,
         .highest = 125}),
    monitor_detail::module_monitor<&cmis::Live::supply_voltage, &cmis::Thresholds::supply_voltage,
                                   &cmis::MonitorSupport::supply_voltage>(
        {.id = MonitorId::supply_voltage,
         .name = "supply_voltage",
         .title = "supply voltage",
         .metric = "transceiver_supply_voltage_volts",
         .threshold_metric = "transceiver_supply_voltage_threshold_volts",
         .unit = "volts",
         .help = "Supply voltage inside the module.",
         .remedy = "Check the supply of the module's slot.",
         .hysteresis = Hysteresis::volts,
         .lowest = 1,
         .highest = 6.5}),
    monitor_detail::lane_monitor<&cmis::Lane::tx_bias, &cmis::Thresholds::tx_bias, &cmis::MonitorSupport::tx_bias>(
        {.id = MonitorId::tx_bias,
         .name = "tx_bias",
         .title = "laser bias current",
         .metric = "transceiver_tx_bias_amperes",
         .threshold_metric = "transceiver_tx_bias_threshold_amperes",
         .unit = "amperes",
         .help = "Laser bias current.",
         .remedy = "Plan to replace the module: its laser is ageing or failing.",
         .hysteresis = Hysteresis::ratio_of_limit,
         .lowest = 0,
         .highest = 0.5}),
    monitor_detail::lane_monitor<&cmis::Lane::tx_power, &cmis::Thresholds::tx_power, &cmis::MonitorSupport::tx_power>(
        {.id = MonitorId::tx_power,
         .name = "tx_power",
         .title = "transmitted optical power",
         .metric = "transceiver_tx_power_watts",
         .threshold_metric = "transceiver_tx_power_threshold_watts",
         .dbm_metric = "transceiver_tx_power_dbm",
         .dbm_threshold_metric = "transceiver_tx_power_threshold_dbm",
         .unit = "watts",
         .help = "Transmitted optical power; 0 is darker than the register's step of 0.1 uW.",
         .remedy = "Replace the module if its laser should be on.",
         .hysteresis = Hysteresis::decibels,
         .lowest = 0,
         .highest = 6.55e-3}),
    monitor_detail::lane_monitor<&cmis::Lane::rx_power, &cmis::Thresholds::rx_power, &cmis::MonitorSupport::rx_power>(
        {.id = MonitorId::rx_power,
         .name = "rx_power",
         .title = "received optical power",
         .metric = "transceiver_rx_power_watts",
         .threshold_metric = "transceiver_rx_power_threshold_watts",
         .dbm_metric = "transceiver_rx_power_dbm",
         .dbm_threshold_metric = "transceiver_rx_power_threshold_dbm",
         .unit = "watts",
         .help = "Received optical power; 0 is darker than the register's step of 0.1 uW.",
         .remedy = "Clean and check the fibre and its connectors, and the far end's transmitter.",
         .hysteresis = Hysteresis::decibels,
         .lowest = 0,
         .highest = 6.55e-3}),
};

constexpr bool in_order_of_id() {
    for (std::size_t i = 0; i < monitors.size(); ++i) {
        if (static_cast<std::size_t>(monitors[i].id) != i) return false;
    }
    return true;
}
static_assert(in_order_of_id(), "a monitor's id is its place in the table");

// Whether the module can have measured this at all.
bool believable(const MonitorRow& row, double value);

}  // namespace opticward::daemon
