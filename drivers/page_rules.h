// How a module with a given identifier lets upper pages be chosen: what cmis/memory_model knows of its map, and what may
// be written for it. What we do not know we never write to. SFF-8636 has its password entry at 123..126, so byte 126 is
// BankSelect on CMIS modules only. Pure; safe from any thread.
#pragma once

#include "cmis/memory_model.h"

#include <cstdint>

namespace opticward::drivers {

struct PageRules {
    bool paged = false;   // byte 127 selects the page
    bool banked = false;  // byte 126 selects the bank
    cmis::MemoryModelId model = cmis::MemoryModelId::none;

    constexpr bool operator==(const PageRules&) const = default;
};

// `status` is byte 2 of lower memory, which holds the flat bit.
PageRules page_rules(std::uint8_t identifier, std::uint8_t status);

}  // namespace opticward::drivers
