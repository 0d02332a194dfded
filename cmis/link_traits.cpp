#include "cmis/link_traits.h"

#include "cmis/applications.h"
#include "cmis/lane_rate.h"
#include "cmis/protocol.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

namespace opticward::cmis {

namespace {

// One code of the module: what it says of its lanes, and of its light.
struct Claim {
    double lane_gbps = 0;  // of one host lane
    double total_gbps = 0;
    std::string evidence;
    const Pmd* pmd = nullptr;
};
using Claims = std::vector<Claim>;

std::string hex(std::uint8_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {'0', 'x', digits[value >> 4U], digits[value & 0xFU]};
}

std::string evidence_of(std::string_view place, std::uint8_t value, std::string_view meaning) {
    return std::string{place} + " = " + hex(value) + " (" + std::string{meaning} + ")";
}

void append(std::string& list, std::string_view separator, std::string_view item) {
    if (!list.empty() && !item.empty()) {
        list += separator;
    }
    list += item;
}

// Between 10G and FDR, between 28G and 50G lanes, and so on: rates of codes are rounded, and FEC adds to real ones.
struct ClassLimit {
    double most_gbps = 0;
    LaneClass lane_class = LaneClass::nrz_10g;
};
constexpr double slowest_lane = 2.5;  // SDR
constexpr std::array class_limits{
    ClassLimit{12, LaneClass::nrz_10g},
    ClassLimit{32, LaneClass::nrz_25g},
    ClassLimit{66, LaneClass::pam4_50g},
    ClassLimit{132, LaneClass::pam4_100g},
};

std::optional<LaneClass> class_of(double gbps) {
    if (gbps < slowest_lane) {
        return std::nullopt;
    }
    const auto* found =
        std::ranges::find_if(class_limits, [gbps](const ClassLimit& limit) { return gbps <= limit.most_gbps; });
    return found == class_limits.end() ? std::nullopt : std::optional{found->lane_class};
}

// --- breakout

// What a far-end code means: so many ends, as people write it.
struct FarEndRow {
    std::uint8_t code = 0;
    unsigned ends = 0;
    std::string_view words;
};

// SFF-8636 byte 113 bits 6-4. Cables with two ends are coded 5 or 6, whatever their lanes are (protocol_mode.md 1.1).
constexpr std::array sff8636_far_ends{
    FarEndRow{1, 1, "far end 1x4"}, FarEndRow{2, 1, "far end 1x2"}, FarEndRow{3, 1, "far end 1x1"},
    FarEndRow{4, 4, "far end 4x1"}, FarEndRow{5, 2, "far end 2x2"}, FarEndRow{6, 2, "far end 2x1"},
};

// CMIS page 00h byte 211 bits 4-0, table 8-34: the codes whose ends are alike.
constexpr std::array cmis_far_ends{
    FarEndRow{0x01, 8, "far end 8x1"},
    FarEndRow{0x02, 1, "far end 1x8"},
    FarEndRow{0x03, 2, "far end 2x4"},
    FarEndRow{0x0C, 4, "far end 4x2"},
};

// Lanes that there is room for; 0: not known.
unsigned lanes_of(std::string_view form_factor) {
    if (form_factor == "QSFP-DD" || form_factor == "OSFP") {
        return 8;
    }
    if (form_factor == "SFP-DD" || form_factor == "DSFP") {
        return 2;
    }
    return form_factor.starts_with("QSFP") || form_factor == "microQSFP" ? 4 : 0;
}

std::string lanes_here(unsigned lanes) {
    return std::to_string(lanes) + (lanes == 1 ? " lane here" : " lanes here");
}

Breakout read_breakout(const Module& module, unsigned form_factor_lanes) {
    Breakout breakout;
    if (!has_captive_cable(module)) {
        return breakout;
    }
    const bool is_cmis = module.memory_model == MemoryModelId::cmis;
    const unsigned all = (1U << form_factor_lanes) - 1;
    const unsigned missing = unsupported_media_lanes(module) & all;
    if (missing != 0 && missing != all) {
        breakout.near_lanes = form_factor_lanes - static_cast<unsigned>(std::popcount(missing));
    }
    const std::uint8_t far = module.identity.far_end_code.value_or(0);
    const std::span<const FarEndRow> table = is_cmis ? std::span<const FarEndRow>{cmis_far_ends} : sff8636_far_ends;
    const auto row = std::ranges::find(table, far, &FarEndRow::code);
    std::string words;
    if (row != table.end()) {
        breakout.far_ends = row->ends;
        words = row->words;
    } else if (far != 0) {
        words = "far end of a kind that is not decoded";
    }
    const std::string here = breakout.near_lanes ? lanes_here(*breakout.near_lanes) : std::string{};
    if (is_cmis) {
        breakout.evidence = words.empty() ? "" : evidence_of("byte 211", far, words);
        if (!here.empty()) {
            append(breakout.evidence, "; ", evidence_of("byte 210", *module.identity.media_lanes_unsupported, here));
        }
    } else if (!words.empty() || !here.empty()) {
        append(words, ", ", here);
        const unsigned byte = (far << 4U) | (module.identity.media_lanes_unsupported.value_or(0) & 0xFU);
        breakout.evidence = evidence_of("byte 113", static_cast<std::uint8_t>(byte), words);
    }
    return breakout;
}

// --- SFF-8636

// How many of the lanes of a code are here: a cable has as many as its end has, an optic as many as the code says.
struct Lanes {
    bool cable = false;
    unsigned host = sff8636_lanes;

    double total(const CodeRow& row, double one_lane) const {
        return cable || row.lanes == 0 ? one_lane * host : row.rate_gbps;
    }
};

void claim_extended(std::string_view place, std::optional<Code<CodeTable::extended_compliance>> code, Lanes lanes,
                    Claims& claims) {
    const CodeRow* row = code && code->value != 0 ? find(*code) : nullptr;
    if (row == nullptr) {
        return;
    }
    const double one_lane = host_lane_gbps(code);
    claims.push_back({.lane_gbps = one_lane,
                      .total_gbps = lanes.total(*row, one_lane),
                      .evidence = evidence_of(place, code->value, row->name),
                      .pmd = find_pmd(row->name)});
}

// Bits 6 and 7 are NVIDIA's use of reserved ones.
void claim_infiniband(const Module& module, Lanes lanes, Claims& claims) {
    const std::uint8_t byte = module.identity.infiniband.value_or(0);
    const std::size_t before = claims.size();
    std::string names;
    for (const CodeRow& row : rows(CodeTable::infiniband_bit)) {
        if ((byte & (1U << (row.code % 8U))) == 0 || (row.family != Family::infiniband && !named_nvidia(module))) {
            continue;
        }
        const double one_lane = lane_gbps(&row);
        claims.push_back({.lane_gbps = one_lane, .total_gbps = lanes.total(row, one_lane), .evidence = {}});
    }
    const Declaration declaration = declare(module);
    for (const std::string& speed : declaration[Protocol::infiniband].speeds) {
        append(names, ", ", speed);
    }
    for (Claim& claim : std::span{claims}.subspan(before)) {
        claim.evidence = evidence_of("byte 164", byte, names);
    }
}

// Bytes 131 and 138: 135 to 137 name no speed, and the rest has lanes that are slower than any class.
void claim_compliance(const Module& module, Lanes lanes, Claims& claims) {
    const auto bytes = module.identity.compliance.value_or(std::array<std::uint8_t, 8>{});
    for (const CodeRow& row : rows(CodeTable::compliance_bit)) {
        const unsigned index = row.code / 8U % bytes.size();
        const bool counts = row.family == Family::ethernet || row.family == Family::fibre_channel;
        if (!counts || (bytes[index] & (1U << (row.code % 8U))) == 0 || row.rate_gbps <= 0) {
            continue;
        }
        const double one_lane = lane_gbps(&row);
        const bool one_each = row.family == Family::fibre_channel;  // lanes of Fibre Channel are links of their own
        claims.push_back({.lane_gbps = one_lane,
                          .total_gbps = one_each ? one_lane : lanes.total(row, one_lane),
                          .evidence = evidence_of("byte " + std::to_string(131 + index), bytes[index], row.name),
                          .pmd = find_pmd(row.name)});
    }
}

// Slower than any lane of two bits a symbol.
constexpr double slowest_pam4_baud = 26e9;

// Symbols are known to carry one bit, at less than a 50G lane needs: codes of such lanes are wrong.
bool signals_below_50g(const Module& module) {
    const auto rate = signaling_rate(module);
    const bool stated = module.identity.encoding && module.identity.encoding->value != 0;
    return stated && !is_pam4(module) && rate && rate->value < slowest_pam4_baud;
}

Claims sff8636_claims(const Module& module, const Breakout& breakout) {
    Claims claims;
    const Lanes lanes{.cable = has_captive_cable(module), .host = breakout.near_lanes.value_or(sff8636_lanes)};
    claim_extended("byte 192", module.identity.extended_compliance, lanes, claims);
    claim_extended("byte 116", module.identity.secondary_compliance, lanes, claims);
    claim_infiniband(module, lanes, claims);
    claim_compliance(module, lanes, claims);
    if (signals_below_50g(module)) {
        std::erase_if(claims, [](const Claim& claim) {
            return class_of(claim.lane_gbps).value_or(LaneClass::nrz_10g) >= LaneClass::pam4_50g;
        });
    }
    return claims;
}

std::string gigabaud(Baud rate) {
    const auto tenths = static_cast<unsigned long>(std::lround(rate.value / 1e8));
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GBd";
}

// Where no code says it: by encoding and signaling rate.
void add_signaled_class(const Module& module, LinkTraits& traits) {
    const auto rate = signaling_rate(module);
    const bool pam4 = is_pam4(module);
    std::string evidence;
    if (pam4) {
        evidence = evidence_of("byte 139", module.identity.encoding->value, "PAM4");
    }
    double gbps = pam4 ? 50 : 0;
    if (rate) {
        constexpr std::uint8_t see_222 = 0xFF;
        const bool unspecified = !module.identity.encoding || module.identity.encoding->value == 0;
        gbps = rate->value / 1e9 * (pam4 || (unspecified && rate->value >= slowest_pam4_baud) ? 2 : 1);
        const std::uint8_t code = module.identity.signaling_rate_code.value_or(0);
        const auto quarters = static_cast<std::uint8_t>(std::clamp(std::lround(rate->value / 250e6), 0L, 255L));
        append(evidence, "; ",
               code == see_222 ? evidence_of("byte 222", quarters, gigabaud(*rate))
                               : evidence_of("byte 140", code, gigabaud(*rate)));
    }
    if (const auto lane_class = class_of(gbps)) {
        traits.lane_classes.add(*lane_class);
        traits.lane_evidence = evidence;
    }
}

std::optional<bool> high_power_enabled(const Module& module) {
    switch (power_class(module).value_or(0)) {
        case 5:
        case 6:
        case 7: return module.controls.high_power_class_5_to_7;
        case 8: return module.controls.high_power_class_8;
        default: return std::nullopt;
    }
}

// --- CMIS

Claims cmis_claims(const Module& module) {
    Claims claims;
    const std::size_t banks = std::max<std::size_t>(lane_counts(module).host / lanes_per_bank, 1);
    for (std::size_t i = 0; i < max_applications; ++i) {
        const ApplicationDescriptor* descriptor = application_at(module, i);
        const CodeRow* row = descriptor == nullptr ? nullptr : find(descriptor->host_interface);
        if (row == nullptr) {
            continue;
        }
        const double one_lane = lane_gbps(row);
        const double one = row->lanes == 0 ? one_lane * host_lanes(*descriptor) : row->rate_gbps;
        claims.push_back({.lane_gbps = one_lane,
                          .total_gbps = one * instances(*descriptor) * static_cast<double>(banks),
                          .evidence = evidence_of("application " + std::to_string(i + 1),
                                                  descriptor->host_interface.value, row->name),
                          .pmd = find_pmd(media_interface_name(module, descriptor->media_interface))});
    }
    return claims;
}

void take(const Claims& claims, LinkTraits& traits) {
    double fastest = 0;
    std::vector<std::string_view> evidence;
    for (const Claim& claim : claims) {
        fastest = std::max(fastest, claim.total_gbps);
        const auto lane_class = class_of(claim.lane_gbps);
        if (lane_class && !traits.lane_classes.has(*lane_class)) {
            traits.lane_classes.add(*lane_class);
            if (std::ranges::find(evidence, claim.evidence) == evidence.end()) {
                evidence.emplace_back(claim.evidence);
            }
        }
        const bool brighter =
            traits.pmd == nullptr || (claim.pmd != nullptr && claim.pmd->rate_gbps > traits.pmd->rate_gbps);
        if (brighter && traits.medium == MediaType::optical && !traits.captive_cable) {
            traits.pmd = claim.pmd;
        }
    }
    for (const std::string_view text : evidence) {
        append(traits.lane_evidence, "; ", text);
    }
    if (fastest > 0) {
        traits.max_bits_per_second = fastest * 1e9;
    }
}

}  // namespace

std::string_view text(LaneClass lane_class) {
    constexpr std::array<std::string_view, lane_class_count> names{"10G NRZ", "25G NRZ", "50G PAM4", "100G PAM4"};
    return names[static_cast<std::size_t>(lane_class) % lane_class_count];
}

std::optional<LaneClass> LaneClasses::fastest() const {
    return any() ? std::optional{static_cast<LaneClass>(std::bit_width(bits_) - 1)} : std::nullopt;
}

std::optional<LaneClass> LaneClasses::slowest() const {
    return any() ? std::optional{static_cast<LaneClass>(std::countr_zero(bits_))} : std::nullopt;
}

LinkTraits link_traits(const Module& module) {
    LinkTraits traits;
    traits.form_factor = form_factor(module);
    traits.medium = media_type(module);
    traits.captive_cable = has_captive_cable(module);
    traits.lanes = lane_counts(module);
    traits.cable_length = length_of_cable(module);
    traits.max_power = max_power(module);
    traits.breakout = read_breakout(module, lanes_of(traits.form_factor));
    if (module.memory_model == MemoryModelId::sff8636) {
        take(sff8636_claims(module, traits.breakout), traits);
        if (!traits.lane_classes.any()) {
            add_signaled_class(module, traits);
        }
        traits.high_power_enabled = high_power_enabled(module);
    } else if (module.memory_model == MemoryModelId::cmis) {
        take(cmis_claims(module), traits);
    }
    return traits;
}

}  // namespace opticward::cmis
