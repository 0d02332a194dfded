// Monitors: what a module measures of itself and of its lanes. Powers and bias are of the media side, the data path is of
// the host side.
#include "cmis/interpretation.h"
#include "cmis/property_rows.h"

#include <algorithm>
#include <array>

namespace opticward::cmis {

namespace {

// What the module does not offer says nothing, whatever its bytes read.
template <auto Supported>
bool offers(const Subject& subject) {
    return monitor_support(subject.module).*Supported;
}

template <auto Value_, auto Supported, auto Advertised>
constexpr PropertyRow module_monitor(std::string_view key, double low, double high) {
    return {key,
            [](const Subject& subject) {
                return offers<Supported>(subject) ? said(subject.module.live.*Value_) : std::nullopt;
            },
            [](const PropertyRow& row, const Value& value, const Target& target) {
                if (const auto number = read_number(value, target, row.low, row.high)) {
                    target.module.live.*Value_ = {*number};
                    target.module.advertisement.*Advertised = true;
                }
            },
            low, high};
}

// Aux monitors: the observable decides unit and scale (CMIS table 8-9, trap T-20).
struct AuxScale {
    std::string_view observable;
    std::string_view unit;
    double per_count;
};
constexpr AuxScale tec_current{"tec_current", "ratio", 1.0 / 32767};
constexpr AuxScale laser_temperature{"laser_temperature", "celsius", 1.0 / 256};
constexpr AuxScale second_voltage{"supply_voltage_2", "volts", 1e-4};
constexpr AuxScale custom_observable{"custom", "counts", 1};

Described aux_value(const std::optional<std::int16_t>& raw, const AuxScale& scale) {
    if (!raw) {
        return std::nullopt;
    }
    Object object;
    add(object, "observable", scale.observable);
    add(object, "value", said(*raw * scale.per_count));
    add(object, "unit", scale.unit);
    return object;
}

Described describe_aux1(const Subject& subject) {
    const bool tec = subject.module.advertisement.aux1_observable.value_or(0) == 1;
    return offers<&MonitorSupport::aux1>(subject)
               ? aux_value(subject.module.live.aux1, tec ? tec_current : custom_observable)
               : std::nullopt;
}

Described describe_aux2(const Subject& subject) {
    const bool tec = subject.module.advertisement.aux2_observable.value_or(0) == 1;
    return offers<&MonitorSupport::aux2>(subject)
               ? aux_value(subject.module.live.aux2, tec ? tec_current : laser_temperature)
               : std::nullopt;
}

Described describe_aux3(const Subject& subject) {
    const bool volts = subject.module.advertisement.aux3_observable.value_or(0) == 1;
    return offers<&MonitorSupport::aux3>(subject)
               ? aux_value(subject.module.live.aux3, volts ? second_voltage : laser_temperature)
               : std::nullopt;
}

Described describe_rx_power_kind(const Subject& subject) {
    const auto kind = subject.module.advertisement.rx_power_kind;
    return kind && offers<&MonitorSupport::rx_power>(subject) ? std::optional<Value>{text(*kind)} : std::nullopt;
}

void apply_rx_power_kind(const PropertyRow&, const Value& value, const Target& target) {
    constexpr std::array<std::string_view, 2> names{"oma", "average"};
    if (const auto kind = read_choice(names, value, target)) {
        target.module.advertisement.rx_power_kind = static_cast<RxPowerKind>(*kind);
    }
}

template <auto Value_, auto Supported, auto Advertised>
constexpr PropertyRow lane_monitor(std::string_view key, double high) {
    return {key,
            [](const Subject& subject) {
                const bool there = offers<Supported>(subject) && has_lane(subject, LaneSide::media);
                return there ? said(subject.module.live.lanes[subject.index].*Value_) : std::nullopt;
            },
            [](const PropertyRow& row, const Value& value, const Target& target) {
                if (const auto number = read_number(value, target, row.low, row.high)) {
                    target.module.live.lanes[target.index].*Value_ = {*number};
                    target.module.advertisement.*Advertised = true;
                }
            },
            0, high};
}

// The same power as an operator reads it; -40 dBm and below is darkness.
template <auto Power, auto Supported, auto Advertised>
constexpr PropertyRow lane_dbm(std::string_view key) {
    return {key,
            [](const Subject& subject) {
                const auto power = subject.module.live.lanes[subject.index].*Power;
                const bool there = power && offers<Supported>(subject) && has_lane(subject, LaneSide::media);
                return there ? said(to_dbm(*power)) : std::nullopt;
            },
            [](const PropertyRow& row, const Value& value, const Target& target) {
                const auto dbm = read_number(value, target, row.low, row.high);
                auto& power = target.module.live.lanes[target.index].*Power;
                if (dbm && !power) {
                    power = Watts{*dbm <= dbm_floor ? 0 : std::pow(10.0, *dbm / 10.0 - 3.0)};
                    target.module.advertisement.*Advertised = true;
                }
            },
            -100, 8.16};
}

constexpr std::array<std::string_view, 8> data_path_states{"none",      "deactivated", "initializing", "deinitializing",
                                                           "activated", "tx_turn_on",  "tx_turn_off",  "initialized"};

Described describe_data_path(const Subject& subject) {
    const auto state = subject.module.live.lanes[subject.index].data_path_state;
    return state && has_lane(subject, LaneSide::host) ? std::optional<Value>{text(*state)} : std::nullopt;
}

void apply_data_path(const PropertyRow&, const Value& value, const Target& target) {
    if (target.module.memory_model != MemoryModelId::cmis) {
        target.problem("cannot be set: SFF-8636 has no data path states");
        return;
    }
    if (const auto state = read_choice(data_path_states, value, target)) {
        target.module.live.lanes[target.index].data_path_state = static_cast<DataPathState>(*state);
    }
}

constexpr auto lane_rows = std::to_array<PropertyRow>({
    lane_number_row,
    lane_monitor<&Lane::tx_bias, &MonitorSupport::tx_bias, &Advertisement::tx_bias_monitor>("tx_bias_amperes",
                                                                                            most_amperes),
    lane_monitor<&Lane::tx_power, &MonitorSupport::tx_power, &Advertisement::tx_power_monitor>("tx_power_watts",
                                                                                               most_watts),
    lane_monitor<&Lane::rx_power, &MonitorSupport::rx_power, &Advertisement::rx_power_monitor>("rx_power_watts",
                                                                                               most_watts),
    lane_dbm<&Lane::tx_power, &MonitorSupport::tx_power, &Advertisement::tx_power_monitor>("tx_power_dbm"),
    lane_dbm<&Lane::rx_power, &MonitorSupport::rx_power, &Advertisement::rx_power_monitor>("rx_power_dbm"),
    {"data_path_state", describe_data_path, apply_data_path},
});

constexpr auto monitor_rows = std::to_array<PropertyRow>({
    module_monitor<&Live::temperature, &MonitorSupport::temperature, &Advertisement::temperature_monitor>(
        "temperature_celsius", lowest_celsius, highest_celsius),
    module_monitor<&Live::supply_voltage, &MonitorSupport::supply_voltage, &Advertisement::supply_voltage_monitor>(
        "supply_voltage_volts", 0, most_volts),
    {"aux1", describe_aux1},
    {"aux2", describe_aux2},
    {"aux3", describe_aux3},
    {"rx_power_kind", describe_rx_power_kind, apply_rx_power_kind},
    {"lanes",
     [](const Subject& subject) {
         const Described list = describe_lane_list(lane_rows, subject);
         return list->get<Array>()->empty() ? std::nullopt : list;
     },
     [](const PropertyRow&, const Value& value, const Target& target) { apply_lane_list(lane_rows, value, target); }},
});

}  // namespace

Described describe_monitors(const Subject& subject) {
    Described monitors = describe_rows(monitor_rows, subject);
    // The kind of a power that is nowhere to be seen says nothing.
    const bool only_kind =
        monitors && monitors->get<Object>()->size() == 1 && monitors->find("rx_power_kind") != nullptr;
    return only_kind ? std::nullopt : monitors;
}

void apply_monitors(const PropertyRow&, const Value& value, const Target& target) {
    apply_rows(monitor_rows, value, target);
}

}  // namespace opticward::cmis
