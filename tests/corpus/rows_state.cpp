// Rows of state, controls and advertised capabilities.
#include "cmis/interpretation.h"
#include "tests/corpus/comparison.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace opticward::test {

namespace {

using cmis::Advertisement;
using cmis::DataPathState;
using cmis::LaneControls;

constexpr auto module_state_words = std::to_array<Words>({{"Ready", "ready"}});
constexpr auto data_path_words = std::to_array<Words>({
    {"Activated", "activated"},
    {"Init", "initializing"},
    {"Deinit", "deinitializing"},
    {"TxTurnOn", "tx_turn_on"},
});

template <auto Member>
Answer control(const Subject& subject) {
    return or_null(subject.module.controls.lanes.at(subject.index()).*Member);
}

template <std::optional<bool> Advertisement::*Member>
Answer capability(const Subject& subject) {
    return or_null(subject.module.advertisement.*Member);
}

Answer cdb(const Subject& subject) {
    const auto instances = subject.module.advertisement.cdb_instances;
    return instances ? json(*instances > 0) : json(nullptr);
}

// The source says null where the module cannot have the diagnostics pages.
Answer diagnostics_pages(const Subject& subject) {
    return or_null(subject.module.advertisement.diagnostics_pages);
}

// CMIS 01h:142.1-0: 0 one bank, 1 two, 2 four; without that page there is one.
Answer banks(const Subject& subject) {
    return 1U << subject.module.advertisement.banks_code.value_or(0);
}

Answer module_state(const Subject& subject) {
    const auto state = cmis::module_state(subject.module);
    return state ? json(cmis::text(*state)) : json(nullptr);
}

Answer data_path_state(const Subject& subject) {
    const auto state = subject.module.live.lanes.at(subject.index()).data_path_state;
    return state ? json(cmis::text(*state)) : json(nullptr);
}

Answer data_path_state_code(const Subject& subject) {
    const auto state = subject.module.live.lanes.at(subject.index()).data_path_state;
    return state ? json(std::to_underlying(*state)) : json(nullptr);
}

Answer activated_lane(const Subject& subject) {
    json lanes = json::array();
    for (std::size_t i = 0; i < cmis::max_lanes; ++i) {
        if (subject.module.live.lanes[i].data_path_state == DataPathState::activated) {
            lanes.push_back(i + 1);
        }
    }
    return element(subject, lanes);
}

// FBOSS knows the error that a host lane's data path has none of the seven states. It knows none for SFF-8636.
Answer error_states(const Subject& subject) {
    if (subject.module.memory_model != cmis::MemoryModelId::cmis) {
        return std::nullopt;
    }
    json errors = json::array();
    for (unsigned lane = 0; lane < cmis::lane_counts(subject.module).host; ++lane) {
        const auto state = subject.module.live.lanes[lane].data_path_state;
        if (state && (*state == DataPathState::none || *state > DataPathState::initialized)) {
            errors.push_back("INVALID_DATA_PATH_LANE_STATE");
        }
    }
    return errors;
}

// FBOSS reads bits 6 and 4 of lower byte 26.
Answer power_control(const Subject& subject) {
    const auto& controls = subject.module.controls;
    const bool low =
        controls.low_power_allow_hardware.value_or(true) || controls.low_power_request_software.value_or(true);
    return low ? "POWER_LPMODE" : "HIGH_POWER_OVERRIDE";
}

constexpr auto rows = std::to_array<Row>({
    {"module_state", module_state, module_state_words},
    {"error_states", error_states},
    {"status.intl_deasserted_bit",
     [](const Subject& s) -> Answer { return or_null(s.module.live.interrupt_deasserted); }},
    {"power_control", power_control},
    {"power_set", [](const Subject& s) -> Answer { return or_null(s.module.controls.power_set); }},
    {"power_override", [](const Subject& s) -> Answer { return or_null(s.module.controls.power_override); }},
    {"banks", banks},

    {"datapath.state[*]", data_path_state, data_path_words},
    {"datapath.state_code_by_lane[*]", data_path_state_code},
    {"datapath.activated_lanes[*]", activated_lane},
    {"datapath.deinit[*]", control<&LaneControls::data_path_deinit>},
    {"current_app_sel_lane1",
     [](const Subject& s) -> Answer { return or_null(s.module.controls.lanes[0].active_application); }},

    {"controls.tx_disable[*]", control<&LaneControls::tx_disable>},
    {"controls.tx_squelch_disable[*]", control<&LaneControls::tx_squelch_disable>},
    {"controls.tx_squelch_force[*]", control<&LaneControls::tx_force_squelch>},
    {"controls.tx_adaptive_eq_enable[*]", control<&LaneControls::tx_adaptive_eq>},
    {"controls.tx_input_eq[*]", control<&LaneControls::tx_input_eq>},
    {"controls.rx_output_disable[*]", control<&LaneControls::rx_output_disable>},
    {"controls.rx_squelch_disable[*]", control<&LaneControls::rx_squelch_disable>},
    {"controls.rx_output_emphasis[*]", control<&LaneControls::rx_output_emphasis>},
    {"controls.rx_output_amplitude[*]", control<&LaneControls::rx_output_amplitude>},
    {"controls.current_app_sel[*]", control<&LaneControls::active_application>},
    {"controls.rx_eq_precursor[*]", control<&LaneControls::active_rx_pre_cursor>},
    {"controls.rx_eq_postcursor[*]", control<&LaneControls::active_rx_post_cursor>},
    {"controls.rx_eq_main[*]", control<&LaneControls::active_rx_amplitude>},

    {"diagnostics_capability", diagnostics_pages},
    {"capabilities.vdm", capability<&Advertisement::vdm_pages>},
    {"vdm.supported", capability<&Advertisement::vdm_pages>},
    {"capabilities.cdb", cdb},
    {"capabilities.tx_output_control", capability<&Advertisement::tx_disable>},
    {"capabilities.rx_output_control", capability<&Advertisement::rx_output_disable>},
});

}  // namespace

std::span<const Row> state_rows() {
    return rows;
}

}  // namespace opticward::test
