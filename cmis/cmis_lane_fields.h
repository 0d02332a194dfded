// CMIS pages 10h and 11h, once for each bank of eight lanes: what the host has set and what the lanes report.
#pragma once

#include "cmis/cmis_map.h"
#include "cmis/conditions.h"
#include "cmis/field.h"

#include <array>

namespace opticward::cmis {

inline constexpr auto cmis_lane_fields = std::to_array<FieldRow>({
    // Page 10h: what the host has set, lane by lane.
    each_packed<&Controls::lanes, &LaneControls::data_path_deinit>(upper(0x10, 128), "DPDeinitLane", cmis_map::lanes,
                                                                   cmis_map::bit_per_lane)
        .when(is_cmis_4_or_later, "CMIS 4.0 or later")
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_polarity_flip>(upper(0x10, 129), "InputPolarityFlipTx",
                                                                   cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_disable>(upper(0x10, 130), "OutputDisableTx", cmis_map::lanes,
                                                             cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_squelch_disable>(upper(0x10, 131), "AutoSquelchDisableTx",
                                                                     cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_force_squelch>(upper(0x10, 132), "OutputSquelchForceTx",
                                                                   cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_eq_freeze>(upper(0x10, 134), "AdaptiveInputEqFreezeTx",
                                                               cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_eq_store>(upper(0x10, 135), "AdaptiveInputEqStoreTx",
                                                              cmis_map::lanes, cmis_map::two_bits_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_polarity_flip>(upper(0x10, 137), "OutputPolarityFlipRx",
                                                                   cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_output_disable>(upper(0x10, 138), "OutputDisableRx",
                                                                    cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_squelch_disable>(upper(0x10, 139), "AutoSquelchDisableRx",
                                                                     cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    untouched(upper(0x10, 143), 1, "ApplyDPInitLane").in_each_bank().never_write().cite(cmis_map::page_10h),
    untouched(upper(0x10, 144), 1, "ApplyImmediateLane").in_each_bank().never_write().cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::application>(upper(0x10, 145), "DPConfigLane AppSelCode",
                                                              cmis_map::lanes, cmis_map::application)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::data_path_id>(upper(0x10, 145), "DPConfigLane DataPathID",
                                                               cmis_map::lanes, cmis_map::data_path)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::explicit_control>(upper(0x10, 145), "DPConfigLane ExplicitControl",
                                                                   cmis_map::lanes, cmis_map::explicit_control)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_adaptive_eq>(upper(0x10, 153), "AdaptiveInputEqEnableTx",
                                                                 cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_eq_recall>(upper(0x10, 154), "AdaptiveInputEqRecallTx",
                                                               cmis_map::lanes, cmis_map::two_bits_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_input_eq>(upper(0x10, 156), "FixedInputEqTargetTx", cmis_map::lanes,
                                                              cmis_map::nibble_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::tx_cdr>(upper(0x10, 160), "CDREnableTx", cmis_map::lanes,
                                                         cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_cdr>(upper(0x10, 161), "CDREnableRx", cmis_map::lanes,
                                                         cmis_map::bit_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_output_emphasis>(upper(0x10, 162), "OutputEqPreCursorTargetRx",
                                                                     cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_post_cursor>(upper(0x10, 166), "OutputEqPostCursorTargetRx",
                                                                 cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    each_packed<&Controls::lanes, &LaneControls::rx_output_amplitude>(upper(0x10, 170), "OutputAmplitudeTargetRx",
                                                                      cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank()
        .control()
        .cite(cmis_map::page_10h),
    untouched(upper(0x10, 176), 2, "ApplyUnidirectional").in_each_bank().never_write().cite(cmis_map::page_10h),
    untouched(upper(0x10, 178), 35, "StagedControlSet1").in_each_bank().control().cite(cmis_map::page_10h),
    field<RawBytes<20>, &Controls::lane_masks>(upper(0x10, 213), "LaneMasks").control().cite(cmis_map::lane_masks),
    untouched(upper(0x10, 240), 16, "Custom (10h)").in_each_bank().vendor().cite(cmis_map::page_10h),

    // Page 11h: lane status.
    each_packed<&Live::lanes, &Lane::data_path_state>(upper(0x11, 128), "DPStateHostLane", cmis_map::lanes,
                                                      cmis_map::nibble_per_lane)
        .when(is_paged, "paged")
        .in_each_bank()
        .cite(cmis_map::lane_status),
    each_packed<&Live::lanes, &Lane::rx_output_valid>(upper(0x11, 132), "OutputStatusRx", cmis_map::lanes,
                                                      cmis_map::bit_per_lane)
        .when(is_paged, "paged")
        .in_each_bank()
        .cite(cmis_map::lane_status),
    each_packed<&Live::lanes, &Lane::tx_output_valid>(upper(0x11, 133), "OutputStatusTx", cmis_map::lanes,
                                                      cmis_map::bit_per_lane)
        .when(is_paged, "paged")
        .in_each_bank()
        .cite(cmis_map::lane_status),
    lane_flag<LaneFlag::data_path_state_changed>(upper(0x11, 134), "DPStateChangedFlag", cmis_map::lanes,
                                                 cmis_map::bit_per_lane)
        .when(is_paged, "paged")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_fault>(upper(0x11, 135), "FailureFlagTx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_fault_flag>, "01h:157.0")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_los>(upper(0x11, 136), "LOSFlagTx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_los_flag>, "01h:157.1")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_lol>(upper(0x11, 137), "CDRLOLFlagTx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_lol_flag>, "01h:157.2")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_adaptive_eq_fault>(upper(0x11, 138), "AdaptiveInputEqFailFlagTx", cmis_map::lanes,
                                              cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_adaptive_eq_fault_flag>, "01h:157.3")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_power_high_alarm>(upper(0x11, 139), "OpticalPowerHighAlarmFlagTx", cmis_map::lanes,
                                             cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_power_low_alarm>(upper(0x11, 140), "OpticalPowerLowAlarmFlagTx", cmis_map::lanes,
                                            cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_power_high_warning>(upper(0x11, 141), "OpticalPowerHighWarningFlagTx", cmis_map::lanes,
                                               cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_power_low_warning>(upper(0x11, 142), "OpticalPowerLowWarningFlagTx", cmis_map::lanes,
                                              cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_bias_high_alarm>(upper(0x11, 143), "BiasCurrentHighAlarmFlagTx", cmis_map::lanes,
                                            cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_bias_low_alarm>(upper(0x11, 144), "BiasCurrentLowAlarmFlagTx", cmis_map::lanes,
                                           cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_bias_high_warning>(upper(0x11, 145), "BiasCurrentHighWarningFlagTx", cmis_map::lanes,
                                              cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::tx_bias_low_warning>(upper(0x11, 146), "BiasCurrentLowWarningFlagTx", cmis_map::lanes,
                                             cmis_map::bit_per_lane)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_los>(upper(0x11, 147), "LOSFlagRx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_los_flag>, "01h:158.1")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_lol>(upper(0x11, 148), "CDRLOLFlagRx", cmis_map::lanes, cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_lol_flag>, "01h:158.2")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_power_high_alarm>(upper(0x11, 149), "OpticalPowerHighAlarmFlagRx", cmis_map::lanes,
                                             cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_power_low_alarm>(upper(0x11, 150), "OpticalPowerLowAlarmFlagRx", cmis_map::lanes,
                                            cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_power_high_warning>(upper(0x11, 151), "OpticalPowerHighWarningFlagRx", cmis_map::lanes,
                                               cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_power_low_warning>(upper(0x11, 152), "OpticalPowerLowWarningFlagRx", cmis_map::lanes,
                                              cmis_map::bit_per_lane)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    lane_flag<LaneFlag::rx_output_changed>(upper(0x11, 153), "OutputStatusChangedFlagRx", cmis_map::lanes,
                                           cmis_map::bit_per_lane)
        .when(is_paged, "paged")
        .in_each_bank()
        .cite(cmis_map::lane_flags),
    each<tenth_microwatt, &Live::lanes, &Lane::tx_power>(upper(0x11, 154), "OpticalPowerTx", cmis_map::lanes)
        .when(offered<&Advertisement::tx_power_monitor>, "01h:160.1")
        .in_each_bank()
        .cite(cmis_map::lane_monitors),
    each<two_microamperes, &Live::lanes, &Lane::tx_bias>(upper(0x11, 170), "BiasCurrentTx", cmis_map::lanes)
        .when(offered<&Advertisement::tx_bias_monitor>, "01h:160.0")
        .times(tx_bias_multiplier)
        .in_each_bank()
        .cite(cmis_map::lane_monitors),
    each<tenth_microwatt, &Live::lanes, &Lane::rx_power>(upper(0x11, 186), "OpticalPowerRx", cmis_map::lanes)
        .when(offered<&Advertisement::rx_power_monitor>, "01h:160.2")
        .in_each_bank()
        .cite(cmis_map::lane_monitors),
    each_packed<&Live::lanes, &Lane::configuration_status>(upper(0x11, 202), "ConfigStatusLane", cmis_map::lanes,
                                                           cmis_map::nibble_per_lane)
        .when(is_paged, "paged")
        .in_each_bank()
        .cite(cmis_map::configuration),
    each_packed<&Controls::lanes, &LaneControls::active_application>(upper(0x11, 206), "ActiveDPConfig AppSelCode",
                                                                     cmis_map::lanes, cmis_map::application)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_data_path_id>(upper(0x11, 206), "ActiveDPConfig DataPathID",
                                                                      cmis_map::lanes, cmis_map::data_path)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_explicit_control>(
        upper(0x11, 206), "ActiveDPConfig ExplicitControl", cmis_map::lanes, cmis_map::explicit_control)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_tx_adaptive_eq>(
        upper(0x11, 214), "ActiveAdaptiveInputEqEnableTx", cmis_map::lanes, cmis_map::bit_per_lane)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_tx_eq_recall>(upper(0x11, 215), "ActiveAdaptiveInputEqRecallTx",
                                                                      cmis_map::lanes, cmis_map::two_bits_per_lane)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_tx_input_eq>(upper(0x11, 217), "ActiveFixedInputEqTargetTx",
                                                                     cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_tx_cdr>(upper(0x11, 221), "ActiveCDREnableTx", cmis_map::lanes,
                                                                cmis_map::bit_per_lane)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_rx_cdr>(upper(0x11, 222), "ActiveCDREnableRx", cmis_map::lanes,
                                                                cmis_map::bit_per_lane)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_rx_pre_cursor>(
        upper(0x11, 223), "ActiveOutputEqPreCursorTargetRx", cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_rx_post_cursor>(
        upper(0x11, 227), "ActiveOutputEqPostCursorTargetRx", cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank()
        .cite(cmis_map::active_set),
    each_packed<&Controls::lanes, &LaneControls::active_rx_amplitude>(upper(0x11, 231), "ActiveOutputAmplitudeTargetRx",
                                                                      cmis_map::lanes, cmis_map::nibble_per_lane)
        .in_each_bank()
        .cite(cmis_map::active_set),
    field<Byte<std::uint8_t>, &Controls::data_path_init_pending>(upper(0x11, 235), "DPInitPendingLane")
        .cite(cmis_map::lane_status),
    each<Byte<std::uint8_t>, &Controls::lanes, &LaneControls::tx_lane_map>(
        upper(0x11, 240), "MediaLaneToMediaWavelengthTx", cmis_map::lanes)
        .in_each_bank()
        .cite(cmis_map::lane_mapping),
    each<Byte<std::uint8_t>, &Controls::lanes, &LaneControls::rx_lane_map>(
        upper(0x11, 248), "MediaLaneToMediaWavelengthRx", cmis_map::lanes)
        .in_each_bank()
        .cite(cmis_map::lane_mapping),
});

}  // namespace opticward::cmis
