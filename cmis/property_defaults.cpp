// What a description leaves to be understood. A description names what is remarkable; the memory of a real module also
// advertises what it has, marks what it lacks and repeats what it was built for.
#include "cmis/applications.h"
#include "cmis/interpretation.h"
#include "cmis/property_rows.h"

#include <algorithm>

namespace opticward::cmis {

namespace {

template <class T>
void set_if_unsaid(std::optional<T>& member, T value) {
    member = member.value_or(value);
}

bool has_thresholds(const Thresholds& thresholds) {
    return thresholds.temperature || thresholds.supply_voltage || thresholds.tx_power || thresholds.tx_bias ||
           thresholds.rx_power;
}

// A monitor with a value, or with limits, is one that the module has.
void advertise_monitors(Module& module) {
    Advertisement& advertised = module.advertisement;
    const Thresholds& limits = module.thresholds;
    set_if_unsaid(advertised.temperature_monitor, limits.temperature.has_value());
    set_if_unsaid(advertised.supply_voltage_monitor, limits.supply_voltage.has_value());
    set_if_unsaid(advertised.tx_bias_monitor, limits.tx_bias.has_value());
    set_if_unsaid(advertised.tx_power_monitor, limits.tx_power.has_value());
    set_if_unsaid(advertised.rx_power_monitor, limits.rx_power.has_value());
    for (auto monitor : {&Advertisement::aux1_monitor, &Advertisement::aux2_monitor, &Advertisement::aux3_monitor,
                         &Advertisement::custom_monitor}) {
        set_if_unsaid(advertised.*monitor, false);
    }
    set_if_unsaid(advertised.rx_power_kind, RxPowerKind::average);
}

void advertise_flags(Module& module) {
    for (auto flag :
         {&Advertisement::tx_fault_flag, &Advertisement::tx_los_flag, &Advertisement::tx_lol_flag,
          &Advertisement::tx_adaptive_eq_fault_flag, &Advertisement::rx_los_flag, &Advertisement::rx_lol_flag}) {
        set_if_unsaid(module.advertisement.*flag, true);
    }
}

bool has_monitors(const Module& module) {
    const Advertisement& advertised = module.advertisement;
    return advertised.temperature_monitor.value_or(false) || advertised.supply_voltage_monitor.value_or(false) ||
           advertised.tx_bias_monitor.value_or(false) || advertised.tx_power_monitor.value_or(false) ||
           advertised.rx_power_monitor.value_or(false);
}

// 16 bits of 2 uA end at 131 mA; the multiplier stretches that.
void choose_bias_multiplier(Module& module) {
    constexpr double unmultiplied = 0.13107;
    double most = 0;
    for (const Lane& lane : module.live.lanes) {
        most = std::max(most, lane.tx_bias.value_or(Amperes{}).value);
    }
    if (module.thresholds.tx_bias) {
        most = std::max(most, module.thresholds.tx_bias->high_alarm.value);
    }
    const std::uint8_t code = most > 2 * unmultiplied ? 2 : (most > unmultiplied ? 1 : 0);
    set_if_unsaid(module.advertisement.tx_bias_multiplier_code, code);
}

void choose_banks(Module& module) {
    std::size_t highest = 0;
    for (std::size_t lane = 0; lane < max_lanes; ++lane) {
        const Lane& values = module.live.lanes[lane];
        if (values.rx_power || values.tx_power || values.tx_bias || values.data_path_state) {
            highest = lane;
        }
    }
    const std::size_t bank = highest / lanes_per_bank;
    set_if_unsaid<std::uint8_t>(module.advertisement.banks_code, bank == 0 ? 0 : (bank == 1 ? 1 : 2));
}

// The first application runs on all the lanes that it may start on.
void run_first_application(Module& module) {
    const ApplicationDescriptor* descriptor = application_at(module, 0);
    if (descriptor == nullptr) {
        return;
    }
    const unsigned lanes = host_lanes(*descriptor);
    for (unsigned first = 0, next_free = 0; first + lanes <= lanes_per_bank; ++first) {
        if ((descriptor->host_lane_starts & (1U << first)) == 0 || first < next_free) {
            continue;
        }
        next_free = first + lanes;
        for (unsigned lane = first; lane < next_free; ++lane) {
            LaneControls& controls = module.controls.lanes[lane];
            controls.application = 1;
            controls.data_path_id = static_cast<std::uint8_t>(first);
            controls.active_application = 1;
            controls.active_data_path_id = static_cast<std::uint8_t>(first);
            set_if_unsaid(module.live.lanes[lane].data_path_state, DataPathState::activated);
        }
    }
}

void complete_sff8636(Module& module) {
    constexpr std::uint8_t revision_2_8 = 8;
    set_if_unsaid(module.identity.revision_compliance, revision_2_8);
    if (media_type(module) == MediaType::passive_copper) {
        return;
    }
    advertise_monitors(module);
    set_if_unsaid(module.advertisement.tx_fault_flag, true);
    set_if_unsaid(module.advertisement.tx_los_flag, true);
}

void complete_cmis(Module& module) {
    constexpr std::uint8_t revision_5_0 = 0x50;
    set_if_unsaid(module.identity.revision_compliance, revision_5_0);
    set_if_unsaid(module.live.module_state, ModuleState::ready);
    if (*module.identity.flat_memory) {
        return;
    }
    advertise_monitors(module);
    advertise_flags(module);
    choose_bias_multiplier(module);
    choose_banks(module);
    if (*module.live.module_state == ModuleState::ready) {
        run_first_application(module);
    }
}

}  // namespace

void complete(Module& module) {
    const bool simple =
        media_type(module) == MediaType::passive_copper && !has_monitors(module) && !has_thresholds(module.thresholds);
    set_if_unsaid(module.identity.flat_memory, simple);
    if (module.memory_model == MemoryModelId::cmis) {
        complete_cmis(module);
    } else {
        complete_sff8636(module);
    }
}

}  // namespace opticward::cmis
