// Flags and the state of the module.
#include "cmis/interpretation.h"
#include "cmis/property_rows.h"

#include <algorithm>
#include <array>

namespace opticward::cmis {

namespace {

// Flags. Those that no reader of the contract knows (CDB, TC readiness) stay inside.
constexpr std::size_t published_module_flags = static_cast<std::size_t>(ModuleFlag::data_not_ready) + 1;

bool monitor_is_offered(const Module& module, LaneFlag flag) {
    const MonitorSupport support = monitor_support(module);
    const std::string_view flag_name = text(flag);
    if (flag_name.starts_with("rx_power")) {
        return support.rx_power;
    }
    if (flag_name.starts_with("tx_power")) {
        return support.tx_power;
    }
    return flag_name.starts_with("tx_bias") ? support.tx_bias : true;
}

Described describe_module_flags(const Subject& subject) {
    const ModuleFlags& flags = subject.module.live.flags;
    Array list;
    for (std::size_t i = 0; i < published_module_flags; ++i) {
        if (const auto flag = static_cast<ModuleFlag>(i); flags.has(flag)) {
            list.emplace_back(text(flag));
        }
    }
    return Value{std::move(list)};
}

Described describe_lane_flags(const Subject& subject) {
    const LaneFlags& flags = subject.module.live.lanes[subject.index].flags;
    Array list;
    for (std::size_t i = 0; i < lane_flag_count; ++i) {
        const auto flag = static_cast<LaneFlag>(i);
        if (flags.has(flag) && has_lane(subject, side(flag)) && monitor_is_offered(subject.module, flag)) {
            list.emplace_back(text(flag));
        }
    }
    return said(std::move(list));
}

template <class Flag, std::size_t Count>
void raise(const Value& value, const Target& target, FlagSet<Flag>& flags) {
    std::array<std::string_view, Count> names;
    for (std::size_t i = 0; i < Count; ++i) {
        names[i] = text(static_cast<Flag>(i));
    }
    const Array* list = read_array(value, target);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        if (const auto flag = read_choice(names, (*list)[i], target.at(std::to_string(i)))) {
            flags.record(static_cast<Flag>(*flag), true);
        }
    }
}

constexpr auto lane_flag_rows = std::to_array<PropertyRow>({
    lane_number_row,
    {"set", describe_lane_flags,
     [](const PropertyRow&, const Value& value, const Target& target) {
         raise<LaneFlag, lane_flag_count>(value, target, target.module.live.lanes[target.index].flags);
     }},
});

constexpr auto flag_rows = std::to_array<PropertyRow>({
    {"module", describe_module_flags,
     [](const PropertyRow&, const Value& value, const Target& target) {
         raise<ModuleFlag, published_module_flags>(value, target, target.module.live.flags);
     }},
    {"lanes", [](const Subject& subject) { return describe_lane_list(lane_flag_rows, subject); },
     [](const PropertyRow&, const Value& value, const Target& target) {
         apply_lane_list(lane_flag_rows, value, target);
     }},
});

bool flags_were_read(const Live& live) {
    return live.flags.known != 0 ||
           std::ranges::any_of(live.lanes, [](const Lane& lane) { return lane.flags.known != 0; });
}

}  // namespace

Described describe_module_state(const Subject& subject) {
    const auto state = module_state(subject.module);
    return state ? std::optional<Value>{text(*state)} : std::nullopt;
}

void apply_module_state(const PropertyRow&, const Value& value, const Target& target) {
    constexpr std::array<std::string_view, 6> names{"unknown", "low_power",     "powering_up",
                                                    "ready",   "powering_down", "fault"};
    const auto choice = read_choice(names, value, target);
    if (!choice) {
        return;
    }
    const auto state = static_cast<ModuleState>(*choice);
    if (target.module.memory_model == MemoryModelId::cmis) {
        target.module.live.module_state = state;
        return;
    }
    // SFF-8636 has no states; these two have a setting behind them.
    if (state != ModuleState::low_power && state != ModuleState::ready) {
        target.problem("must be ready or low_power for SFF-8636");
        return;
    }
    target.module.controls.power_override = state == ModuleState::low_power;
    target.module.controls.power_set = state == ModuleState::low_power;
}

Described describe_flags(const Subject& subject) {
    return flags_were_read(subject.module.live) ? describe_rows(flag_rows, subject) : std::nullopt;
}

void apply_flags(const PropertyRow&, const Value& value, const Target& target) {
    apply_rows(flag_rows, value, target);
}

}  // namespace opticward::cmis
