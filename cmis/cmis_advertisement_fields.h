// CMIS page 01h: what the module says it can do.
#pragma once

#include "cmis/cmis_map.h"
#include "cmis/conditions.h"
#include "cmis/field.h"

#include <array>

namespace opticward::cmis {

inline constexpr auto cmis_advertisement_fields = std::to_array<FieldRow>({
    // Page 01h: advertisements.
    field<Byte<std::uint8_t>, &Identity::inactive_firmware_major>(upper(1, 128), "ModuleInactiveFirmwareMajorRevision")
        .cite(cmis_map::page_01h),
    field<Byte<std::uint8_t>, &Identity::inactive_firmware_minor>(upper(1, 129), "ModuleInactiveFirmwareMinorRevision")
        .cite(cmis_map::page_01h),
    field<Byte<std::uint8_t>, &Identity::hardware_major>(upper(1, 130), "ModuleHardwareMajorRevision")
        .cite(cmis_map::page_01h),
    field<Byte<std::uint8_t>, &Identity::hardware_minor>(upper(1, 131), "ModuleHardwareMinorRevision")
        .cite(cmis_map::page_01h),
    field<smf_length, &Identity::smf_length>(upper(1, 132), "LengthSMF").cite(cmis_map::lengths),
    field<two_meters, &Identity::om5_length>(upper(1, 133), "LengthOM5").cite(cmis_map::lengths),
    field<two_meters, &Identity::om4_length>(upper(1, 134), "LengthOM4").cite(cmis_map::lengths),
    field<two_meters, &Identity::om3_length>(upper(1, 135), "LengthOM3").cite(cmis_map::lengths),
    field<one_meter, &Identity::om2_length>(upper(1, 136), "LengthOM2").cite(cmis_map::lengths),
    field<twentieth_nanometer, &Identity::wavelength>(upper(1, 138), "NominalWavelength").cite(cmis_map::wavelength),
    field<two_hundredth_nanometer, &Identity::wavelength_tolerance>(upper(1, 140), "WavelengthTolerance")
        .cite(cmis_map::wavelength),
    bit<&Advertisement::network_path_pages>(upper(1, 142), 7, "NetworkPathPagesSupported").cite(cmis_map::pages),
    bit<&Advertisement::vdm_pages>(upper(1, 142), 6, "VDMPagesSupported").cite(cmis_map::pages),
    bit<&Advertisement::diagnostics_pages>(upper(1, 142), 5, "DiagnosticPagesSupported").cite(cmis_map::pages),
    bit<&Advertisement::coherent_pages>(upper(1, 142), 4, "CoherentPagesSupported")
        .single_source()
        .cite(cmis_map::pages),
    bit<&Advertisement::page_05h>(upper(1, 142), 3, "Page05hSupported").cite(cmis_map::pages),
    bit<&Advertisement::user_page_03h>(upper(1, 142), 2, "Page03hSupported").cite(cmis_map::pages),
    bits<&Advertisement::banks_code>(upper(1, 142), 1, 0, "BanksSupported").cite(cmis_map::pages),
    field<mantissa_exponent_microseconds, &Advertisement::module_select_wait>(upper(1, 143), "ModSelWaitTime")
        .cite(cmis_map::durations),
    bits<&Advertisement::max_data_path_deinit>(upper(1, 144), 7, 4, "MaxDurationDPDeinit").cite(cmis_map::durations),
    bits<&Advertisement::max_data_path_init>(upper(1, 144), 3, 0, "MaxDurationDPInit").cite(cmis_map::durations),
    bit<&Identity::cooled>(upper(1, 145), 7, "CoolingImplemented").cite(cmis_map::characteristics),
    bits<&Advertisement::tx_clocking_groups>(upper(1, 145), 6, 5, "TxInputClockingCapabilities")
        .cite(cmis_map::characteristics),
    bit<&Advertisement::epps>(upper(1, 145), 4, "ePPSSupported").cite(cmis_map::characteristics),
    bit<&Advertisement::latency_page>(upper(1, 145), 3, "TimingPage15hSupported").cite(cmis_map::characteristics),
    bits<&Advertisement::aux3_observable>(upper(1, 145), 2, 2, "Aux3MonObservable").cite(cmis_map::characteristics),
    bits<&Advertisement::aux2_observable>(upper(1, 145), 1, 1, "Aux2MonObservable").cite(cmis_map::characteristics),
    bits<&Advertisement::aux1_observable>(upper(1, 145), 0, 0, "Aux1MonObservable").cite(cmis_map::characteristics),
    field<signed_whole_celsius, &Identity::max_case_temperature>(upper(1, 146), "ModuleTempMax")
        .cite(cmis_map::characteristics),
    field<signed_whole_celsius, &Identity::min_case_temperature>(upper(1, 147), "ModuleTempMin")
        .cite(cmis_map::characteristics),
    field<ten_nanoseconds, &Advertisement::propagation_delay>(upper(1, 148), "PropagationDelay")
        .cite(cmis_map::characteristics),
    field<twenty_millivolts, &Identity::minimum_voltage>(upper(1, 150), "OperatingVoltageMin")
        .cite(cmis_map::characteristics),
    bit<&Identity::apd_detector>(upper(1, 151), 7, "OpticalDetectorType").cite(cmis_map::characteristics),
    bits<&Advertisement::rx_emphasis_type>(upper(1, 151), 6, 5, "RxOutputEqType").cite(cmis_map::characteristics),
    bit<&Advertisement::rx_power_kind>(upper(1, 151), 4, "RxPowerMeasurementType").cite(cmis_map::characteristics),
    bit<&Advertisement::rx_los_type>(upper(1, 151), 3, "RxLOSType").cite(cmis_map::characteristics),
    bit<&Advertisement::fast_rx_los>(upper(1, 151), 2, "RxLOSIsFast").cite(cmis_map::characteristics),
    bits<&Advertisement::tx_disable_behaviour>(upper(1, 151), 1, 0, "TxDisable behaviour")
        .single_source()
        .cite(cmis_map::characteristics),
    field<hundredth_watt, &Identity::cdr_power_saved_per_lane>(upper(1, 152), "CDRPowerSavedPerLane")
        .cite(cmis_map::characteristics),
    bits<&Advertisement::rx_amplitude_codes>(upper(1, 153), 7, 4, "RxOutputLevelSupported")
        .cite(cmis_map::signal_integrity),
    bits<&Advertisement::max_tx_eq>(upper(1, 153), 3, 0, "TxInputEqMax").cite(cmis_map::signal_integrity),
    bits<&Advertisement::max_rx_post_cursor>(upper(1, 154), 7, 4, "RxOutputEqPostCursorMax")
        .cite(cmis_map::signal_integrity),
    bits<&Advertisement::max_rx_pre_cursor>(upper(1, 154), 3, 0, "RxOutputEqPreCursorMax")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::wavelength_control>(upper(1, 155), 7, "WavelengthIsControllable")
        .cite(cmis_map::control_options),
    bit<&Advertisement::tunable_pages>(upper(1, 155), 6, "TransmitterIsTunable").cite(cmis_map::control_options),
    bits<&Advertisement::tx_squelch_method>(upper(1, 155), 5, 4, "SquelchMethodTx").cite(cmis_map::control_options),
    bit<&Advertisement::tx_force_squelch>(upper(1, 155), 3, "ForcedSquelchTxSupported").cite(cmis_map::control_options),
    bit<&Advertisement::tx_squelch_disable>(upper(1, 155), 2, "AutoSquelchDisableTxSupported")
        .cite(cmis_map::control_options),
    bit<&Advertisement::tx_disable>(upper(1, 155), 1, "OutputDisableTxSupported").cite(cmis_map::control_options),
    bit<&Advertisement::tx_polarity_flip>(upper(1, 155), 0, "InputPolarityFlipTxSupported")
        .cite(cmis_map::control_options),
    bit<&Advertisement::bank_broadcast>(upper(1, 156), 7, "BankBroadcastSupported").cite(cmis_map::control_options),
    bit<&Advertisement::rx_squelch_disable>(upper(1, 156), 2, "AutoSquelchDisableRxSupported")
        .cite(cmis_map::control_options),
    bit<&Advertisement::rx_output_disable>(upper(1, 156), 1, "OutputDisableRxSupported")
        .cite(cmis_map::control_options),
    bit<&Advertisement::rx_polarity_flip>(upper(1, 156), 0, "OutputPolarityFlipRxSupported")
        .cite(cmis_map::control_options),
    bit<&Advertisement::tx_adaptive_eq_fault_flag>(upper(1, 157), 3, "AdaptiveInputEqFailFlagTxSupported")
        .cite(cmis_map::flag_options),
    bit<&Advertisement::tx_lol_flag>(upper(1, 157), 2, "CDRLOLFlagTxSupported").cite(cmis_map::flag_options),
    bit<&Advertisement::tx_los_flag>(upper(1, 157), 1, "LOSFlagTxSupported").cite(cmis_map::flag_options),
    bit<&Advertisement::tx_fault_flag>(upper(1, 157), 0, "FailureFlagTxSupported").cite(cmis_map::flag_options),
    bit<&Advertisement::rx_lol_flag>(upper(1, 158), 2, "CDRLOLFlagRxSupported").cite(cmis_map::flag_options),
    bit<&Advertisement::rx_los_flag>(upper(1, 158), 1, "LOSFlagRxSupported").cite(cmis_map::flag_options),
    bit<&Advertisement::custom_monitor>(upper(1, 159), 5, "CustomMonSupported").cite(cmis_map::monitor_options),
    bit<&Advertisement::aux3_monitor>(upper(1, 159), 4, "Aux3MonSupported").cite(cmis_map::monitor_options),
    bit<&Advertisement::aux2_monitor>(upper(1, 159), 3, "Aux2MonSupported").cite(cmis_map::monitor_options),
    bit<&Advertisement::aux1_monitor>(upper(1, 159), 2, "Aux1MonSupported").cite(cmis_map::monitor_options),
    bit<&Advertisement::supply_voltage_monitor>(upper(1, 159), 1, "VccMonSupported").cite(cmis_map::monitor_options),
    bit<&Advertisement::temperature_monitor>(upper(1, 159), 0, "TempMonSupported").cite(cmis_map::monitor_options),
    bits<&Advertisement::tx_bias_multiplier_code>(upper(1, 160), 4, 3, "TxBiasCurrentScalingFactor")
        .cite(cmis_map::monitor_options),
    bit<&Advertisement::rx_power_monitor>(upper(1, 160), 2, "OpticalPowerRxMonSupported")
        .cite(cmis_map::monitor_options),
    bit<&Advertisement::tx_power_monitor>(upper(1, 160), 1, "OpticalPowerTxMonSupported")
        .cite(cmis_map::monitor_options),
    bit<&Advertisement::tx_bias_monitor>(upper(1, 160), 0, "BiasCurrentTxMonSupported").cite(cmis_map::monitor_options),
    bits<&Advertisement::tx_eq_recall_buffers>(upper(1, 161), 6, 5, "TxInputEqRecallBuffersSupported")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::tx_eq_freeze>(upper(1, 161), 4, "TxInputEqFreezeSupported").cite(cmis_map::signal_integrity),
    bit<&Advertisement::tx_eq_adaptive>(upper(1, 161), 3, "TxInputAdaptiveEqSupported")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::tx_eq_fixed>(upper(1, 161), 2, "TxInputEqFixedManualControlSupported")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::tx_cdr_control>(upper(1, 161), 1, "TxCDRBypassControlSupported")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::tx_cdr>(upper(1, 161), 0, "TxCDRSupported").cite(cmis_map::signal_integrity),
    bit<&Advertisement::versatile_control_set>(upper(1, 162), 7, "VersatileControlSetSupported")
        .single_source()
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::unidirectional_reconfiguration>(upper(1, 162), 6, "UnidirReconfigSupported")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::staged_set_1>(upper(1, 162), 5, "StagedControlSet1Supported").cite(cmis_map::signal_integrity),
    bits<&Advertisement::rx_eq_control>(upper(1, 162), 4, 3, "RxOutputEqControlSupported")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::rx_amplitude>(upper(1, 162), 2, "RxOutputAmplitudeControlSupported")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::rx_cdr_control>(upper(1, 162), 1, "RxCDRBypassControlSupported")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::rx_cdr>(upper(1, 162), 0, "RxCDRSupported").cite(cmis_map::signal_integrity),
    bits<&Advertisement::cdb_instances>(upper(1, 163), 7, 6, "CdbInstancesSupported").cite(cmis_map::cdb),
    bit<&Advertisement::cdb_background>(upper(1, 163), 5, "CdbBackgroundModeSupported").cite(cmis_map::cdb),
    bit<&Advertisement::cdb_auto_paging>(upper(1, 163), 4, "CdbAutoPagingSupported").cite(cmis_map::cdb),
    bits<&Advertisement::cdb_epl_pages_code>(upper(1, 163), 3, 0, "CdbMaxPagesEPL").cite(cmis_map::cdb),
    field<Byte<std::uint8_t>, &Advertisement::cdb_length_extension>(upper(1, 164), "CdbReadWriteLengthExtension")
        .cite(cmis_map::cdb),
    bit<&Advertisement::cdb_trigger_method>(upper(1, 165), 7, "CdbCommandTriggerMethod").cite(cmis_map::cdb),
    bits<&Advertisement::cdb_extended_busy_time>(upper(1, 165), 4, 0, "CdbExtMaxBusyTime").cite(cmis_map::cdb),
    bit<&Advertisement::cdb_busy_method>(upper(1, 166), 7, "CdbMaxBusySpecMethod").cite(cmis_map::cdb),
    bits<&Advertisement::cdb_busy_time>(upper(1, 166), 6, 0, "CdbMaxBusyTime").disputed().cite(cmis_map::cdb),
    bits<&Advertisement::max_module_power_down>(upper(1, 167), 7, 4, "MaxDurationModulePwrDn")
        .cite(cmis_map::durations),
    bits<&Advertisement::max_module_power_up>(upper(1, 167), 3, 0, "MaxDurationModulePwrUp").cite(cmis_map::durations),
    bits<&Advertisement::max_tx_turn_off>(upper(1, 168), 7, 4, "MaxDurationDPTxTurnOff").cite(cmis_map::durations),
    bits<&Advertisement::max_tx_turn_on>(upper(1, 168), 3, 0, "MaxDurationDPTxTurnOn").cite(cmis_map::durations),
    bits<&Advertisement::page_change_code>(upper(1, 169), 3, 0, "MaxDurationBPC")
        .single_source()
        .cite(cmis_map::durations),
    bits<&Advertisement::normalized_application_banks>(upper(1, 175), 3, 0, "NADBanksSupported")
        .single_source()
        .cite(cmis_map::page_01h),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::media_lane_starts>(
        upper(1, 176), "MediaLaneAssignmentOptions", 15)
        .cite(cmis_map::applications),
    each<Byte<Code<CodeTable::host_interface>>, &Identity::applications, &ApplicationDescriptor::host_interface>(
        upper(1, 223), "HostInterfaceID (9-15)", 7, 4)
        .from_element(8)
        .cite(cmis_map::applications),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::media_interface>(
        upper(1, 224), "MediaInterfaceID (9-15)", 7, 4)
        .from_element(8)
        .cite(cmis_map::applications),
    each_packed<&Identity::applications, &ApplicationDescriptor::host_lanes>(upper(1, 225), "HostLaneCount (9-15)", 7,
                                                                             cmis_map::host_count)
        .from_element(8)
        .cite(cmis_map::applications),
    each_packed<&Identity::applications, &ApplicationDescriptor::media_lanes>(upper(1, 225), "MediaLaneCount (9-15)", 7,
                                                                              cmis_map::media_count)
        .from_element(8)
        .cite(cmis_map::applications),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::host_lane_starts>(
        upper(1, 226), "HostLaneAssignmentOptions (9-15)", 7, 4)
        .from_element(8)
        .cite(cmis_map::applications),
    bits<&Advertisement::read_length_code>(upper(1, 251), 1, 0, "ReadLengthSupported")
        .single_source()
        .cite(cmis_map::page_01h),
    bit<&Advertisement::host_lane_switching>(upper(1, 252), 7, "HostLaneSwitchingSupported")
        .single_source()
        .cite(cmis_map::page_01h),
    bit<&Advertisement::link_training>(upper(1, 252), 6, "LinkTrainingSupported")
        .single_source()
        .cite(cmis_map::page_01h),
});

}  // namespace opticward::cmis
