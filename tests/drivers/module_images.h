// Small module images for the drivers' tests: just the bytes that page selection looks at, and pages that can be told
// apart. Each page is filled with one byte, but for its first.
#pragma once

#include "cmis/memory_map.h"

#include <cstdint>

namespace opticward::drivers {

inline cmis::Page filled_page(std::uint8_t first, std::uint8_t rest) {
    cmis::Page page;
    page.fill(rest);
    page[0] = first;
    return page;
}

// QSFP28 or later by SFF-8636 with page 03h.
inline cmis::MemoryMap sff8636_module() {
    cmis::MemoryMap map;
    map.at(cmis::lower_memory) = filled_page(0x11, 0x00);
    map.at(cmis::upper_page(0x00)) = filled_page(0x11, 0xa0);
    map.at(cmis::upper_page(0x03)) = filled_page(0x4b, 0xa3);
    return map;
}

// The same, flat: byte 2 bit 2.
inline cmis::MemoryMap flat_sff8636_module() {
    cmis::MemoryMap map = sff8636_module();
    map.at(cmis::lower_memory)[2] = 0x04;
    map.erase(cmis::upper_page(0x03));
    return map;
}

// QSFP with CMIS with page 11h in banks 0 and 1.
inline cmis::MemoryMap cmis_module() {
    cmis::MemoryMap map;
    map.at(cmis::lower_memory) = filled_page(0x1e, 0x00);
    map.at(cmis::upper_page(0x00)) = filled_page(0x1e, 0xb0);
    map.at(cmis::upper_page(0x11)) = filled_page(0x44, 0xb1);
    map.at(cmis::upper_page(0x11, 1)) = filled_page(0x44, 0xc1);
    return map;
}

}  // namespace opticward::drivers
