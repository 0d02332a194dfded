// Flags of a module and of a lane, and sets of them. The names are those of the JSON contract and of the metric label.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace opticward::cmis {

// Sources: SFF-8636 table 6-4 (bytes 3..14), CMIS table 8-8 (lower 8..11).
enum class ModuleFlag : std::uint8_t {
    temperature_high_alarm,
    temperature_low_alarm,
    temperature_high_warning,
    temperature_low_warning,
    supply_voltage_high_alarm,
    supply_voltage_low_alarm,
    supply_voltage_high_warning,
    supply_voltage_low_warning,
    aux1_high_alarm,
    aux1_low_alarm,
    aux1_high_warning,
    aux1_low_warning,
    aux2_high_alarm,
    aux2_low_alarm,
    aux2_high_warning,
    aux2_low_warning,
    aux3_high_alarm,
    aux3_low_alarm,
    aux3_high_warning,
    aux3_low_warning,
    custom_high_alarm,
    custom_low_alarm,
    custom_high_warning,
    custom_low_warning,
    module_state_changed,
    module_firmware_fault,
    data_path_firmware_fault,
    initialization_complete,
    data_not_ready,
    tc_readiness,
    cdb_complete_1,
    cdb_complete_2,
};
inline constexpr std::size_t module_flag_count = 32;

// Sources: SFF-8636 table 6-4, CMIS table 8-72 to 8-74 (page 11h).
enum class LaneFlag : std::uint8_t {
    rx_los,
    tx_los,
    rx_lol,
    tx_lol,
    tx_fault,
    tx_adaptive_eq_fault,
    data_path_state_changed,
    rx_output_changed,
    rx_power_high_alarm,
    rx_power_low_alarm,
    rx_power_high_warning,
    rx_power_low_warning,
    tx_power_high_alarm,
    tx_power_low_alarm,
    tx_power_high_warning,
    tx_power_low_warning,
    tx_bias_high_alarm,
    tx_bias_low_alarm,
    tx_bias_high_warning,
    tx_bias_low_warning,
};
inline constexpr std::size_t lane_flag_count = 20;

std::string_view text(ModuleFlag flag);
std::string_view text(LaneFlag flag);

// Which flags were read, and which of those were set. Unread is not the same as clear.
template <class Flag>
struct FlagSet {
    std::uint32_t known = 0;
    std::uint32_t raised = 0;

    static constexpr std::uint32_t mask(Flag flag) { return std::uint32_t{1} << static_cast<unsigned>(flag); }

    constexpr void record(Flag flag, bool is_raised) {
        known |= mask(flag);
        raised = is_raised ? raised | mask(flag) : raised & ~mask(flag);
    }
    constexpr bool knows(Flag flag) const { return (known & mask(flag)) != 0; }
    constexpr bool has(Flag flag) const { return (raised & mask(flag)) != 0; }

    // Latched flags clear on read: what two reads saw together.
    constexpr FlagSet& operator|=(const FlagSet& other) {
        known |= other.known;
        raised |= other.raised;
        return *this;
    }
    constexpr bool operator==(const FlagSet&) const = default;
};

using ModuleFlags = FlagSet<ModuleFlag>;
using LaneFlags = FlagSet<LaneFlag>;

}  // namespace opticward::cmis
