// Conditions of the field tables: when a row holds. An advertisement that was not read counts as "yes": what a module
// may have is shown, with a note, rather than hidden (contracts.md's rule for unknown support).
#pragma once

#include "cmis/codes.h"
#include "cmis/module.h"

namespace opticward::cmis {

template <std::optional<bool> Advertisement::*Bit>
constexpr bool advertised(const Module& module) {
    return (module.advertisement.*Bit).value_or(true);
}

// A monitor or flag of a CMIS module: flat modules have none.
template <std::optional<bool> Advertisement::*Bit>
constexpr bool offered(const Module& module) {
    return !module.identity.flat_memory.value_or(false) && advertised<Bit>(module);
}
constexpr bool is_paged(const Module& module) {
    return !module.identity.flat_memory.value_or(false);
}
// CMIS 3.x gives DataPathDeinit the opposite sense; its bits are not decoded.
constexpr bool is_cmis_4_or_later(const Module& module) {
    return module.identity.revision_compliance.value_or(0x40) >= 0x40;
}

// The medium of an SFF-8636 module, from byte 147 bits 7-4.
inline Family sff8636_medium(const Module& module) {
    return module.identity.transmitter_technology ? family(*module.identity.transmitter_technology) : Family::unknown;
}
inline bool is_copper(const Module& module) {
    const Family medium = sff8636_medium(module);
    return medium == Family::passive_copper || medium == Family::active_copper;
}
inline bool is_not_copper(const Module& module) {
    return !is_copper(module);
}
// Byte 146 is the length of a cable where the connector is captive, else the reach over OM4.
inline bool is_cable_assembly(const Module& module) {
    constexpr std::uint8_t no_separable_connector = 0x23;
    return is_copper(module) ||
           (module.identity.connector && module.identity.connector->value == no_separable_connector);
}
inline bool has_separable_optics(const Module& module) {
    return !is_cable_assembly(module);
}
// CMIS 01h:160.4-3: the reserved code counts as x1.
constexpr double tx_bias_multiplier(const Module& module) {
    switch (module.advertisement.tx_bias_multiplier_code.value_or(0)) {
        case 1: return 2;
        case 2: return 4;
        default: return 1;
    }
}

}  // namespace opticward::cmis
