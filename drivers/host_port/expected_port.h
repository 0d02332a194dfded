// What a port should be, as the operator wrote it down, in the configuration or in the files of SONiC. Plain values.
#pragma once

#include "drivers/host_port/host_port.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace opticward::drivers {

// Form factor of a cage, in the field's words.
enum class Cage : std::uint8_t { sfp, qsfp_plus, qsfp28, qsfp56, qsfp112, qsfp_dd, qsfp_dd800, osfp };
inline constexpr std::size_t cage_count = 8;

// What lies between the ends.
enum class Cabling : std::uint8_t { om3, om4, om5, os2, copper };
inline constexpr std::size_t cabling_count = 5;

// Absent: nobody said.
struct ExpectedPort {
    std::optional<LinkLayer> protocol;
    std::optional<double> speed_bits_per_second;
    std::optional<unsigned> width;        // lanes of the link
    std::optional<unsigned> split;        // into how many ports the cage is split; 1: not
    std::optional<bool> can_split;        // whether it could be
    std::optional<bool> autonegotiation;  // off: the speed is forced
    std::optional<Fec> fec;
    std::optional<Cage> cage;
    std::optional<Cabling> cabling;
    std::optional<double> length_meters;
    std::optional<double> power_limit_watts;  // of the port

    bool operator==(const ExpectedPort&) const = default;
};

// In the order of the enumerators: "QSFP-DD", "OM4", "base-r". No reader needs another spelling.
std::span<const std::string_view> cage_words();
std::span<const std::string_view> cabling_words();
std::span<const std::string_view> fec_words();
std::string_view text(Cage cage);
std::string_view text(Cabling cabling);
std::string_view text(Fec fec);

}  // namespace opticward::drivers
