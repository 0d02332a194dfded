// The module's own limits.
#include "cmis/interpretation.h"
#include "cmis/property_rows.h"

#include <algorithm>
#include <array>

namespace opticward::cmis {

namespace {

template <class T>
Described limits_object(const std::optional<Limits<T>>& limits) {
    const LimitsState state = limits_state(limits);
    if (state == LimitsState::absent) {
        return std::nullopt;
    }
    Object object;
    add(object, "high_alarm", said(limits->high_alarm.value));
    add(object, "high_warning", said(limits->high_warning.value));
    add(object, "low_warning", said(limits->low_warning.value));
    add(object, "low_alarm", said(limits->low_alarm.value));
    if (state == LimitsState::implausible) {
        add(object, "plausible", false);
    }
    return object;
}

// The four levels; all of them, for a module has no way to leave one out.
std::optional<std::array<double, 4>> read_levels(const Value& value, const Target& target, double low, double high) {
    constexpr std::array<std::string_view, 4> names{"high_alarm", "high_warning", "low_warning", "low_alarm"};
    const auto* object = value.get<Object>();
    if (object == nullptr) {
        target.problem("must be a table");
        return std::nullopt;
    }
    std::array<double, 4> levels{};
    bool whole = true;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Value* level = value.find(names[i]);
        if (level == nullptr) {
            target.problem(std::string{names[i]} + " is missing");
            whole = false;
            continue;
        }
        const auto number = read_number(*level, target.at(std::string{names[i]}), low, high);
        levels[i] = number.value_or(0);
        whole = whole && number;
    }
    for (const Member& member : *object) {
        if (std::ranges::find(names, std::string_view{member.key}) == names.end()) {
            target.at(member.key)
                .problem(member.key == "plausible" ? "cannot be set: it follows from other keys" : "unknown key");
            whole = false;
        }
    }
    return whole ? std::optional{levels} : std::nullopt;
}

template <auto Set>
constexpr PropertyRow limits_row(std::string_view key, double low, double high) {
    return {key, [](const Subject& subject) { return limits_object(subject.module.thresholds.*Set); },
            [](const PropertyRow& row, const Value& value, const Target& target) {
                if (const auto levels = read_levels(value, target, row.low, row.high)) {
                    (target.module.thresholds.*Set) = {.high_alarm = {(*levels)[0]},
                                                       .low_alarm = {(*levels)[3]},
                                                       .high_warning = {(*levels)[1]},
                                                       .low_warning = {(*levels)[2]}};
                }
            },
            low, high};
}

constexpr auto threshold_rows = std::to_array<PropertyRow>({
    limits_row<&Thresholds::temperature>("temperature_celsius", lowest_celsius, highest_celsius),
    limits_row<&Thresholds::supply_voltage>("supply_voltage_volts", 0, most_volts),
    limits_row<&Thresholds::tx_bias>("tx_bias_amperes", 0, most_amperes),
    limits_row<&Thresholds::tx_power>("tx_power_watts", 0, most_watts),
    limits_row<&Thresholds::rx_power>("rx_power_watts", 0, most_watts),
});

}  // namespace

Described describe_thresholds(const Subject& subject) {
    return describe_rows(threshold_rows, subject);
}

void apply_thresholds(const PropertyRow&, const Value& value, const Target& target) {
    apply_rows(threshold_rows, value, target);
}

}  // namespace opticward::cmis
