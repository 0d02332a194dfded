#include "cmis/flags.h"

namespace opticward::cmis {

namespace {

constexpr std::array<std::string_view, module_flag_count> module_flag_names{"temperature_high_alarm",
                                                                            "temperature_low_alarm",
                                                                            "temperature_high_warning",
                                                                            "temperature_low_warning",
                                                                            "supply_voltage_high_alarm",
                                                                            "supply_voltage_low_alarm",
                                                                            "supply_voltage_high_warning",
                                                                            "supply_voltage_low_warning",
                                                                            "aux1_high_alarm",
                                                                            "aux1_low_alarm",
                                                                            "aux1_high_warning",
                                                                            "aux1_low_warning",
                                                                            "aux2_high_alarm",
                                                                            "aux2_low_alarm",
                                                                            "aux2_high_warning",
                                                                            "aux2_low_warning",
                                                                            "aux3_high_alarm",
                                                                            "aux3_low_alarm",
                                                                            "aux3_high_warning",
                                                                            "aux3_low_warning",
                                                                            "custom_high_alarm",
                                                                            "custom_low_alarm",
                                                                            "custom_high_warning",
                                                                            "custom_low_warning",
                                                                            "module_state_changed",
                                                                            "module_firmware_fault",
                                                                            "data_path_firmware_fault",
                                                                            "initialization_complete",
                                                                            "data_not_ready",
                                                                            "tc_readiness",
                                                                            "cdb_complete_1",
                                                                            "cdb_complete_2"};

constexpr std::array<std::string_view, lane_flag_count> lane_flag_names{"rx_los",
                                                                        "tx_los",
                                                                        "rx_lol",
                                                                        "tx_lol",
                                                                        "tx_fault",
                                                                        "tx_adaptive_eq_fault",
                                                                        "data_path_state_changed",
                                                                        "rx_output_changed",
                                                                        "rx_power_high_alarm",
                                                                        "rx_power_low_alarm",
                                                                        "rx_power_high_warning",
                                                                        "rx_power_low_warning",
                                                                        "tx_power_high_alarm",
                                                                        "tx_power_low_alarm",
                                                                        "tx_power_high_warning",
                                                                        "tx_power_low_warning",
                                                                        "tx_bias_high_alarm",
                                                                        "tx_bias_low_alarm",
                                                                        "tx_bias_high_warning",
                                                                        "tx_bias_low_warning"};

}  // namespace

std::string_view text(ModuleFlag flag) {
    return module_flag_names[static_cast<std::size_t>(flag) % module_flag_count];
}

std::string_view text(LaneFlag flag) {
    return lane_flag_names[static_cast<std::size_t>(flag) % lane_flag_count];
}

}  // namespace opticward::cmis
