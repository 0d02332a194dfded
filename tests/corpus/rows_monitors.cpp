// Rows of monitors, their limits and flags.
#include "cmis/interpretation.h"
#include "tests/corpus/comparison.h"

#include <array>
#include <string>

namespace opticward::test {

namespace {

using cmis::LaneFlag;
using cmis::Limits;
using cmis::ModuleFlag;
using cmis::Thresholds;

Answer temperature(const Subject& subject) {
    const bool offered = cmis::monitor_support(subject.module).temperature;
    return offered ? scaled(subject.module.live.temperature, 1) : json(nullptr);
}

Answer supply_voltage(const Subject& subject, double factor) {
    const bool offered = cmis::monitor_support(subject.module).supply_voltage;
    return offered ? scaled(subject.module.live.supply_voltage, factor) : json(nullptr);
}

const cmis::Lane& lane(const Subject& subject) {
    return subject.module.live.lanes.at(subject.index());
}

// The source prints the register, whether or not the module says that it offers the monitor.
template <auto Member>
Answer lane_monitor(const Subject& subject) {
    return scaled(lane(subject).*Member, 1e3);
}

template <LaneFlag Flag>
Answer lane_flag(const Subject& subject) {
    const auto& flags = lane(subject).flags;
    return flags.knows(Flag) ? json(flags.has(Flag)) : json(nullptr);
}

template <ModuleFlag Flag>
Answer module_flag(const Subject& subject) {
    const auto& flags = subject.module.live.flags;
    return flags.knows(Flag) ? json(flags.has(Flag)) : json(nullptr);
}

template <auto Member, auto Bound>
auto limit_of(const Subject& subject) {
    const auto& limits = subject.module.thresholds.*Member;
    return limits ? std::optional{(*limits).*Bound} : std::nullopt;
}

template <auto Member, auto Bound>
Answer limit(const Subject& subject) {
    return scaled(limit_of<Member, Bound>(subject), 1);
}

template <auto Member, auto Bound>
Answer milli_limit(const Subject& subject) {
    return scaled(limit_of<Member, Bound>(subject), 1e3);
}

json dbm(const std::optional<cmis::Watts>& power) {
    return power ? json(cmis::to_dbm(*power)) : json(nullptr);
}

template <auto Member, auto Bound>
Answer dbm_limit(const Subject& subject) {
    return dbm(limit_of<Member, Bound>(subject));
}

using C = Limits<cmis::Celsius>;
using V = Limits<cmis::Volts>;
using A = Limits<cmis::Amperes>;
using W = Limits<cmis::Watts>;

// Whether the module monitors anything.
Answer diagnostics(const Subject& subject) {
    const auto support = cmis::monitor_support(subject.module);
    return support.temperature || support.supply_voltage || support.tx_bias || support.tx_power || support.rx_power;
}

Answer optical_power(const Subject& subject) {
    const auto support = cmis::monitor_support(subject.module);
    return support.tx_power || support.rx_power;
}

Answer rx_power_kind(const Subject& subject) {
    const auto kind = subject.module.advertisement.rx_power_kind;
    return kind ? json(cmis::text(*kind)) : json(nullptr);
}

// Two statements that the source makes from the wrong bytes: what bytes 2 and 34 really say.
Answer misread_by_the_source(const Subject& subject) {
    return element(subject, {subject.module.live.flags.has(ModuleFlag::data_not_ready),
                             dbm(subject.module.live.lanes[0].rx_power)});
}

constexpr auto rows = std::to_array<Row>({
    {"temperature_c", temperature},
    {"temperature_c_as_printed", temperature},
    {"voltage_v", [](const Subject& s) { return supply_voltage(s, 1); }},
    {"voltage_mv_as_printed", [](const Subject& s) { return supply_voltage(s, 1e3); }},
    {"lanes[*].rx_power_mw", lane_monitor<&cmis::Lane::rx_power>},
    {"lanes[*].tx_power_mw", lane_monitor<&cmis::Lane::tx_power>},
    {"lanes[*].tx_bias_ma", lane_monitor<&cmis::Lane::tx_bias>},
    {"dom", diagnostics},
    {"optical_dbm_available", optical_power},
    {"rx_power_type", rx_power_kind},
    {"source_claims_not_to_reproduce[*]", misread_by_the_source},

    {"rx_los[*]", lane_flag<LaneFlag::rx_los>},
    {"tx_fault[*]", lane_flag<LaneFlag::tx_fault>},
    {"flags.rx_los[*]", lane_flag<LaneFlag::rx_los>},
    {"flags.tx_los[*]", lane_flag<LaneFlag::tx_los>},
    {"flags.rx_lol[*]", lane_flag<LaneFlag::rx_lol>},
    {"flags.tx_lol[*]", lane_flag<LaneFlag::tx_lol>},
    {"flags.tx_fault[*]", lane_flag<LaneFlag::tx_fault>},
    {"flags.tx_adapt_eq_fault[*]", lane_flag<LaneFlag::tx_adaptive_eq_fault>},
    {"flags.rx_power_high_alarm[*]", lane_flag<LaneFlag::rx_power_high_alarm>},
    {"flags.rx_power_low_alarm[*]", lane_flag<LaneFlag::rx_power_low_alarm>},
    {"flags.rx_power_high_warn[*]", lane_flag<LaneFlag::rx_power_high_warning>},
    {"flags.rx_power_low_warn[*]", lane_flag<LaneFlag::rx_power_low_warning>},
    {"flags.tx_power_high_alarm[*]", lane_flag<LaneFlag::tx_power_high_alarm>},
    {"flags.tx_power_low_alarm[*]", lane_flag<LaneFlag::tx_power_low_alarm>},
    {"flags.tx_power_high_warn[*]", lane_flag<LaneFlag::tx_power_high_warning>},
    {"flags.tx_power_low_warn[*]", lane_flag<LaneFlag::tx_power_low_warning>},
    {"flags.tx_bias_high_alarm[*]", lane_flag<LaneFlag::tx_bias_high_alarm>},
    {"flags.tx_bias_low_alarm[*]", lane_flag<LaneFlag::tx_bias_low_alarm>},
    {"flags.tx_bias_high_warn[*]", lane_flag<LaneFlag::tx_bias_high_warning>},
    {"flags.tx_bias_low_warn[*]", lane_flag<LaneFlag::tx_bias_low_warning>},
    {"flags.temperature.high_alarm", module_flag<ModuleFlag::temperature_high_alarm>},
    {"flags.temperature.low_alarm", module_flag<ModuleFlag::temperature_low_alarm>},
    {"flags.temperature.high_warn", module_flag<ModuleFlag::temperature_high_warning>},
    {"flags.temperature.low_warn", module_flag<ModuleFlag::temperature_low_warning>},
    {"flags.voltage.high_alarm", module_flag<ModuleFlag::supply_voltage_high_alarm>},
    {"flags.voltage.low_alarm", module_flag<ModuleFlag::supply_voltage_low_alarm>},
    {"flags.voltage.high_warn", module_flag<ModuleFlag::supply_voltage_high_warning>},
    {"flags.voltage.low_warn", module_flag<ModuleFlag::supply_voltage_low_warning>},

    {"thresholds.temperature_c.high_alarm", limit<&Thresholds::temperature, &C::high_alarm>},
    {"thresholds.temperature_c.low_alarm", limit<&Thresholds::temperature, &C::low_alarm>},
    {"thresholds.temperature_c.high_warn", limit<&Thresholds::temperature, &C::high_warning>},
    {"thresholds.temperature_c.low_warn", limit<&Thresholds::temperature, &C::low_warning>},
    {"thresholds.voltage_v.high_alarm", limit<&Thresholds::supply_voltage, &V::high_alarm>},
    {"thresholds.voltage_v.low_alarm", limit<&Thresholds::supply_voltage, &V::low_alarm>},
    {"thresholds.voltage_v.high_warn", limit<&Thresholds::supply_voltage, &V::high_warning>},
    {"thresholds.voltage_v.low_warn", limit<&Thresholds::supply_voltage, &V::low_warning>},
    {"thresholds.rx_power_mw.high_alarm", milli_limit<&Thresholds::rx_power, &W::high_alarm>},
    {"thresholds.rx_power_mw.low_alarm", milli_limit<&Thresholds::rx_power, &W::low_alarm>},
    {"thresholds.rx_power_mw.high_warn", milli_limit<&Thresholds::rx_power, &W::high_warning>},
    {"thresholds.rx_power_mw.low_warn", milli_limit<&Thresholds::rx_power, &W::low_warning>},
    {"thresholds.tx_power_mw.high_alarm", milli_limit<&Thresholds::tx_power, &W::high_alarm>},
    {"thresholds.tx_power_mw.low_alarm", milli_limit<&Thresholds::tx_power, &W::low_alarm>},
    {"thresholds.tx_power_mw.high_warn", milli_limit<&Thresholds::tx_power, &W::high_warning>},
    {"thresholds.tx_power_mw.low_warn", milli_limit<&Thresholds::tx_power, &W::low_warning>},
    {"thresholds.tx_power_dbm_2dp.high_alarm", dbm_limit<&Thresholds::tx_power, &W::high_alarm>},
    {"thresholds.tx_power_dbm_2dp.low_alarm", dbm_limit<&Thresholds::tx_power, &W::low_alarm>},
    {"thresholds.tx_power_dbm_2dp.high_warn", dbm_limit<&Thresholds::tx_power, &W::high_warning>},
    {"thresholds.tx_power_dbm_2dp.low_warn", dbm_limit<&Thresholds::tx_power, &W::low_warning>},
    {"thresholds.tx_bias_ma.high_alarm", milli_limit<&Thresholds::tx_bias, &A::high_alarm>},
    {"thresholds.tx_bias_ma.low_alarm", milli_limit<&Thresholds::tx_bias, &A::low_alarm>},
    {"thresholds.tx_bias_ma.high_warn", milli_limit<&Thresholds::tx_bias, &A::high_warning>},
    {"thresholds.tx_bias_ma.low_warn", milli_limit<&Thresholds::tx_bias, &A::low_warning>},
});

}  // namespace

std::span<const Row> monitor_rows() {
    return rows;
}

}  // namespace opticward::test
