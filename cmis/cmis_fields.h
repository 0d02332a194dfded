// The memory map of CMIS 4.0 to 5.3: QSFP-DD, OSFP, QSFP with identifier 1Eh and their relatives. Table numbers are
// those of CMIS 5.0. The order of the table is the order of decoding: advertisements stand before what they gate.
#pragma once

#include "cmis/conditions.h"
#include "cmis/field.h"
#include "cmis/memory_model.h"

#include <array>

namespace opticward::cmis {

namespace cmis_map {

inline constexpr unsigned lanes = lanes_per_bank;
inline constexpr Packing bit_per_lane{};
inline constexpr Packing nibble_per_lane{.width = 4, .stride = 4};
inline constexpr Packing two_bits_per_lane{.width = 2, .stride = 2};
// DPConfig bytes: AppSelCode 7-4, DataPathID 3-1, ExplicitControl 0.
inline constexpr Packing application{.width = 4, .stride = 8, .first = 4};
inline constexpr Packing data_path{.width = 3, .stride = 8, .first = 1};
inline constexpr Packing explicit_control{.width = 1, .stride = 8, .first = 0};
// Application descriptors: lane counts share a byte.
inline constexpr Packing host_count{.width = 4, .stride = 32, .first = 4};
inline constexpr Packing media_count{.width = 4, .stride = 32, .first = 0};

inline constexpr std::string_view management = "CMIS 8.2.1, table 8-4";
inline constexpr std::string_view status = "CMIS table 8-5, 8-6";
inline constexpr std::string_view flags = "CMIS table 8-8";
inline constexpr std::string_view monitors = "CMIS table 8-9";
inline constexpr std::string_view controls = "CMIS table 8-10";
inline constexpr std::string_view masks = "CMIS table 8-11";
inline constexpr std::string_view cdb_status = "CMIS table 8-12";
inline constexpr std::string_view firmware = "CMIS table 8-14";
inline constexpr std::string_view fault = "CMIS table 8-15";
inline constexpr std::string_view media_type = "CMIS table 8-20";
inline constexpr std::string_view applications = "CMIS table 8-21, 8-22";
inline constexpr std::string_view page_00h = "CMIS table 8-24";
inline constexpr std::string_view page_00h_power = "CMIS table 8-29";
inline constexpr std::string_view page_00h_media = "CMIS table 8-30 to 8-35";
inline constexpr std::string_view page_01h = "CMIS table 8-37";
inline constexpr std::string_view lengths = "CMIS table 8-39";
inline constexpr std::string_view wavelength = "CMIS table 8-40";
inline constexpr std::string_view pages = "CMIS table 8-41";
inline constexpr std::string_view characteristics = "CMIS table 8-42 to 8-44";
inline constexpr std::string_view control_options = "CMIS table 8-45";
inline constexpr std::string_view flag_options = "CMIS table 8-46";
inline constexpr std::string_view monitor_options = "CMIS table 8-47";
inline constexpr std::string_view signal_integrity = "CMIS table 8-48";
inline constexpr std::string_view cdb = "CMIS table 8-49";
inline constexpr std::string_view durations = "CMIS table 8-50";
inline constexpr std::string_view page_02h = "CMIS table 8-53, 8-54";
inline constexpr std::string_view page_10h = "CMIS table 8-60 to 8-67";
inline constexpr std::string_view lane_masks = "CMIS table 8-68";
inline constexpr std::string_view lane_status = "CMIS table 8-69 to 8-71";
inline constexpr std::string_view lane_flags = "CMIS table 8-72 to 8-74";
inline constexpr std::string_view lane_monitors = "CMIS table 8-75";
inline constexpr std::string_view configuration = "CMIS table 8-76";
inline constexpr std::string_view active_set = "CMIS table 8-77 to 8-80";
inline constexpr std::string_view lane_mapping = "CMIS table 8-81";

}  // namespace cmis_map

inline constexpr auto cmis_fields = std::to_array<FieldRow>({
    // Lower memory: management characteristics.
    field<Byte<Code<CodeTable::identifier>>, &Identity::identifier>(lower(0), "SFF8024Identifier")
        .cite(cmis_map::management),
    field<Byte<std::uint8_t>, &Identity::revision_compliance>(lower(1), "CmisRevision").cite(cmis_map::management),
    bit<&Identity::flat_memory>(lower(2), 7, "MemoryModel").cite(cmis_map::management),
    bit<&Advertisement::stepped_configuration_only>(lower(2), 6, "SteppedConfigOnly").cite(cmis_map::management),
    bits<&Advertisement::max_speed_code>(lower(2), 3, 2, "MciMaxSpeed").cite(cmis_map::management),
    bits<&Advertisement::auto_commissioning>(lower(2), 1, 0, "AutoCommissioning")
        .single_source().cite(cmis_map::management),

    // Page 00h.
    field<Byte<Code<CodeTable::identifier>>, &Identity::identifier_copy>(upper(0, 128), "SFF8024IdentifierCopy")
        .cite(cmis_map::page_00h),
    field<Text<16>, &Identity::vendor_name>(upper(0, 129), "VendorName").cite(cmis_map::page_00h),
    field<RawBytes<3>, &Identity::vendor_oui>(upper(0, 145), "VendorOUI").cite(cmis_map::page_00h),
    field<Text<16>, &Identity::part_number>(upper(0, 148), "VendorPN").cite(cmis_map::page_00h),
    field<Text<2>, &Identity::revision>(upper(0, 164), "VendorRev").cite(cmis_map::page_00h),
    field<Text<16>, &Identity::serial_number>(upper(0, 166), "VendorSN").cite(cmis_map::page_00h),
    field<Text<8>, &Identity::date_code>(upper(0, 182), "DateCode").cite(cmis_map::page_00h),
    field<Text<10>, &Identity::clei_code>(upper(0, 190), "CLEICode").cite(cmis_map::page_00h),
    bits<&Identity::power_class_code>(upper(0, 200), 7, 5, "ModulePowerClass").cite(cmis_map::page_00h_power),
    field<quarter_watt, &Identity::max_power>(upper(0, 201), "MaxPower").cite(cmis_map::page_00h_power),
    field<cable_length, &Identity::cable_assembly_length>(upper(0, 202), "CableAssemblyLinkLength")
        .cite(cmis_map::page_00h_media),
    field<Byte<Code<CodeTable::connector>>, &Identity::connector>(upper(0, 203), "ConnectorType")
        .cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_5_ghz>(upper(0, 204), "AttenuationAt5GHz")
        .cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_7_ghz>(upper(0, 205), "AttenuationAt7GHz")
        .cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_12_9_ghz>(upper(0, 206), "AttenuationAt12p9GHz")
        .cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_25_8_ghz>(upper(0, 207), "AttenuationAt25p8GHz")
        .cite(cmis_map::page_00h_media),
    field<one_decibel, &Identity::attenuation_53_ghz>(upper(0, 208), "AttenuationAt53p125GHz")
        .single_source().cite(cmis_map::page_00h_media),
    field<Byte<std::uint8_t>, &Identity::media_lanes_unsupported>(upper(0, 210), "MediaLaneUnsupported")
        .cite(cmis_map::page_00h_media),
    bits<&Identity::far_end_code>(upper(0, 211), 4, 0, "FarEndConfiguration").cite(cmis_map::page_00h_media),
    field<Byte<Code<CodeTable::media_technology_cmis>>, &Identity::media_technology>(
        upper(0, 212), "MediaInterfaceTechnology").cite(cmis_map::page_00h_media),
    field<RawBytes<32>, &Identity::vendor_specific>(upper(0, 223), "Custom").vendor().cite(cmis_map::page_00h),

    // Lower memory: the applications, and what else is fixed.
    field<Byte<Code<CodeTable::media_type>>, &Identity::media_type>(lower(85), "MediaType")
        .cite(cmis_map::media_type),
    each<Byte<Code<CodeTable::host_interface>>, &Identity::applications, &ApplicationDescriptor::host_interface>(
        lower(86), "HostInterfaceID", 8, 4).cite(cmis_map::applications),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::media_interface>(
        lower(87), "MediaInterfaceID", 8, 4).cite(cmis_map::applications),
    each_packed<&Identity::applications, &ApplicationDescriptor::host_lanes>(
        lower(88), "HostLaneCount", 8, cmis_map::host_count).cite(cmis_map::applications),
    each_packed<&Identity::applications, &ApplicationDescriptor::media_lanes>(
        lower(88), "MediaLaneCount", 8, cmis_map::media_count).cite(cmis_map::applications),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::host_lane_starts>(
        lower(89), "HostLaneAssignmentOptions", 8, 4).cite(cmis_map::applications),
    field<Byte<std::uint8_t>, &Identity::active_firmware_major>(lower(39), "ModuleActiveFirmwareMajorRevision")
        .cite(cmis_map::firmware),
    field<Byte<std::uint8_t>, &Identity::active_firmware_minor>(lower(40), "ModuleActiveFirmwareMinorRevision")
        .cite(cmis_map::firmware),

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
        .single_source().cite(cmis_map::pages),
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
        .single_source().cite(cmis_map::characteristics),
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
    bit<&Advertisement::tx_force_squelch>(upper(1, 155), 3, "ForcedSquelchTxSupported")
        .cite(cmis_map::control_options),
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
    bit<&Advertisement::tx_bias_monitor>(upper(1, 160), 0, "BiasCurrentTxMonSupported")
        .cite(cmis_map::monitor_options),
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
    bit<&Advertisement::unidirectional_reconfiguration>(upper(1, 162), 6, "UnidirReconfigSupported")
        .cite(cmis_map::signal_integrity),
    bit<&Advertisement::staged_set_1>(upper(1, 162), 5, "StagedControlSet1Supported")
        .cite(cmis_map::signal_integrity),
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
    bits<&Advertisement::max_module_power_up>(upper(1, 167), 3, 0, "MaxDurationModulePwrUp")
        .cite(cmis_map::durations),
    bits<&Advertisement::max_tx_turn_off>(upper(1, 168), 7, 4, "MaxDurationDPTxTurnOff").cite(cmis_map::durations),
    bits<&Advertisement::max_tx_turn_on>(upper(1, 168), 3, 0, "MaxDurationDPTxTurnOn").cite(cmis_map::durations),
    bits<&Advertisement::page_change_code>(upper(1, 169), 3, 0, "MaxDurationBPC")
        .single_source().cite(cmis_map::durations),
    bits<&Advertisement::normalized_application_banks>(upper(1, 175), 3, 0, "NADBanksSupported")
        .single_source().cite(cmis_map::page_01h),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::media_lane_starts>(
        upper(1, 176), "MediaLaneAssignmentOptions", 15).cite(cmis_map::applications),
    each<Byte<Code<CodeTable::host_interface>>, &Identity::applications, &ApplicationDescriptor::host_interface>(
        upper(1, 223), "HostInterfaceID (9-15)", 7, 4).from_element(8).cite(cmis_map::applications),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::media_interface>(
        upper(1, 224), "MediaInterfaceID (9-15)", 7, 4).from_element(8).cite(cmis_map::applications),
    each_packed<&Identity::applications, &ApplicationDescriptor::host_lanes>(
        upper(1, 225), "HostLaneCount (9-15)", 7, cmis_map::host_count).from_element(8).cite(cmis_map::applications),
    each_packed<&Identity::applications, &ApplicationDescriptor::media_lanes>(
        upper(1, 225), "MediaLaneCount (9-15)", 7, cmis_map::media_count)
        .from_element(8).cite(cmis_map::applications),
    each<Byte<std::uint8_t>, &Identity::applications, &ApplicationDescriptor::host_lane_starts>(
        upper(1, 226), "HostLaneAssignmentOptions (9-15)", 7, 4).from_element(8).cite(cmis_map::applications),
    bits<&Advertisement::read_length_code>(upper(1, 251), 1, 0, "ReadLengthSupported")
        .single_source().cite(cmis_map::page_01h),
    bit<&Advertisement::host_lane_switching>(upper(1, 252), 7, "HostLaneSwitchingSupported")
        .single_source().cite(cmis_map::page_01h),
    bit<&Advertisement::link_training>(upper(1, 252), 6, "LinkTrainingSupported")
        .single_source().cite(cmis_map::page_01h),

    // Page 02h: thresholds.
    limits<signed_256th_celsius, &Thresholds::temperature>(upper(2, 128), "TempMonThresholds")
        .when(offered<&Advertisement::temperature_monitor>, "01h:159.0").cite(cmis_map::page_02h),
    limits<hundred_microvolts, &Thresholds::supply_voltage>(upper(2, 136), "VccMonThresholds")
        .when(offered<&Advertisement::supply_voltage_monitor>, "01h:159.1").cite(cmis_map::page_02h),
    limits<signed_word, &Thresholds::aux1>(upper(2, 144), "Aux1MonThresholds")
        .when(offered<&Advertisement::aux1_monitor>, "01h:159.2").cite(cmis_map::page_02h),
    limits<signed_word, &Thresholds::aux2>(upper(2, 152), "Aux2MonThresholds")
        .when(offered<&Advertisement::aux2_monitor>, "01h:159.3").cite(cmis_map::page_02h),
    limits<signed_word, &Thresholds::aux3>(upper(2, 160), "Aux3MonThresholds")
        .when(offered<&Advertisement::aux3_monitor>, "01h:159.4").cite(cmis_map::page_02h),
    limits<signed_word, &Thresholds::custom>(upper(2, 168), "CustomMonThresholds")
        .when(offered<&Advertisement::custom_monitor>, "01h:159.5").vendor().cite(cmis_map::page_02h),
    limits<tenth_microwatt, &Thresholds::tx_power>(upper(2, 176), "OpticalPowerTxThresholds")
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1").cite(cmis_map::page_02h),
    limits<two_microamperes, &Thresholds::tx_bias>(upper(2, 184), "BiasCurrentTxThresholds")
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0").times(tx_bias_multiplier)
        .cite(cmis_map::page_02h),
    limits<tenth_microwatt, &Thresholds::rx_power>(upper(2, 192), "OpticalPowerRxThresholds")
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2").cite(cmis_map::page_02h),

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
        .when(offered<&Advertisement::temperature_monitor>, "01h:159.0").cite(cmis_map::monitors),
    field<hundred_microvolts, &Live::supply_voltage>(lower(16), "VccMonVoltage")
        .when(offered<&Advertisement::supply_voltage_monitor>, "01h:159.1").cite(cmis_map::monitors),
    field<signed_word, &Live::aux1>(lower(18), "Aux1MonValue")
        .when(offered<&Advertisement::aux1_monitor>, "01h:159.2").cite(cmis_map::monitors),
    field<signed_word, &Live::aux2>(lower(20), "Aux2MonValue")
        .when(offered<&Advertisement::aux2_monitor>, "01h:159.3").cite(cmis_map::monitors),
    field<signed_word, &Live::aux3>(lower(22), "Aux3MonValue")
        .when(offered<&Advertisement::aux3_monitor>, "01h:159.4").cite(cmis_map::monitors),
    field<signed_word, &Live::custom>(lower(24), "CustomMonValue")
        .when(offered<&Advertisement::custom_monitor>, "01h:159.5").vendor().cite(cmis_map::monitors),

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

    // Page 10h: what the host has set, lane by lane.
    each_packed<&Controls::lanes, &LaneControls::data_path_deinit>(upper(0x10, 128), "DPDeinitLane", cmis_map::lanes,
                                                                  cmis_map::bit_per_lane)
        .when(is_cmis_4_or_later, "CMIS 4.0 or later").in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_polarity_flip>(upper(0x10, 129), "InputPolarityFlipTx",
                                                                  cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_disable>(upper(0x10, 130), "OutputDisableTx", cmis_map::lanes,
                                                            cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_squelch_disable>(upper(0x10, 131), "AutoSquelchDisableTx",
                                                                    cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_force_squelch>(upper(0x10, 132), "OutputSquelchForceTx",
                                                                  cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_eq_freeze>(upper(0x10, 134), "AdaptiveInputEqFreezeTx",
                                                              cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_eq_store>(upper(0x10, 135), "AdaptiveInputEqStoreTx",
                                                             cmis_map::lanes, cmis_map::two_bits_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_polarity_flip>(upper(0x10, 137), "OutputPolarityFlipRx",
                                                                  cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_output_disable>(upper(0x10, 138), "OutputDisableRx",
                                                                   cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_squelch_disable>(upper(0x10, 139), "AutoSquelchDisableRx",
                                                                    cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    untouched(upper(0x10, 143), 1, "ApplyDPInitLane").in_each_bank().never_write().cite(cmis_map::page_10h),
    untouched(upper(0x10, 144), 1, "ApplyImmediateLane").in_each_bank().never_write().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::application>(upper(0x10, 145), "DPConfigLane AppSelCode",
                                                             cmis_map::lanes, cmis_map::application)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::data_path_id>(upper(0x10, 145), "DPConfigLane DataPathID",
                                                              cmis_map::lanes, cmis_map::data_path)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::explicit_control>(upper(0x10, 145), "DPConfigLane ExplicitControl",
                                                                  cmis_map::lanes, cmis_map::explicit_control)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_adaptive_eq>(upper(0x10, 153), "AdaptiveInputEqEnableTx",
                                                                cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_eq_recall>(upper(0x10, 154), "AdaptiveInputEqRecallTx",
                                                              cmis_map::lanes, cmis_map::two_bits_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_input_eq>(upper(0x10, 156), "FixedInputEqTargetTx",
                                                             cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_cdr>(upper(0x10, 160), "CDREnableTx", cmis_map::lanes,
                                                        cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_cdr>(upper(0x10, 161), "CDREnableRx", cmis_map::lanes,
                                                        cmis_map::bit_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_output_emphasis>(upper(0x10, 162), "OutputEqPreCursorTargetRx",
                                                                    cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_post_cursor>(upper(0x10, 166), "OutputEqPostCursorTargetRx",
                                                                cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_output_amplitude>(upper(0x10, 170), "OutputAmplitudeTargetRx",
                                                                     cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank().control().cite(cmis_map::page_10h),
    untouched(upper(0x10, 176), 2, "ApplyUnidirectional").in_each_bank().never_write().cite(cmis_map::page_10h),
    untouched(upper(0x10, 178), 35, "StagedControlSet1").in_each_bank().control().cite(cmis_map::page_10h),
    field<RawBytes<20>, &Controls::lane_masks>(upper(0x10, 213), "LaneMasks").control().cite(cmis_map::lane_masks),
    untouched(upper(0x10, 240), 16, "Custom (10h)").in_each_bank().vendor().cite(cmis_map::page_10h),

    // Page 11h: lane status.
    each_packed<&Live::lanes, &Lane::data_path_state>(upper(0x11, 128), "DPStateHostLane", cmis_map::lanes,
                                                     cmis_map::nibble_per_lane)
        .when(is_paged, "paged").in_each_bank().cite(cmis_map::lane_status),
    each_packed<&Live::lanes, &Lane::rx_output_valid>(upper(0x11, 132), "OutputStatusRx", cmis_map::lanes,
                                                     cmis_map::bit_per_lane)
        .when(is_paged, "paged").in_each_bank().cite(cmis_map::lane_status),
    each_packed<&Live::lanes, &Lane::tx_output_valid>(upper(0x11, 133), "OutputStatusTx", cmis_map::lanes,
                                                     cmis_map::bit_per_lane)
        .when(is_paged, "paged").in_each_bank().cite(cmis_map::lane_status),
    lane_flag<LaneFlag::data_path_state_changed>(upper(0x11, 134), "DPStateChangedFlag", cmis_map::lanes,
                                                 cmis_map::bit_per_lane)
        .when(is_paged, "paged").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_fault>(upper(0x11, 135), "FailureFlagTx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_fault_flag>, "01h:157.0").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_los>(upper(0x11, 136), "LOSFlagTx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_los_flag>, "01h:157.1").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_lol>(upper(0x11, 137), "CDRLOLFlagTx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_lol_flag>, "01h:157.2").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_adaptive_eq_fault>(upper(0x11, 138), "AdaptiveInputEqFailFlagTx", cmis_map::lanes,
                                              cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_adaptive_eq_fault_flag>, "01h:157.3")
        .in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_power_high_alarm>(upper(0x11, 139), "OpticalPowerHighAlarmFlagTx", cmis_map::lanes,
                                             cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_power_low_alarm>(upper(0x11, 140), "OpticalPowerLowAlarmFlagTx", cmis_map::lanes,
                                            cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_power_high_warning>(upper(0x11, 141), "OpticalPowerHighWarningFlagTx", cmis_map::lanes,
                                               cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_power_low_warning>(upper(0x11, 142), "OpticalPowerLowWarningFlagTx", cmis_map::lanes,
                                              cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_bias_high_alarm>(upper(0x11, 143), "BiasCurrentHighAlarmFlagTx", cmis_map::lanes,
                                            cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_bias_low_alarm>(upper(0x11, 144), "BiasCurrentLowAlarmFlagTx", cmis_map::lanes,
                                           cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_bias_high_warning>(upper(0x11, 145), "BiasCurrentHighWarningFlagTx", cmis_map::lanes,
                                              cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_bias_low_warning>(upper(0x11, 146), "BiasCurrentLowWarningFlagTx", cmis_map::lanes,
                                             cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_los>(upper(0x11, 147), "LOSFlagRx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_los_flag>, "01h:158.1").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_lol>(upper(0x11, 148), "CDRLOLFlagRx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_lol_flag>, "01h:158.2").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_power_high_alarm>(upper(0x11, 149), "OpticalPowerHighAlarmFlagRx", cmis_map::lanes,
                                             cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_power_low_alarm>(upper(0x11, 150), "OpticalPowerLowAlarmFlagRx", cmis_map::lanes,
                                            cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_power_high_warning>(upper(0x11, 151), "OpticalPowerHighWarningFlagRx", cmis_map::lanes,
                                               cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_power_low_warning>(upper(0x11, 152), "OpticalPowerLowWarningFlagRx", cmis_map::lanes,
                                              cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2").in_each_bank().cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_output_changed>(upper(0x11, 153), "OutputStatusChangedFlagRx", cmis_map::lanes,
                                           cmis_map::bit_per_lane)
        .when(is_paged, "paged").in_each_bank().cite(cmis_map::lane_flags),
    each<tenth_microwatt, &Live::lanes, &Lane::tx_power>(upper(0x11, 154), "OpticalPowerTx", cmis_map::lanes)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1").in_each_bank().cite(cmis_map::lane_monitors),
    each<two_microamperes, &Live::lanes, &Lane::tx_bias>(upper(0x11, 170), "BiasCurrentTx", cmis_map::lanes)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0").times(tx_bias_multiplier)
        .in_each_bank().cite(cmis_map::lane_monitors),
    each<tenth_microwatt, &Live::lanes, &Lane::rx_power>(upper(0x11, 186), "OpticalPowerRx", cmis_map::lanes)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2").in_each_bank().cite(cmis_map::lane_monitors),
    each_packed<&Live::lanes, &Lane::configuration_status>(upper(0x11, 202), "ConfigStatusLane", cmis_map::lanes,
                                                          cmis_map::nibble_per_lane)
        .when(is_paged, "paged").in_each_bank().cite(cmis_map::configuration),
    each_packed<&Controls::lanes, &LaneControls::active_application>(upper(0x11, 206), "ActiveDPConfig AppSelCode",
                                                                    cmis_map::lanes, cmis_map::application)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_data_path_id>(upper(0x11, 206), "ActiveDPConfig DataPathID",
                                                                     cmis_map::lanes, cmis_map::data_path)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_explicit_control>(
        upper(0x11, 206), "ActiveDPConfig ExplicitControl", cmis_map::lanes, cmis_map::explicit_control)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_tx_adaptive_eq>(
        upper(0x11, 214), "ActiveAdaptiveInputEqEnableTx", cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_tx_eq_recall>(
        upper(0x11, 215), "ActiveAdaptiveInputEqRecallTx", cmis_map::lanes, cmis_map::two_bits_per_lane)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_tx_input_eq>(
        upper(0x11, 217), "ActiveFixedInputEqTargetTx", cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_tx_cdr>(upper(0x11, 221), "ActiveCDREnableTx",
                                                               cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_rx_cdr>(upper(0x11, 222), "ActiveCDREnableRx",
                                                               cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_rx_pre_cursor>(
        upper(0x11, 223), "ActiveOutputEqPreCursorTargetRx", cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_rx_post_cursor>(
        upper(0x11, 227), "ActiveOutputEqPostCursorTargetRx", cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank().cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_rx_amplitude>(
        upper(0x11, 231), "ActiveOutputAmplitudeTargetRx", cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank().cite(cmis_map::active_set),
    field<Byte<std::uint8_t>, &Controls::data_path_init_pending>(upper(0x11, 235), "DPInitPendingLane")
        .cite(cmis_map::lane_status),
    each<Byte<std::uint8_t>, &Controls::lanes, &LaneControls::tx_lane_map>(upper(0x11, 240), "MediaLaneToMediaWavelengthTx",
                                                                          cmis_map::lanes)
        .in_each_bank().cite(cmis_map::lane_mapping),
    each<Byte<std::uint8_t>, &Controls::lanes, &LaneControls::rx_lane_map>(upper(0x11, 248), "MediaLaneToMediaWavelengthRx",
                                                                          cmis_map::lanes)
        .in_each_bank().cite(cmis_map::lane_mapping),
});

inline constexpr auto cmis_checksums = std::to_array<ChecksumRow>({
    {"page 00h", upper_page(0), 128, 221, 222, "CMIS table 8-24 (PageChecksum)"},
    // Bytes 128 and 129 change with a firmware update and are left out.
    {"page 01h", upper_page(1), 130, 254, 255, "CMIS table 8-37 (PageChecksum)"},
    {"page 02h", upper_page(2), 128, 254, 255, "CMIS table 8-53 (PageChecksum)"},
});

}  // namespace opticward::cmis
