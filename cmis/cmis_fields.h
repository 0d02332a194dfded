// The memory map of CMIS 4.0 to 5.3: QSFP-DD, OSFP, QSFP with identifier 1Eh and their relatives. Table numbers are
// those of CMIS 5.0. The order of the table is the order of decoding: advertisements stand before what they gate.
#pragma once

#include "cmis/cmis_advertisement_fields.h"
#include "cmis/cmis_identity_fields.h"
#include "cmis/cmis_lane_fields.h"
#include "cmis/cmis_monitor_fields.h"
#include "cmis/memory_model.h"

#include <algorithm>
#include <array>

namespace opticward::cmis {

template <std::size_t... Sizes>
consteval auto joined(const std::array<FieldRow, Sizes>&... tables) {
    std::array<FieldRow, (Sizes + ...)> result{};
    auto next = result.begin();
    ((next = std::ranges::copy(tables, next).out), ...);
    return result;
}

inline constexpr auto cmis_fields =
    joined(cmis_identity_fields, cmis_advertisement_fields, cmis_monitor_fields, cmis_lane_fields);

inline constexpr auto cmis_checksums = std::to_array<ChecksumRow>({
    {"page 00h", upper_page(0), 128, 221, 222, "CMIS table 8-24 (PageChecksum)"},
    // Bytes 128 and 129 change with a firmware update and are left out.
    {"page 01h", upper_page(1), 130, 254, 255, "CMIS table 8-37 (PageChecksum)"},
    {"page 02h", upper_page(2), 128, 254, 255, "CMIS table 8-53 (PageChecksum)"},
});

}  // namespace opticward::cmis
