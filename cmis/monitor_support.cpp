// Which monitors mean something, and which thresholds can be believed.
#include "cmis/interpretation.h"

#include <algorithm>
#include <initializer_list>

namespace opticward::cmis {

namespace {

// SFF-8636 has no bit for Rx power and Tx bias, and its bits for temperature and Vcc are younger than the monitors: before
// revision 2.8 they read 0 on modules that have both (T-17).
MonitorSupport sff8636_support(const Module& module) {
    constexpr std::uint8_t revision_2_8 = 8;
    const MediaType medium = media_type(module);
    if (medium == MediaType::passive_copper) {
        return {};
    }
    const Advertisement& advertised = module.advertisement;
    const bool bits_count = module.identity.revision_compliance.value_or(0) >= revision_2_8;
    const bool light = medium != MediaType::active_copper && medium != MediaType::base_t;
    return {.temperature = !bits_count || advertised.temperature_monitor.value_or(true),
            .supply_voltage = !bits_count || advertised.supply_voltage_monitor.value_or(true),
            .tx_bias = light,
            .tx_power = light && advertised.tx_power_monitor.value_or(false),
            .rx_power = light};
}

MonitorSupport cmis_support(const Module& module) {
    const MediaType medium = media_type(module);
    if (module.identity.flat_memory.value_or(false) || medium == MediaType::passive_copper) {
        return {};
    }
    // An active copper cable has monitors and no light, whatever it advertises (T-16).
    const bool light = medium != MediaType::active_copper && medium != MediaType::base_t;
    const Advertisement& advertised = module.advertisement;
    return {.known = advertised.temperature_monitor.has_value(),
            .temperature = advertised.temperature_monitor.value_or(true),
            .supply_voltage = advertised.supply_voltage_monitor.value_or(true),
            .aux1 = advertised.aux1_monitor.value_or(false),
            .aux2 = advertised.aux2_monitor.value_or(false),
            .aux3 = advertised.aux3_monitor.value_or(false),
            .custom = advertised.custom_monitor.value_or(false),
            .tx_bias = light && advertised.tx_bias_monitor.value_or(true),
            .tx_power = light && advertised.tx_power_monitor.value_or(true),
            .rx_power = light && advertised.rx_power_monitor.value_or(true)};
}

template <class T>
bool all_are(const Limits<T>& limits, T value) {
    return limits == Limits<T>{value, value, value, value};
}

// `full` are the values that a register of FFh decodes to.
template <class T>
LimitsState state_of(const std::optional<Limits<T>>& limits, std::initializer_list<T> full) {
    if (!limits || all_are(*limits, T{}) ||
        std::ranges::any_of(full, [&](T value) { return all_are(*limits, value); })) {
        return LimitsState::absent;
    }
    const T lowest_high = std::min(limits->high_alarm, limits->high_warning);
    const T highest_low = std::max(limits->low_alarm, limits->low_warning);
    return highest_low < lowest_high ? LimitsState::plausible : LimitsState::implausible;
}

}  // namespace

MonitorSupport monitor_support(const Module& module) {
    switch (module.memory_model) {
        case MemoryModelId::sff8636: return sff8636_support(module);
        case MemoryModelId::cmis: return cmis_support(module);
        default: return {};
    }
}

std::string_view text(RxPowerKind kind) {
    return kind == RxPowerKind::average ? "average" : "oma";
}

LimitsState limits_state(const std::optional<Limits<Celsius>>& limits) {
    return state_of(limits, {Celsius{-1.0 / 256}});
}

LimitsState limits_state(const std::optional<Limits<Volts>>& limits) {
    return state_of(limits, {Volts{6.5535}});
}

LimitsState limits_state(const std::optional<Limits<Amperes>>& limits) {
    // With the CMIS multipliers x1, x2 and x4.
    constexpr double full = 65535 / 500'000.0;
    return state_of(limits, {Amperes{full}, Amperes{full * 2}, Amperes{full * 4}});
}

LimitsState limits_state(const std::optional<Limits<Watts>>& limits) {
    return state_of(limits, {Watts{65535 / 10'000'000.0}});
}

}  // namespace opticward::cmis
