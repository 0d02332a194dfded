// What is plugged into a port, in the words of CMIS, whatever memory map it uses.
//
// A Module has fixed parts (Identity, Advertisement, Thresholds: read once per insertion), Controls (what the host has
// set; read with the fixed parts, never polled) and Live (read at every poll). The part that a member stands in decides
// when its bytes are read: the field tables (cmis_fields.h, sff8636_fields.h) point at these members, and everything
// else follows from there. std::optional: nothing means that the module does not have it or that its page was not read.
#pragma once

#include "cmis/codes.h"
#include "cmis/flags.h"
#include "cmis/memory_map.h"
#include "cmis/quantity.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace opticward::cmis {

inline constexpr std::size_t lanes_per_bank = 8;
inline constexpr std::size_t max_banks = 4;
inline constexpr std::size_t max_lanes = lanes_per_bank * max_banks;
inline constexpr std::size_t sff8636_lanes = 4;
inline constexpr std::size_t max_applications = 15;

enum class MemoryModelId : std::uint8_t { none, sff8636, cmis, sff8472 };

// CMIS table 8-7; SFF-8636 modules have no state machine, theirs is derived.
enum class ModuleState : std::uint8_t {
    unknown = 0,
    low_power = 1,
    powering_up = 2,
    ready = 3,
    powering_down = 4,
    fault = 5,
};

// CMIS table 8-70. 0: the lane has no data path.
enum class DataPathState : std::uint8_t {
    none = 0,
    deactivated = 1,
    initializing = 2,
    deinitializing = 3,
    activated = 4,
    tx_turn_on = 5,
    tx_turn_off = 6,
    initialized = 7,
};

// CMIS table 6-4 (configuration command status); other values are rejections that keep their number.
enum class ConfigurationStatus : std::uint8_t {
    undefined = 0,
    success = 1,
    rejected = 2,
    rejected_invalid_application = 3,
    rejected_invalid_data_path = 4,
    rejected_invalid_signal_integrity = 5,
    rejected_lanes_in_use = 6,
    rejected_partial_data_path = 7,
    in_progress = 12,
};

enum class RxPowerKind : std::uint8_t { oma = 0, average = 1 };

// One application descriptor (CMIS 8.2.11, lower 86..117 and page 01h 223..250).
struct ApplicationDescriptor {
    Code<CodeTable::host_interface> host_interface;
    std::uint8_t media_interface = 0;  // the table depends on MediaType
    std::uint8_t host_lanes = 0;       // 0: as the host interface code says
    std::uint8_t media_lanes = 0;
    std::uint8_t host_lane_starts = 0;   // bit i: may start on host lane i + 1
    std::uint8_t media_lane_starts = 0;  // likewise, page 01h

    bool operator==(const ApplicationDescriptor&) const = default;
};

// Who the module is and what it is built of.
struct Identity {
    std::optional<Code<CodeTable::identifier>> identifier;       // lower byte 0
    std::optional<Code<CodeTable::identifier>> identifier_copy;  // upper byte 128
    std::optional<std::uint8_t> revision_compliance;             // lower byte 1
    std::optional<bool> flat_memory;
    std::string vendor_name;
    std::optional<std::array<std::uint8_t, 3>> vendor_oui;
    std::string part_number;
    std::string revision;
    std::string serial_number;
    std::string date_code;  // YYMMDD and two characters of lot
    std::string clei_code;
    std::optional<Code<CodeTable::connector>> connector;

    // Power and environment.
    std::optional<std::uint8_t> power_class_code;       // SFF-8636 129.7-6; CMIS 200.7-5
    std::optional<std::uint8_t> high_power_class_code;  // SFF-8636 129.1-0: classes 5..7
    std::optional<bool> power_class_8;                  // SFF-8636 129.5
    std::optional<Watts> max_power;                     // SFF-8636 byte 107; CMIS byte 201
    std::optional<std::uint8_t> advanced_low_power_code;
    std::optional<std::uint8_t> minimum_voltage_code;
    std::optional<Volts> minimum_voltage;
    std::optional<Celsius> max_case_temperature;  // SFF-8636 byte 190: 0 means 70
    std::optional<Celsius> min_case_temperature;
    std::optional<Watts> cdr_power_saved_per_lane;

    // The medium.
    std::optional<Code<CodeTable::transmitter_technology_sff8636>> transmitter_technology;
    std::optional<Code<CodeTable::media_technology_cmis>> media_technology;
    std::optional<Code<CodeTable::media_type>> media_type;
    std::optional<bool> wavelength_control;
    std::optional<bool> cooled;
    std::optional<bool> apd_detector;
    std::optional<bool> tunable;
    std::optional<Meters> wavelength;
    std::optional<Meters> wavelength_tolerance;
    std::optional<Meters> cable_assembly_length;
    std::optional<Meters> smf_length;
    std::optional<Meters> om5_length;
    std::optional<Meters> om4_length;
    std::optional<Meters> om3_length;
    std::optional<Meters> om2_length;
    std::optional<Meters> om1_length;
    std::optional<Decibels> attenuation_2_5_ghz;
    std::optional<Decibels> attenuation_5_ghz;
    std::optional<Decibels> attenuation_7_ghz;
    std::optional<Decibels> attenuation_12_9_ghz;
    std::optional<Decibels> attenuation_25_8_ghz;
    std::optional<Decibels> attenuation_53_ghz;
    std::optional<std::uint8_t> module_subtype;
    std::optional<std::uint8_t> fibre_face;  // 1 PC/UPC, 2 APC

    // What it is made to carry: SFF-8636.
    std::optional<std::array<std::uint8_t, 8>> compliance;  // bytes 131..138
    std::optional<Code<CodeTable::extended_compliance>> extended_compliance;
    std::optional<Code<CodeTable::extended_compliance>> secondary_compliance;
    std::optional<std::uint8_t> infiniband;  // byte 164, bit set
    std::optional<Code<CodeTable::encoding_sff8636>> encoding;
    std::optional<std::uint8_t> signaling_rate_code;  // byte 140, 100 MBd; FFh: see extended_signaling_rate
    std::optional<Baud> extended_signaling_rate;      // byte 222
    std::optional<std::uint8_t> extended_rate_select;
    std::optional<std::uint8_t> far_end_code;             // SFF-8636 113.6-4; CMIS 211.4-0
    std::optional<std::uint8_t> media_lanes_unsupported;  // SFF-8636 113.3-0; CMIS 210; bit set
    std::optional<bool> far_side_managed;

    // What it is made to carry: CMIS.
    std::array<std::optional<ApplicationDescriptor>, max_applications> applications{};
    std::optional<std::uint8_t> active_firmware_major;
    std::optional<std::uint8_t> active_firmware_minor;
    std::optional<std::uint8_t> inactive_firmware_major;
    std::optional<std::uint8_t> inactive_firmware_minor;
    std::optional<std::uint8_t> hardware_major;
    std::optional<std::uint8_t> hardware_minor;
    std::optional<std::array<std::uint8_t, 32>> vendor_specific;  // SFF-8636 00h:224; CMIS 00h:223
};

// What the module says it can do.
struct Advertisement {
    // Monitors. SFF-8636 has no bit for Rx power and Tx bias.
    std::optional<bool> temperature_monitor;
    std::optional<bool> supply_voltage_monitor;
    std::optional<bool> aux1_monitor;
    std::optional<bool> aux2_monitor;
    std::optional<bool> aux3_monitor;
    std::optional<bool> custom_monitor;
    std::optional<bool> tx_bias_monitor;
    std::optional<bool> tx_power_monitor;
    std::optional<bool> rx_power_monitor;
    std::optional<RxPowerKind> rx_power_kind;
    std::optional<std::uint8_t> tx_bias_multiplier_code;  // 0 x1, 1 x2, 2 x4, 3 reserved (x1)
    std::optional<std::uint8_t> aux1_observable;          // 0 custom, 1 TEC current
    std::optional<std::uint8_t> aux2_observable;          // 0 laser temperature, 1 TEC current
    std::optional<std::uint8_t> aux3_observable;          // 0 laser temperature, 1 Vcc2

    // Flags.
    std::optional<bool> tx_fault_flag;
    std::optional<bool> tx_los_flag;
    std::optional<bool> tx_lol_flag;
    std::optional<bool> tx_adaptive_eq_fault_flag;
    std::optional<bool> rx_los_flag;
    std::optional<bool> rx_lol_flag;
    std::optional<bool> initialization_complete_flag;
    std::optional<bool> tc_readiness_flag;

    // Controls.
    std::optional<bool> tx_disable;
    std::optional<bool> rx_output_disable;
    std::optional<bool> tx_squelch;
    std::optional<bool> tx_squelch_disable;
    std::optional<bool> rx_squelch_disable;
    std::optional<bool> tx_force_squelch;
    std::optional<bool> tx_squelch_average;  // SFF-8636 195.2: 1 Pave, 0 OMA
    std::optional<std::uint8_t> tx_squelch_method;
    std::optional<bool> tx_cdr;
    std::optional<bool> rx_cdr;
    std::optional<bool> tx_cdr_control;
    std::optional<bool> rx_cdr_control;
    std::optional<bool> tx_polarity_flip;
    std::optional<bool> rx_polarity_flip;
    std::optional<bool> tx_eq_freeze;
    std::optional<bool> tx_eq_adaptive;
    std::optional<bool> tx_eq_fixed;
    std::optional<std::uint8_t> tx_eq_recall_buffers;
    std::optional<std::uint8_t> rx_eq_control;
    std::optional<bool> rx_emphasis;
    std::optional<bool> rx_amplitude;
    std::optional<std::uint8_t> max_tx_eq;
    std::optional<std::uint8_t> max_rx_emphasis;
    std::optional<std::uint8_t> max_rx_pre_cursor;
    std::optional<std::uint8_t> max_rx_post_cursor;
    std::optional<std::uint8_t> rx_emphasis_type;
    std::optional<std::uint8_t> rx_amplitude_codes;
    std::optional<bool> lp_mode_tx_dis_configurable;
    std::optional<bool> intl_rx_losl_configurable;
    std::optional<bool> rate_select;
    std::optional<bool> extended_rate_select;
    std::optional<bool> software_reset;
    std::optional<bool> host_fec;
    std::optional<bool> media_fec;
    std::optional<bool> fast_rx_los;
    std::optional<bool> fast_tx_disable;
    std::optional<bool> rx_los_type;
    std::optional<std::uint8_t> tx_disable_behaviour;
    std::optional<bool> wavelength_control;
    std::optional<bool> bank_broadcast;
    std::optional<bool> staged_set_1;
    std::optional<bool> versatile_control_set;
    std::optional<bool> unidirectional_reconfiguration;
    std::optional<bool> stepped_configuration_only;
    std::optional<std::uint8_t> auto_commissioning;
    std::optional<bool> epps;
    std::optional<std::uint8_t> tx_clocking_groups;

    // Pages.
    std::optional<bool> page_01h;  // SFF-8636 195.6
    std::optional<bool> page_02h;  // SFF-8636 195.7
    std::optional<bool> pages_20h_21h;
    std::optional<bool> clei;
    std::optional<std::uint8_t> banks_code;  // CMIS: 0 one, 1 two, 2 four
    std::optional<bool> user_page_03h;
    std::optional<bool> page_05h;
    std::optional<bool> tunable_pages;
    std::optional<bool> diagnostics_pages;
    std::optional<bool> latency_page;
    std::optional<bool> vdm_pages;
    std::optional<bool> coherent_pages;
    std::optional<bool> network_path_pages;
    std::optional<std::uint8_t> normalized_application_banks;
    std::optional<bool> host_lane_switching;
    std::optional<bool> link_training;

    // CDB and the management interface.
    std::optional<std::uint8_t> cdb_instances;
    std::optional<bool> cdb_background;
    std::optional<bool> cdb_auto_paging;
    std::optional<std::uint8_t> cdb_epl_pages_code;
    std::optional<std::uint8_t> cdb_length_extension;
    std::optional<bool> cdb_trigger_method;
    std::optional<std::uint8_t> cdb_extended_busy_time;
    std::optional<bool> cdb_busy_method;
    std::optional<std::uint8_t> cdb_busy_time;
    std::optional<std::uint8_t> max_speed_code;
    std::optional<std::uint8_t> read_length_code;
    std::optional<std::uint8_t> page_change_code;

    // Durations (codes of the duration table) and delays.
    std::optional<Code<CodeTable::duration>> max_data_path_init;
    std::optional<Code<CodeTable::duration>> max_data_path_deinit;
    std::optional<Code<CodeTable::duration>> max_module_power_up;
    std::optional<Code<CodeTable::duration>> max_module_power_down;
    std::optional<Code<CodeTable::duration>> max_tx_turn_on;
    std::optional<Code<CodeTable::duration>> max_tx_turn_off;
    std::optional<Seconds> module_select_wait;
    std::optional<Seconds> propagation_delay;
    std::optional<std::uint8_t> max_tc_stabilization;
    std::optional<std::uint8_t> max_ctle_settling;
};

// The module's own limits; a set that was not read is absent, whether it can be believed is for the judge.
struct Thresholds {
    std::optional<Limits<Celsius>> temperature;
    std::optional<Limits<Volts>> supply_voltage;
    std::optional<Limits<Watts>> tx_power;
    std::optional<Limits<Amperes>> tx_bias;
    std::optional<Limits<Watts>> rx_power;
    std::optional<Limits<std::int16_t>> aux1;  // raw: the unit depends on the observable
    std::optional<Limits<std::int16_t>> aux2;
    std::optional<Limits<std::int16_t>> aux3;
    std::optional<Limits<std::int16_t>> custom;
};

// What the host has set, lane by lane.
struct LaneControls {
    std::optional<bool> tx_disable;
    std::optional<bool> rx_output_disable;
    std::optional<bool> tx_squelch_disable;
    std::optional<bool> rx_squelch_disable;
    std::optional<bool> tx_force_squelch;
    std::optional<bool> tx_adaptive_eq;
    std::optional<bool> tx_eq_freeze;
    std::optional<std::uint8_t> tx_eq_store;
    std::optional<std::uint8_t> tx_eq_recall;
    std::optional<std::uint8_t> tx_input_eq;
    std::optional<bool> tx_polarity_flip;
    std::optional<bool> rx_polarity_flip;
    std::optional<bool> tx_cdr;
    std::optional<bool> rx_cdr;
    std::optional<std::uint8_t> rx_output_emphasis;  // SFF-8636; CMIS: pre-cursor
    std::optional<std::uint8_t> rx_post_cursor;
    std::optional<std::uint8_t> rx_output_amplitude;
    std::optional<std::uint8_t> tx_rate_select;
    std::optional<std::uint8_t> rx_rate_select;
    std::optional<std::uint8_t> tx_application_select;
    std::optional<std::uint8_t> rx_application_select;
    std::optional<bool> data_path_deinit;
    std::optional<std::uint8_t> application;   // staged set 0: AppSel
    std::optional<std::uint8_t> data_path_id;  // first lane of the path, from 0
    std::optional<bool> explicit_control;
    std::optional<std::uint8_t> active_application;  // active control set
    std::optional<std::uint8_t> active_data_path_id;
    std::optional<bool> active_explicit_control;
    std::optional<bool> active_tx_adaptive_eq;
    std::optional<std::uint8_t> active_tx_eq_recall;
    std::optional<std::uint8_t> active_tx_input_eq;
    std::optional<bool> active_tx_cdr;
    std::optional<bool> active_rx_cdr;
    std::optional<std::uint8_t> active_rx_pre_cursor;
    std::optional<std::uint8_t> active_rx_post_cursor;
    std::optional<std::uint8_t> active_rx_amplitude;
    std::optional<std::uint8_t> tx_lane_map;  // CMIS 11h 240..247: wavelength in 7-4, fibre in 3-0
    std::optional<std::uint8_t> rx_lane_map;
};

struct Controls {
    std::array<LaneControls, max_lanes> lanes{};
    std::optional<bool> power_override;
    std::optional<bool> power_set;
    std::optional<bool> high_power_class_5_to_7;
    std::optional<bool> high_power_class_8;
    std::optional<bool> software_reset;
    std::optional<bool> lp_mode_tx_dis_function;
    std::optional<bool> intl_rx_losl_function;
    std::optional<bool> host_fec_enable;
    std::optional<bool> media_fec_enable;
    std::optional<bool> bank_broadcast;
    std::optional<bool> low_power_allow_hardware;
    std::optional<bool> low_power_request_software;
    std::optional<bool> squelch_average;
    std::optional<std::uint8_t> custom_control;
    std::optional<std::array<std::uint8_t, 5>> flag_masks;     // SFF-8636 100..104, as bytes 3..7
    std::optional<std::array<std::uint8_t, 6>> monitor_masks;  // SFF-8636 03h 242..247, as bytes 9..14
    std::optional<std::array<std::uint8_t, 6>> module_masks;   // CMIS 31..36, as bytes 8..13
    std::optional<std::array<std::uint8_t, 20>> lane_masks;    // CMIS 10h 213..232, as 11h 134..153
    std::optional<std::uint8_t> data_path_init_pending;        // CMIS 11h 235, bit set
    std::optional<std::uint8_t> fault_cause;                   // CMIS 41, with the state `fault`
    std::optional<std::uint8_t> cdb_status_1;                  // CMIS 37
    std::optional<std::uint8_t> cdb_status_2;
    std::optional<std::uint8_t> vendor_flags;                    // SFF-8636 byte 8
    std::optional<std::array<std::uint8_t, 4>> vendor_monitors;  // SFF-8636 bytes 30..33
};

struct Lane {
    std::optional<Watts> rx_power;
    std::optional<Amperes> tx_bias;
    std::optional<Watts> tx_power;
    std::optional<DataPathState> data_path_state;
    std::optional<ConfigurationStatus> configuration_status;
    std::optional<bool> rx_output_valid;
    std::optional<bool> tx_output_valid;
    LaneFlags flags;

    bool operator==(const Lane&) const = default;
};

// What changes. Trivially copyable; lane i of the module is lanes[i - 1], host and media lanes share the array.
struct Live {
    std::optional<Celsius> temperature;
    std::optional<Volts> supply_voltage;
    std::optional<std::int16_t> aux1;  // raw: the unit depends on the observable
    std::optional<std::int16_t> aux2;
    std::optional<std::int16_t> aux3;
    std::optional<std::int16_t> custom;
    std::optional<ModuleState> module_state;
    std::optional<bool> interrupt_deasserted;
    std::array<std::uint8_t, max_banks> flag_summary{};  // CMIS 4..7: which lane pages of a bank have a flag set
    ModuleFlags flags;
    std::array<Lane, max_lanes> lanes{};

    bool operator==(const Live&) const = default;
};

enum class ChecksumState : std::uint8_t { absent, ok, bad };

struct Module {
    MemoryModelId memory_model = MemoryModelId::none;
    Identity identity;
    Advertisement advertisement;
    Thresholds thresholds;
    Controls controls;
    Live live;
};

}  // namespace opticward::cmis
