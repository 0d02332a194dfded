// CMIS page 02h and lower memory (what changes): thresholds, state, flags, monitors of the module, its controls.
#pragma once

#include "cmis/cmis_map.h"
#include "cmis/conditions.h"
#include "cmis/field.h"

#include <array>

namespace opticward::cmis {

inline constexpr auto cmis_monitor_fields = std::to_array<FieldRow>({
    // Page 02h: thresholds.
    limits<signed_256th_celsius, &Thresholds::temperature>(upper(2, 128), "TempMonThresholds")
        .when(offered<&Advertisement::temperature_monitor>, "01h:159.0")
        .cite(cmis_map::page_02h),
    limits<hundred_microvolts, &Thresholds::supply_voltage>(upper(2, 136), "VccMonThresholds")
        .when(offered<&Advertisement::supply_voltage_monitor>, "01h:159.1")
        .cite(cmis_map::page_02h),
    limits<signed_word, &Thresholds::aux1>(upper(2, 144), "Aux1MonThresholds")
        .when(offered<&Advertisement::aux1_monitor>, "01h:159.2")
        .cite(cmis_map::page_02h),
    limits<signed_word, &Thresholds::aux2>(upper(2, 152), "Aux2MonThresholds")
        .when(offered<&Advertisement::aux2_monitor>, "01h:159.3")
        .cite(cmis_map::page_02h),
    limits<signed_word, &Thresholds::aux3>(upper(2, 160), "Aux3MonThresholds")
        .when(offered<&Advertisement::aux3_monitor>, "01h:159.4")
        .cite(cmis_map::page_02h),
    limits<signed_word, &Thresholds::custom>(upper(2, 168), "CustomMonThresholds")
        .when(offered<&Advertisement::custom_monitor>, "01h:159.5")
        .vendor()
        .cite(cmis_map::page_02h),
    limits<tenth_microwatt, &Thresholds::tx_power>(upper(2, 176), "OpticalPowerTxThresholds")
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1")
        .cite(cmis_map::page_02h),
    limits<two_microamperes, &Thresholds::tx_bias>(upper(2, 184), "BiasCurrentTxThresholds")
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0")
        .times(tx_bias_multiplier)
        .cite(cmis_map::page_02h),
    limits<tenth_microwatt, &Thresholds::rx_power>(upper(2, 192), "OpticalPowerRxThresholds")
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2")
        .cite(cmis_map::page_02h),

    // Lower memory: state, flags, monitors.
    bits<&Live::module_state>(lower(3), 3, 1, "ModuleState").cite(cmis_map::status),
    bit<&Live::interrupt_deasserted>(lower(3), 0, "InterruptDeasserted").cite(cmis_map::status),
    field<RawBytes<4>, &Live::flag_summary>(lower(4), "FlagsSummary").cite(cmis_map::status),
    module_flag<ModuleFlag::cdb_complete_2>(lower(8), 7, "CdbCmdCompleteFlag2").cite(cmis_map::flags),
    module_flag<ModuleFlag::cdb_complete_1>(lower(8), 6, "CdbCmdCompleteFlag1").cite(cmis_map::flags),
    module_flag<ModuleFlag::data_path_firmware_fault>(lower(8), 2, "DataPathFirmwareErrorFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::module_firmware_fault>(lower(8), 1, "ModuleFirmwareErrorFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::module_state_changed>(lower(8), 0, "ModuleStateChangedFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::supply_voltage_low_warning>(lower(9), 7, "VccMonLowWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::supply_voltage_high_warning>(lower(9), 6, "VccMonHighWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::supply_voltage_low_alarm>(lower(9), 5, "VccMonLowAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::supply_voltage_high_alarm>(lower(9), 4, "VccMonHighAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::temperature_low_warning>(lower(9), 3, "TempMonLowWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::temperature_high_warning>(lower(9), 2, "TempMonHighWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::temperature_low_alarm>(lower(9), 1, "TempMonLowAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::temperature_high_alarm>(lower(9), 0, "TempMonHighAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux2_low_warning>(lower(10), 7, "Aux2MonLowWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux2_high_warning>(lower(10), 6, "Aux2MonHighWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux2_low_alarm>(lower(10), 5, "Aux2MonLowAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux2_high_alarm>(lower(10), 4, "Aux2MonHighAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux1_low_warning>(lower(10), 3, "Aux1MonLowWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux1_high_warning>(lower(10), 2, "Aux1MonHighWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux1_low_alarm>(lower(10), 1, "Aux1MonLowAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux1_high_alarm>(lower(10), 0, "Aux1MonHighAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::custom_low_warning>(lower(11), 7, "CustomMonLowWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::custom_high_warning>(lower(11), 6, "CustomMonHighWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::custom_low_alarm>(lower(11), 5, "CustomMonLowAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::custom_high_alarm>(lower(11), 4, "CustomMonHighAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux3_low_warning>(lower(11), 3, "Aux3MonLowWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux3_high_warning>(lower(11), 2, "Aux3MonHighWarningFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux3_low_alarm>(lower(11), 1, "Aux3MonLowAlarmFlag").cite(cmis_map::flags),
    module_flag<ModuleFlag::aux3_high_alarm>(lower(11), 0, "Aux3MonHighAlarmFlag").cite(cmis_map::flags),
    field<signed_256th_celsius, &Live::temperature>(lower(14), "TempMonValue")
        .when(offered<&Advertisement::temperature_monitor>, "01h:159.0")
        .cite(cmis_map::monitors),
    field<hundred_microvolts, &Live::supply_voltage>(lower(16), "VccMonVoltage")
        .when(offered<&Advertisement::supply_voltage_monitor>, "01h:159.1")
        .cite(cmis_map::monitors),
    field<signed_word, &Live::aux1>(lower(18), "Aux1MonValue")
        .when(offered<&Advertisement::aux1_monitor>, "01h:159.2")
        .cite(cmis_map::monitors),
    field<signed_word, &Live::aux2>(lower(20), "Aux2MonValue")
        .when(offered<&Advertisement::aux2_monitor>, "01h:159.3")
        .cite(cmis_map::monitors),
    field<signed_word, &Live::aux3>(lower(22), "Aux3MonValue")
        .when(offered<&Advertisement::aux3_monitor>, "01h:159.4")
        .cite(cmis_map::monitors),
    field<signed_word, &Live::custom>(lower(24), "CustomMonValue")
        .when(offered<&Advertisement::custom_monitor>, "01h:159.5")
        .vendor()
        .cite(cmis_map::monitors),

    // Lower memory: controls, and the rest of the status.
    bit<&Controls::bank_broadcast>(lower(26), 7, "BankBroadcastEnable").control().cite(cmis_map::controls),
    bit<&Controls::low_power_allow_hardware>(lower(26), 6, "LowPwrAllowRequestHW").control().cite(cmis_map::controls),
    bit<&Controls::squelch_average>(lower(26), 5, "SquelchMethodSelect").control().cite(cmis_map::controls),
    bit<&Controls::low_power_request_software>(lower(26), 4, "LowPwrRequestSW").control().cite(cmis_map::controls),
    bit<&Controls::software_reset>(lower(26), 3, "SoftwareReset").control().cite(cmis_map::controls),
    bits<&Controls::custom_control>(lower(26), 2, 0, "Custom control").control().vendor().cite(cmis_map::controls),
    field<RawBytes<6>, &Controls::module_masks>(lower(31), "ModuleMasks").control().cite(cmis_map::masks),
    field<Byte<std::uint8_t>, &Controls::cdb_status_1>(lower(37), "CdbStatus1").cite(cmis_map::cdb_status),
    field<Byte<std::uint8_t>, &Controls::cdb_status_2>(lower(38), "CdbStatus2").cite(cmis_map::cdb_status),
    field<Byte<std::uint8_t>, &Controls::fault_cause>(lower(41), "ModuleFaultCause").cite(cmis_map::fault),
    untouched(lower(42), 4, "MiscStatus").single_source().cite(cmis_map::status),
    untouched(lower(56), 8, "ExtendedModuleInformation").single_source().cite(cmis_map::status),
    untouched(lower(64), 21, "Custom (lower)").vendor().cite(cmis_map::status),
    untouched(lower(118), 4, "PasswordChangeEntryArea").never_write().cite(cmis_map::management),
    untouched(lower(122), 4, "PasswordEntryArea").never_write().cite(cmis_map::management),
    untouched(lower(126), 1, "BankSelect").control().cite(cmis_map::management),
    untouched(lower(127), 1, "PageSelect").control().cite(cmis_map::management),
});

}  // namespace opticward::cmis
