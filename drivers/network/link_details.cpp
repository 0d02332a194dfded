#include "drivers/network/link_details.h"

#include <algorithm>
#include <array>
#include <linux/ethtool.h>
#include <string_view>

namespace opticward::drivers {

namespace {

struct Reason {
    std::uint8_t number;
    std::string_view words;
};

struct Detail {
    std::uint8_t reason;
    std::uint8_t number;
    std::string_view words;
};

// THE table of the numbers of linux/ethtool.h.
constexpr std::array reasons{
    Reason{ETHTOOL_LINK_EXT_STATE_AUTONEG, "autonegotiation failed"},
    Reason{ETHTOOL_LINK_EXT_STATE_LINK_TRAINING_FAILURE, "link training failed"},
    Reason{ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH, "the two ends do not agree"},
    Reason{ETHTOOL_LINK_EXT_STATE_BAD_SIGNAL_INTEGRITY, "bad signal"},
    Reason{ETHTOOL_LINK_EXT_STATE_NO_CABLE, "no cable"},
    Reason{ETHTOOL_LINK_EXT_STATE_CABLE_ISSUE, "cable issue"},
    Reason{ETHTOOL_LINK_EXT_STATE_EEPROM_ISSUE, "the module's memory cannot be read"},
    Reason{ETHTOOL_LINK_EXT_STATE_CALIBRATION_FAILURE, "calibration failed"},
    Reason{ETHTOOL_LINK_EXT_STATE_POWER_BUDGET_EXCEEDED, "the module wants more power than the port has"},
    Reason{ETHTOOL_LINK_EXT_STATE_OVERHEAT, "the module is too hot"},
    Reason{ETHTOOL_LINK_EXT_STATE_MODULE, "module issue"},
};

constexpr std::array details{
    Detail{ETHTOOL_LINK_EXT_STATE_AUTONEG, ETHTOOL_LINK_EXT_SUBSTATE_AN_NO_PARTNER_DETECTED, "no partner"},
    Detail{ETHTOOL_LINK_EXT_STATE_AUTONEG, ETHTOOL_LINK_EXT_SUBSTATE_AN_ACK_NOT_RECEIVED,
           "the partner does not acknowledge"},
    Detail{ETHTOOL_LINK_EXT_STATE_AUTONEG, ETHTOOL_LINK_EXT_SUBSTATE_AN_NEXT_PAGE_EXCHANGE_FAILED,
           "next pages were not exchanged"},
    Detail{ETHTOOL_LINK_EXT_STATE_AUTONEG, ETHTOOL_LINK_EXT_SUBSTATE_AN_NO_PARTNER_DETECTED_FORCE_MODE,
           "no partner at the forced speed"},
    Detail{ETHTOOL_LINK_EXT_STATE_AUTONEG, ETHTOOL_LINK_EXT_SUBSTATE_AN_FEC_MISMATCH_DURING_OVERRIDE,
           "the ends use different FEC"},
    Detail{ETHTOOL_LINK_EXT_STATE_AUTONEG, ETHTOOL_LINK_EXT_SUBSTATE_AN_NO_HCD, "no common speed"},
    Detail{ETHTOOL_LINK_EXT_STATE_LINK_TRAINING_FAILURE, ETHTOOL_LINK_EXT_SUBSTATE_LT_KR_FRAME_LOCK_NOT_ACQUIRED,
           "no frame lock"},
    Detail{ETHTOOL_LINK_EXT_STATE_LINK_TRAINING_FAILURE, ETHTOOL_LINK_EXT_SUBSTATE_LT_KR_LINK_INHIBIT_TIMEOUT,
           "it took too long"},
    Detail{ETHTOOL_LINK_EXT_STATE_LINK_TRAINING_FAILURE,
           ETHTOOL_LINK_EXT_SUBSTATE_LT_KR_LINK_PARTNER_DID_NOT_SET_RECEIVER_READY, "the partner is not ready"},
    Detail{ETHTOOL_LINK_EXT_STATE_LINK_TRAINING_FAILURE, ETHTOOL_LINK_EXT_SUBSTATE_LT_REMOTE_FAULT,
           "fault at the other end"},
    Detail{ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH, ETHTOOL_LINK_EXT_SUBSTATE_LLM_PCS_DID_NOT_ACQUIRE_BLOCK_LOCK,
           "no block lock"},
    Detail{ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH, ETHTOOL_LINK_EXT_SUBSTATE_LLM_PCS_DID_NOT_ACQUIRE_AM_LOCK,
           "no alignment marker lock"},
    Detail{ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH, ETHTOOL_LINK_EXT_SUBSTATE_LLM_PCS_DID_NOT_GET_ALIGN_STATUS,
           "the lanes are not aligned"},
    Detail{ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH, ETHTOOL_LINK_EXT_SUBSTATE_LLM_FC_FEC_IS_NOT_LOCKED,
           "FC FEC is not locked"},
    Detail{ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH, ETHTOOL_LINK_EXT_SUBSTATE_LLM_RS_FEC_IS_NOT_LOCKED,
           "RS FEC is not locked"},
    Detail{ETHTOOL_LINK_EXT_STATE_BAD_SIGNAL_INTEGRITY, ETHTOOL_LINK_EXT_SUBSTATE_BSI_LARGE_NUMBER_OF_PHYSICAL_ERRORS,
           "too many errors"},
    Detail{ETHTOOL_LINK_EXT_STATE_BAD_SIGNAL_INTEGRITY, ETHTOOL_LINK_EXT_SUBSTATE_BSI_UNSUPPORTED_RATE,
           "the cable is not made for this speed"},
    Detail{ETHTOOL_LINK_EXT_STATE_BAD_SIGNAL_INTEGRITY, ETHTOOL_LINK_EXT_SUBSTATE_BSI_SERDES_REFERENCE_CLOCK_LOST,
           "no reference clock"},
    Detail{ETHTOOL_LINK_EXT_STATE_BAD_SIGNAL_INTEGRITY, ETHTOOL_LINK_EXT_SUBSTATE_BSI_SERDES_ALOS, "no signal"},
    Detail{ETHTOOL_LINK_EXT_STATE_CABLE_ISSUE, ETHTOOL_LINK_EXT_SUBSTATE_CI_UNSUPPORTED_CABLE,
           "the cable is not supported"},
    Detail{ETHTOOL_LINK_EXT_STATE_CABLE_ISSUE, ETHTOOL_LINK_EXT_SUBSTATE_CI_CABLE_TEST_FAILURE,
           "the cable failed its test"},
    Detail{ETHTOOL_LINK_EXT_STATE_MODULE, ETHTOOL_LINK_EXT_SUBSTATE_MODULE_CMIS_NOT_READY, "the module is not ready"},
};

}  // namespace

std::string words(const LinkState& state) {
    if (!state.reason) return {};
    const auto* const reason = std::ranges::find(reasons, *state.reason, &Reason::number);
    if (reason == reasons.end()) return {};
    std::string text{reason->words};
    const auto* const detail = std::ranges::find_if(
        details, [&](const Detail& it) { return it.reason == *state.reason && it.number == state.detail; });
    if (detail != details.end()) text += ": " + std::string{detail->words};
    return text;
}

void LinkDetails::add_to(HostPortState& state) {
    const Seen now{.link_up = state.link_up, .admin_up = state.admin_up, .device = state.netdev_index};
    if (seen_ != now || (state.link_up != true && now_() - asked_at_ >= ask_again)) {
        if (!seen_ || seen_->device != now.device) tells_no_power_ = false;
        seen_ = now;
        asked_at_ = now_();
        ask(state);
    }
    state.down_reason = reason_;
    if (!state.speed_bits_per_second) state.speed_bits_per_second = speed_.bits_per_second;
    if (!state.width) state.width = speed_.lanes;
    state.module_power = power_;
}

void LinkDetails::ask(const HostPortState& state) {
    reason_.clear();
    speed_ = {};
    power_ = {};
    if (state.link_up == false && state.admin_up != false) {
        const auto link = kernel_->link_state(device_);
        if (link && link->up != true) {
            reason_ = words(*link);
            if (link->reason == ETHTOOL_LINK_EXT_STATE_NO_CABLE) return;  // nor a module
        }
    } else if (state.link_up == true && state.link_layer != LinkLayer::infiniband) {
        speed_ = kernel_->link_speed(device_).value_or(LinkSpeed{});
    }
    ask_for_power();
}

// Some drivers ask the module: one that failed is left alone for a while, however often its link changes.
void LinkDetails::ask_for_power() {
    if (tells_no_power_ || (power_failed_at_ && now_() - *power_failed_at_ < ask_again)) return;
    power_failed_at_.reset();
    if (const auto power = kernel_->module_power(device_)) {
        power_ = *power;
    } else if (is_not_supported(power.error().error)) {
        tells_no_power_ = true;
    } else {
        power_failed_at_ = now_();
    }
}

}  // namespace opticward::drivers
