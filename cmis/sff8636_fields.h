// The memory map of SFF-8636 (rev 2.8 to 2.12): QSFP+, QSFP28 and most QSFP56 modules. Table numbers are those of
// SFF-8636 rev 2.10a. The order of the table is the order of decoding: a row that depends on another stands after it.
#pragma once

#include "cmis/conditions.h"
#include "cmis/field.h"
#include "cmis/memory_model.h"

#include <array>

namespace opticward::cmis {

namespace sff8636 {

// Rx, Tx and adaptive-EQ flags: lane 1 in the lowest bit of its nibble.
inline constexpr Packing low_nibble{.width = 1, .stride = 1, .first = 0};
inline constexpr Packing high_nibble{.width = 1, .stride = 1, .first = 4};
// Monitor flags: a nibble per lane, lane 1 in the high nibble of the first byte: high alarm, low alarm, high warning,
// low warning from the top.
consteval Packing monitor_flag(unsigned place) {
    return {.width = 1, .stride = 4, .first = place, .order = BitOrder::high_first};
}
// Settings of page 03h: a nibble per lane, lane 1 in the high nibble of the first byte.
inline constexpr Packing nibbles_high_first{.width = 4, .stride = 4, .order = BitOrder::high_first};
inline constexpr Packing two_bits{.width = 2, .stride = 2};
// One byte per lane, lane 4 first.
inline constexpr Packing bytes_reversed{.width = 8, .stride = 8, .reversed = true};

inline constexpr std::string_view table_6_1 = "SFF-8636 table 6-1";
inline constexpr std::string_view status = "SFF-8636 table 6-2";
inline constexpr std::string_view flags = "SFF-8636 table 6-4 to 6-6";
inline constexpr std::string_view monitors = "SFF-8636 table 6-7, 6-8";
inline constexpr std::string_view controls = "SFF-8636 table 6-9";
inline constexpr std::string_view properties = "SFF-8636 table 6-12, 6-13";
inline constexpr std::string_view page_00h = "SFF-8636 table 6-14";
inline constexpr std::string_view options = "SFF-8636 table 6-22, 6-23";
inline constexpr std::string_view diagnostics = "SFF-8636 table 6-24, 6-25";
inline constexpr std::string_view page_03h = "SFF-8636 table 6-29, 6-30";

}  // namespace sff8636

inline constexpr auto sff8636_fields = std::to_array<FieldRow>({
    // Identity comes first: the medium decides what some bytes mean.
    field<Byte<Code<CodeTable::identifier>>, &Identity::identifier>(lower(0), "Identifier").cite(sff8636::table_6_1),
    field<Byte<std::uint8_t>, &Identity::revision_compliance>(lower(1), "Revision Compliance").cite(sff8636::status),
    bit<&Identity::flat_memory>(lower(2), 2, "Flat_mem").cite(sff8636::status),
    field<Byte<Code<CodeTable::identifier>>, &Identity::identifier_copy>(upper(0, 128), "Identifier (copy)")
        .cite(sff8636::page_00h),
    bits<&Identity::transmitter_technology>(upper(0, 147), 7, 4, "Transmitter technology").cite(sff8636::page_00h),
    field<Byte<Code<CodeTable::connector>>, &Identity::connector>(upper(0, 130), "Connector Type")
        .cite(sff8636::page_00h),

    // Lower memory: status, flags, monitors.
    bit<&Live::interrupt_deasserted>(lower(2), 1, "IntL").cite(sff8636::status),
    module_flag<ModuleFlag::data_not_ready>(lower(2), 0, "Data_Not_Ready").not_latched().cite(sff8636::status),
    lane_flag<LaneFlag::rx_los>(lower(3), "L-Rx LOS", 4, sff8636::low_nibble).cite(sff8636::flags),
    lane_flag<LaneFlag::tx_los>(lower(3), "L-Tx LOS", 4, sff8636::high_nibble).cite(sff8636::flags),
    lane_flag<LaneFlag::tx_fault>(lower(4), "L-Tx Fault", 4, sff8636::low_nibble).cite(sff8636::flags),
    lane_flag<LaneFlag::tx_adaptive_eq_fault>(lower(4), "L-Tx Adapt EQ Fault", 4, sff8636::high_nibble)
        .cite(sff8636::flags),
    lane_flag<LaneFlag::rx_lol>(lower(5), "L-Rx LOL", 4, sff8636::low_nibble).cite(sff8636::flags),
    lane_flag<LaneFlag::tx_lol>(lower(5), "L-Tx LOL", 4, sff8636::high_nibble).cite(sff8636::flags),
    module_flag<ModuleFlag::temperature_high_alarm>(lower(6), 7, "L-Temp High Alarm").cite(sff8636::flags),
    module_flag<ModuleFlag::temperature_low_alarm>(lower(6), 6, "L-Temp Low Alarm").cite(sff8636::flags),
    module_flag<ModuleFlag::temperature_high_warning>(lower(6), 5, "L-Temp High Warning").cite(sff8636::flags),
    module_flag<ModuleFlag::temperature_low_warning>(lower(6), 4, "L-Temp Low Warning").cite(sff8636::flags),
    module_flag<ModuleFlag::tc_readiness>(lower(6), 1, "TC readiness").cite(sff8636::flags),
    module_flag<ModuleFlag::initialization_complete>(lower(6), 0, "Initialization complete").cite(sff8636::flags),
    module_flag<ModuleFlag::supply_voltage_high_alarm>(lower(7), 7, "L-Vcc High Alarm").cite(sff8636::flags),
    module_flag<ModuleFlag::supply_voltage_low_alarm>(lower(7), 6, "L-Vcc Low Alarm").cite(sff8636::flags),
    module_flag<ModuleFlag::supply_voltage_high_warning>(lower(7), 5, "L-Vcc High Warning").cite(sff8636::flags),
    module_flag<ModuleFlag::supply_voltage_low_warning>(lower(7), 4, "L-Vcc Low Warning").cite(sff8636::flags),
    field<Byte<std::uint8_t>, &Controls::vendor_flags>(lower(8), "Vendor flags")
        .clear_on_read()
        .vendor()
        .cite(sff8636::flags),
    lane_flag<LaneFlag::rx_power_high_alarm>(lower(9), "L-Rx Power High Alarm", 4, sff8636::monitor_flag(0))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::rx_power_low_alarm>(lower(9), "L-Rx Power Low Alarm", 4, sff8636::monitor_flag(1))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::rx_power_high_warning>(lower(9), "L-Rx Power High Warning", 4, sff8636::monitor_flag(2))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::rx_power_low_warning>(lower(9), "L-Rx Power Low Warning", 4, sff8636::monitor_flag(3))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::tx_bias_high_alarm>(lower(11), "L-Tx Bias High Alarm", 4, sff8636::monitor_flag(0))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::tx_bias_low_alarm>(lower(11), "L-Tx Bias Low Alarm", 4, sff8636::monitor_flag(1))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::tx_bias_high_warning>(lower(11), "L-Tx Bias High Warning", 4, sff8636::monitor_flag(2))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::tx_bias_low_warning>(lower(11), "L-Tx Bias Low Warning", 4, sff8636::monitor_flag(3))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::tx_power_high_alarm>(lower(13), "L-Tx Power High Alarm", 4, sff8636::monitor_flag(0))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::tx_power_low_alarm>(lower(13), "L-Tx Power Low Alarm", 4, sff8636::monitor_flag(1))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::tx_power_high_warning>(lower(13), "L-Tx Power High Warning", 4, sff8636::monitor_flag(2))
        .cite(sff8636::flags),
    lane_flag<LaneFlag::tx_power_low_warning>(lower(13), "L-Tx Power Low Warning", 4, sff8636::monitor_flag(3))
        .cite(sff8636::flags),
    field<signed_256th_celsius, &Live::temperature>(lower(22), "Temperature").cite(sff8636::monitors),
    field<hundred_microvolts, &Live::supply_voltage>(lower(26), "Supply Voltage").cite(sff8636::monitors),
    field<RawBytes<4>, &Controls::vendor_monitors>(lower(30), "Vendor monitors").vendor().cite(sff8636::monitors),
    each<tenth_microwatt, &Live::lanes, &Lane::rx_power>(lower(34), "Rx Power", 4).cite(sff8636::monitors),
    each<two_microamperes, &Live::lanes, &Lane::tx_bias>(lower(42), "Tx Bias", 4).cite(sff8636::monitors),
    each<tenth_microwatt, &Live::lanes, &Lane::tx_power>(lower(50), "Tx Power", 4).cite(sff8636::monitors),

    // Lower memory: what the host has set.
    each_packed<&Controls::lanes, &LaneControls::tx_disable>(lower(86), "Tx Disable", 4, sff8636::low_nibble)
        .control()
        .cite(sff8636::controls),
    each_packed<&Controls::lanes, &LaneControls::rx_rate_select>(lower(87), "Rx Rate Select", 4, sff8636::two_bits)
        .control()
        .cite(sff8636::controls),
    each_packed<&Controls::lanes, &LaneControls::tx_rate_select>(lower(88), "Tx Rate Select", 4, sff8636::two_bits)
        .control()
        .cite(sff8636::controls),
    each_packed<&Controls::lanes, &LaneControls::rx_application_select>(lower(89), "Rx Application Select", 4,
                                                                        sff8636::bytes_reversed)
        .control()
        .cite(sff8636::controls),
    bit<&Controls::software_reset>(lower(93), 7, "Software reset").control().cite(sff8636::controls),
    bit<&Controls::high_power_class_8>(lower(93), 3, "High Power Class Enable (Class 8)")
        .control()
        .cite(sff8636::controls),
    bit<&Controls::high_power_class_5_to_7>(lower(93), 2, "High Power Class Enable (Classes 5-7)")
        .control()
        .cite(sff8636::controls),
    bit<&Controls::power_set>(lower(93), 1, "Power set").control().cite(sff8636::controls),
    bit<&Controls::power_override>(lower(93), 0, "Power override").control().cite(sff8636::controls),
    each_packed<&Controls::lanes, &LaneControls::tx_application_select>(lower(94), "Tx Application Select", 4,
                                                                        sff8636::bytes_reversed)
        .control()
        .cite(sff8636::controls),
    each_packed<&Controls::lanes, &LaneControls::rx_cdr>(lower(98), "Rx CDR control", 4, sff8636::low_nibble)
        .control()
        .cite(sff8636::controls),
    each_packed<&Controls::lanes, &LaneControls::tx_cdr>(lower(98), "Tx CDR control", 4, sff8636::high_nibble)
        .control()
        .cite(sff8636::controls),
    bit<&Controls::lp_mode_tx_dis_function>(lower(99), 1, "LPMode/TxDis control").control().cite(sff8636::controls),
    bit<&Controls::intl_rx_losl_function>(lower(99), 0, "IntL/RxLOSL control").control().cite(sff8636::controls),
    field<RawBytes<5>, &Controls::flag_masks>(lower(100), "Hardware interrupt masks").control().cite(sff8636::controls),
    untouched(lower(105), 2, "Vendor interrupt masks").control().vendor().cite(sff8636::controls),

    // Lower memory: properties.
    field<tenth_watt, &Identity::max_power>(lower(107), "Max Power Consumption").cite(sff8636::properties),
    field<ten_nanoseconds, &Advertisement::propagation_delay>(lower(108), "Propagation Delay")
        .cite(sff8636::properties),
    bits<&Identity::advanced_low_power_code>(lower(110), 7, 4, "Advanced Low Power Mode").cite(sff8636::properties),
    bit<&Identity::far_side_managed>(lower(110), 3, "Far Side Managed").cite(sff8636::properties),
    bits<&Identity::minimum_voltage_code>(lower(110), 2, 0, "Min Operating Voltage").cite(sff8636::properties),
    bits<&Identity::far_end_code>(lower(113), 6, 4, "Far End Implementation").cite(sff8636::properties),
    bits<&Identity::media_lanes_unsupported>(lower(113), 3, 0, "Near End Implementation")
        .disputed()
        .cite(sff8636::properties),
    bits<&Advertisement::max_tx_turn_on>(lower(114), 7, 4, "Tx Turn On MaxDuration")
        .single_source()
        .cite(sff8636::properties),
    bits<&Advertisement::max_data_path_init>(lower(114), 3, 0, "DataPathInit MaxDuration")
        .single_source()
        .cite(sff8636::properties),
    field<mantissa_exponent_microseconds, &Advertisement::module_select_wait>(lower(115), "ModSelL wait time")
        .single_source()
        .cite(sff8636::properties),
    field<Byte<Code<CodeTable::extended_compliance>>, &Identity::secondary_compliance>(
        lower(116), "Secondary Extended Specification Compliance")
        .cite(sff8636::properties),
    bits<&Identity::module_subtype>(lower(117), 7, 4, "Module Sub-type").single_source().cite(sff8636::properties),
    bits<&Identity::fibre_face>(lower(117), 1, 0, "Fiber Face Type").single_source().cite(sff8636::properties),
    untouched(lower(119), 4, "Password Change Entry Area").never_write().cite(sff8636::table_6_1),
    untouched(lower(123), 4, "Password Entry Area").never_write().cite(sff8636::table_6_1),
    untouched(lower(127), 1, "Page Select").control().cite(sff8636::table_6_1),

    // Page 00h.
    bits<&Identity::power_class_code>(upper(0, 129), 7, 6, "Power Class").cite(sff8636::page_00h),
    bit<&Identity::power_class_8>(upper(0, 129), 5, "Power Class 8").cite(sff8636::page_00h),
    bit<&Advertisement::clei>(upper(0, 129), 4, "CLEI code present").cite(sff8636::page_00h),
    bit<&Advertisement::tx_cdr>(upper(0, 129), 3, "CDR in Tx").cite(sff8636::page_00h),
    bit<&Advertisement::rx_cdr>(upper(0, 129), 2, "CDR in Rx").cite(sff8636::page_00h),
    bits<&Identity::high_power_class_code>(upper(0, 129), 1, 0, "Power Class 5-7").cite(sff8636::page_00h),
    field<RawBytes<8>, &Identity::compliance>(upper(0, 131), "Specification Compliance").cite(sff8636::page_00h),
    field<Byte<Code<CodeTable::encoding_sff8636>>, &Identity::encoding>(upper(0, 139), "Encoding")
        .cite(sff8636::page_00h),
    field<Byte<std::uint8_t>, &Identity::signaling_rate_code>(upper(0, 140), "Signaling rate, nominal")
        .cite(sff8636::page_00h),
    bits<&Identity::extended_rate_select>(upper(0, 141), 1, 0, "Extended Rate Select Compliance")
        .cite(sff8636::page_00h),
    field<kilometers, &Identity::smf_length>(upper(0, 142), "Length (SMF)").cite(sff8636::page_00h),
    field<two_meters, &Identity::om3_length>(upper(0, 143), "Length (OM3 50 um)").cite(sff8636::page_00h),
    field<one_meter, &Identity::om2_length>(upper(0, 144), "Length (OM2 50 um)").cite(sff8636::page_00h),
    field<one_meter, &Identity::om1_length>(upper(0, 145), "Length (OM1 62.5 um)")
        .when(is_not_copper, "optical")
        .cite(sff8636::page_00h),
    field<one_decibel, &Identity::attenuation_25_8_ghz>(upper(0, 145), "Copper Cable Attenuation at 25.78 GHz")
        .when(is_copper, "copper")
        .instead_of("Length (OM1 62.5 um)")
        .cite(sff8636::page_00h),
    field<two_meters, &Identity::om4_length>(upper(0, 146), "Length (OM4 50 um)")
        .when(has_separable_optics, "separable optics")
        .cite(sff8636::page_00h),
    field<one_meter, &Identity::cable_assembly_length>(upper(0, 146), "Length (copper or active cable)")
        .when(is_cable_assembly, "cable assembly")
        .instead_of("Length (OM4 50 um)")
        .cite(sff8636::page_00h),
    bit<&Identity::wavelength_control>(upper(0, 147), 3, "Wavelength control").cite(sff8636::page_00h),
    bit<&Identity::cooled>(upper(0, 147), 2, "Cooled transmitter").cite(sff8636::page_00h),
    bit<&Identity::apd_detector>(upper(0, 147), 1, "APD detector").cite(sff8636::page_00h),
    bit<&Identity::tunable>(upper(0, 147), 0, "Tunable transmitter").cite(sff8636::page_00h),
    field<Text<16>, &Identity::vendor_name>(upper(0, 148), "Vendor name").cite(sff8636::page_00h),
    field<Byte<std::uint8_t>, &Identity::infiniband>(upper(0, 164), "Extended Module Codes")
        .cite("SFF-8636 table 6-21"),
    field<RawBytes<3>, &Identity::vendor_oui>(upper(0, 165), "Vendor OUI").cite(sff8636::page_00h),
    field<Text<16>, &Identity::part_number>(upper(0, 168), "Vendor PN").cite(sff8636::page_00h),
    field<Text<2>, &Identity::revision>(upper(0, 184), "Vendor rev").cite(sff8636::page_00h),
    field<twentieth_nanometer, &Identity::wavelength>(upper(0, 186), "Wavelength")
        .when(is_not_copper, "optical")
        .cite(sff8636::page_00h),
    field<one_decibel, &Identity::attenuation_2_5_ghz>(upper(0, 186), "Copper Cable Attenuation at 2.5 GHz")
        .when(is_copper, "copper")
        .instead_of("Wavelength")
        .cite(sff8636::page_00h),
    field<one_decibel, &Identity::attenuation_5_ghz>(upper(0, 187), "Copper Cable Attenuation at 5.0 GHz")
        .when(is_copper, "copper")
        .instead_of("Wavelength")
        .cite(sff8636::page_00h),
    field<two_hundredth_nanometer, &Identity::wavelength_tolerance>(upper(0, 188), "Wavelength tolerance")
        .when(is_not_copper, "optical")
        .cite(sff8636::page_00h),
    field<one_decibel, &Identity::attenuation_7_ghz>(upper(0, 188), "Copper Cable Attenuation at 7.0 GHz")
        .when(is_copper, "copper")
        .instead_of("Wavelength tolerance")
        .cite(sff8636::page_00h),
    field<one_decibel, &Identity::attenuation_12_9_ghz>(upper(0, 189), "Copper Cable Attenuation at 12.9 GHz")
        .when(is_copper, "copper")
        .instead_of("Wavelength tolerance")
        .cite(sff8636::page_00h),
    field<whole_celsius, &Identity::max_case_temperature>(upper(0, 190), "Max case temp").cite(sff8636::page_00h),
    field<Byte<Code<CodeTable::extended_compliance>>, &Identity::extended_compliance>(
        upper(0, 192), "Extended Specification Compliance Codes")
        .cite("SFF-8024 table 4-4"),
    bit<&Advertisement::lp_mode_tx_dis_configurable>(upper(0, 193), 6, "LPMode/TxDis configurable")
        .cite(sff8636::options),
    bit<&Advertisement::intl_rx_losl_configurable>(upper(0, 193), 5, "IntL/RxLOSL configurable").cite(sff8636::options),
    bit<&Advertisement::tx_eq_freeze>(upper(0, 193), 4, "Tx input adaptive equalizers freeze").cite(sff8636::options),
    bit<&Advertisement::tx_eq_adaptive>(upper(0, 193), 3, "Tx input equalizers auto-adaptive").cite(sff8636::options),
    bit<&Advertisement::tx_eq_fixed>(upper(0, 193), 2, "Tx input equalizers fixed-programmable").cite(sff8636::options),
    bit<&Advertisement::rx_emphasis>(upper(0, 193), 1, "Rx output emphasis fixed-programmable").cite(sff8636::options),
    bit<&Advertisement::rx_amplitude>(upper(0, 193), 0, "Rx output amplitude fixed-programmable")
        .cite(sff8636::options),
    bit<&Advertisement::tx_cdr_control>(upper(0, 194), 7, "Tx CDR on/off control").cite(sff8636::options),
    bit<&Advertisement::rx_cdr_control>(upper(0, 194), 6, "Rx CDR on/off control").cite(sff8636::options),
    bit<&Advertisement::tx_lol_flag>(upper(0, 194), 5, "Tx CDR LOL flag").cite(sff8636::options),
    bit<&Advertisement::rx_lol_flag>(upper(0, 194), 4, "Rx CDR LOL flag").cite(sff8636::options),
    bit<&Advertisement::rx_squelch_disable>(upper(0, 194), 3, "Rx squelch disable").cite(sff8636::options),
    bit<&Advertisement::rx_output_disable>(upper(0, 194), 2, "Rx output disable").cite(sff8636::options),
    bit<&Advertisement::tx_squelch_disable>(upper(0, 194), 1, "Tx squelch disable").cite(sff8636::options),
    bit<&Advertisement::tx_squelch>(upper(0, 194), 0, "Tx squelch").cite(sff8636::options),
    bit<&Advertisement::page_02h>(upper(0, 195), 7, "Memory page 02h provided").cite(sff8636::options),
    bit<&Advertisement::page_01h>(upper(0, 195), 6, "Memory page 01h provided").cite(sff8636::options),
    bit<&Advertisement::rate_select>(upper(0, 195), 5, "Rate select").cite(sff8636::options),
    bit<&Advertisement::tx_disable>(upper(0, 195), 4, "Tx_Disable").cite(sff8636::options),
    bit<&Advertisement::tx_fault_flag>(upper(0, 195), 3, "Tx_Fault flag").cite(sff8636::options),
    bit<&Advertisement::tx_squelch_average>(upper(0, 195), 2, "Tx squelch by Pave").cite(sff8636::options),
    bit<&Advertisement::tx_los_flag>(upper(0, 195), 1, "Tx LOS flag").cite(sff8636::options),
    bit<&Advertisement::pages_20h_21h>(upper(0, 195), 0, "Pages 20h-21h provided").cite(sff8636::options),
    field<Text<16>, &Identity::serial_number>(upper(0, 196), "Vendor SN").cite(sff8636::page_00h),
    field<Text<8>, &Identity::date_code>(upper(0, 212), "Date Code").cite(sff8636::page_00h),
    bit<&Advertisement::temperature_monitor>(upper(0, 220), 5, "Temperature monitoring").cite(sff8636::diagnostics),
    bit<&Advertisement::supply_voltage_monitor>(upper(0, 220), 4, "Supply voltage monitoring")
        .cite(sff8636::diagnostics),
    bit<&Advertisement::rx_power_kind>(upper(0, 220), 3, "Received power measurements type").cite(sff8636::diagnostics),
    bit<&Advertisement::tx_power_monitor>(upper(0, 220), 2, "Transmitter power measurement").cite(sff8636::diagnostics),
    bit<&Advertisement::initialization_complete_flag>(upper(0, 221), 4, "Initialization complete flag")
        .cite(sff8636::diagnostics),
    bit<&Advertisement::extended_rate_select>(upper(0, 221), 3, "Rate selection by extended rate select")
        .cite(sff8636::diagnostics),
    bit<&Advertisement::tc_readiness_flag>(upper(0, 221), 1, "TC readiness flag").cite(sff8636::diagnostics),
    bit<&Advertisement::software_reset>(upper(0, 221), 0, "Software reset implemented").cite(sff8636::diagnostics),
    field<quarter_gigabaud, &Identity::extended_signaling_rate>(upper(0, 222), "Signaling rate, extended")
        .cite(sff8636::page_00h),
    field<RawBytes<32>, &Identity::vendor_specific>(upper(0, 224), "Vendor Specific").vendor().cite(sff8636::page_00h),

    // Page 03h.
    limits<signed_256th_celsius, &Thresholds::temperature>(upper(3, 128), "Temp thresholds").cite(sff8636::page_03h),
    limits<hundred_microvolts, &Thresholds::supply_voltage>(upper(3, 144), "Vcc thresholds").cite(sff8636::page_03h),
    limits<tenth_microwatt, &Thresholds::rx_power>(upper(3, 176), "Rx Power thresholds").cite(sff8636::page_03h),
    limits<two_microamperes, &Thresholds::tx_bias>(upper(3, 184), "Tx Bias thresholds").cite(sff8636::page_03h),
    limits<tenth_microwatt, &Thresholds::tx_power>(upper(3, 192), "Tx Power thresholds").cite(sff8636::page_03h),
    bits<&Advertisement::max_tx_eq>(upper(3, 224), 7, 4, "Max Tx input equalization")
        .single_source()
        .cite(sff8636::page_03h),
    bits<&Advertisement::max_rx_emphasis>(upper(3, 224), 3, 0, "Max Rx output emphasis")
        .single_source()
        .cite(sff8636::page_03h),
    bits<&Advertisement::rx_emphasis_type>(upper(3, 225), 5, 4, "Rx output emphasis type")
        .single_source()
        .cite(sff8636::page_03h),
    bits<&Advertisement::rx_amplitude_codes>(upper(3, 225), 3, 0, "Rx output amplitude support")
        .single_source()
        .cite(sff8636::page_03h),
    bit<&Advertisement::host_fec>(upper(3, 227), 7, "Controllable host-side FEC")
        .single_source()
        .cite(sff8636::page_03h),
    bit<&Advertisement::media_fec>(upper(3, 227), 6, "Controllable media-side FEC")
        .single_source()
        .cite(sff8636::page_03h),
    bit<&Advertisement::tx_force_squelch>(upper(3, 227), 3, "Tx force squelch").single_source().cite(sff8636::page_03h),
    bit<&Advertisement::fast_rx_los>(upper(3, 227), 2, "Fast Rx LOS").single_source().cite(sff8636::page_03h),
    bit<&Advertisement::fast_tx_disable>(upper(3, 227), 1, "Fast Tx disable").single_source().cite(sff8636::page_03h),
    field<Byte<std::uint8_t>, &Advertisement::max_tc_stabilization>(upper(3, 228), "Max TC stabilization time")
        .single_source()
        .cite(sff8636::page_03h),
    field<Byte<std::uint8_t>, &Advertisement::max_ctle_settling>(upper(3, 229), "Max CTLE settling time")
        .single_source()
        .cite(sff8636::page_03h),
    bit<&Controls::host_fec_enable>(upper(3, 230), 7, "Host-side FEC enable")
        .control()
        .single_source()
        .cite(sff8636::page_03h),
    bit<&Controls::media_fec_enable>(upper(3, 230), 6, "Media-side FEC enable")
        .control()
        .single_source()
        .cite(sff8636::page_03h),
    each_packed<&Controls::lanes, &LaneControls::tx_force_squelch>(upper(3, 231), "Tx force squelch control", 4,
                                                                   sff8636::low_nibble)
        .control()
        .single_source()
        .cite(sff8636::page_03h),
    each_packed<&Controls::lanes, &LaneControls::tx_input_eq>(upper(3, 234), "Tx input equalizer control", 4,
                                                              sff8636::nibbles_high_first)
        .control()
        .cite(sff8636::page_03h),
    each_packed<&Controls::lanes, &LaneControls::rx_output_emphasis>(upper(3, 236), "Rx output emphasis control", 4,
                                                                     sff8636::nibbles_high_first)
        .control()
        .cite(sff8636::page_03h),
    each_packed<&Controls::lanes, &LaneControls::rx_output_amplitude>(upper(3, 238), "Rx output amplitude control", 4,
                                                                      sff8636::nibbles_high_first)
        .control()
        .cite(sff8636::page_03h),
    each_packed<&Controls::lanes, &LaneControls::tx_squelch_disable>(upper(3, 240), "Tx squelch disable control", 4,
                                                                     sff8636::low_nibble)
        .control()
        .cite(sff8636::page_03h),
    each_packed<&Controls::lanes, &LaneControls::rx_squelch_disable>(upper(3, 240), "Rx squelch disable control", 4,
                                                                     sff8636::high_nibble)
        .control()
        .cite(sff8636::page_03h),
    each_packed<&Controls::lanes, &LaneControls::tx_adaptive_eq>(upper(3, 241), "Tx adaptive equalizer control", 4,
                                                                 sff8636::low_nibble)
        .control()
        .cite(sff8636::page_03h),
    each_packed<&Controls::lanes, &LaneControls::rx_output_disable>(upper(3, 241), "Rx output disable control", 4,
                                                                    sff8636::high_nibble)
        .control()
        .cite(sff8636::page_03h),
    field<RawBytes<6>, &Controls::monitor_masks>(upper(3, 242), "Monitor interrupt masks")
        .control()
        .cite(sff8636::page_03h),
});

inline constexpr auto sff8636_checksums = std::to_array<ChecksumRow>({
    {"page 00h base", upper_page(0), 128, 190, 191, "SFF-8636 6.3.16 (CC_BASE)"},
    {"page 00h extended", upper_page(0), 192, 222, 223, "SFF-8636 6.3.26 (CC_EXT)"},
});

}  // namespace opticward::cmis
