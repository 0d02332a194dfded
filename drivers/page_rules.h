// How a module with a given identifier lets upper pages be chosen. What we do not know we never write to.
// Sources: SFF-8024 table 4-1 (identifiers), SFF-8636 byte 2 bit 2, CMIS byte 2 bit 7 (flat memory). SFF-8636 has its
// password entry at 123..126, so byte 126 is BankSelect on CMIS modules only.
#pragma once

#include <cstdint>

namespace opticward::drivers {

enum class PageFamily : std::uint8_t { none, sff8636, cmis };

struct PageRules {
    bool paged = false;   // byte 127 selects the page
    bool banked = false;  // byte 126 selects the bank

    constexpr bool operator==(const PageRules&) const = default;
};

constexpr PageFamily page_family(std::uint8_t identifier) {
    switch (identifier) {
        case 0x0c:  // QSFP
        case 0x0d:  // QSFP+
        case 0x11:  // QSFP28 and later
        case 0x17:  // microQSFP
            return PageFamily::sff8636;
        case 0x18:  // QSFP-DD
        case 0x19:  // OSFP
        case 0x1b:  // DSFP
        case 0x1e:  // QSFP+ or later with CMIS
        case 0x1f:  // SFP-DD with CMIS
        case 0x20:  // SFP+ or later with CMIS
        case 0x21:  // OSFP-XD
        case 0x22:  // ELSFP
        case 0x23:  // CDFP x4
        case 0x24:  // CDFP x8
        case 0x25:  // CDFP x16
        case 0x26:  // XPO
            return PageFamily::cmis;
        default: return PageFamily::none;
    }
}

// `status` is byte 2 of lower memory.
constexpr PageRules page_rules(std::uint8_t identifier, std::uint8_t status) {
    switch (page_family(identifier)) {
        case PageFamily::sff8636: return {.paged = (status & 0x04) == 0, .banked = false};
        case PageFamily::cmis: return {.paged = (status & 0x80) == 0, .banked = (status & 0x80) == 0};
        case PageFamily::none: break;
    }
    return {};
}

}  // namespace opticward::drivers
