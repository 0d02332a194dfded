#include "cmis/interpretation.h"

#include <algorithm>
#include <array>

namespace opticward::cmis {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

std::string hex(std::uint8_t value) {
    return {hex_digits[value >> 4U], hex_digits[value & 0xFU]};
}

bool is_sff8636(const Module& module) {
    return module.memory_model == MemoryModelId::sff8636;
}

bool is_qsfp(Code<CodeTable::identifier> code) {
    return family(code) == Family::sff8636 || family(code) == Family::sff8636_compatible;
}

// A length or temperature register of 0 is "not stated" (T-09).
template <class T>
std::optional<T> stated(const std::optional<T>& value) {
    return value && value->value > 0 ? value : std::nullopt;
}

Family medium_family(const Module& module) {
    if (is_sff8636(module)) {
        const auto technology = module.identity.transmitter_technology;
        return technology ? family(*technology) : Family::none;
    }
    const auto technology = module.identity.media_technology;
    return technology ? family(*technology) : Family::none;
}

MediaType by_technology(const Module& module) {
    switch (medium_family(module)) {
        case Family::optical: return MediaType::optical;
        case Family::passive_copper: return MediaType::passive_copper;
        case Family::active_copper: return MediaType::active_copper;
        default: return MediaType::unknown;
    }
}

// Twisted pair is not a transmitter technology: byte 192 says so.
bool is_base_t(const Module& module) {
    const auto code = module.identity.extended_compliance;
    const CodeRow* row = code ? find(*code) : nullptr;
    return row != nullptr && row->name.contains("BASE-T");
}

MediaType cmis_media_type(const Module& module) {
    const MediaType technology = by_technology(module);
    switch (module.identity.media_type ? module.identity.media_type->value : 0) {
        case 1:
        case 2: return MediaType::optical;
        case 3: return technology == MediaType::active_copper ? technology : MediaType::passive_copper;
        case 4: return technology;
        case 5: return MediaType::base_t;
        // Technology 00h is a laser as well as a byte that nobody set.
        default:
            return module.identity.media_technology && module.identity.media_technology->value != 0
                       ? technology
                       : MediaType::unknown;
    }
}

std::string version(std::optional<std::uint8_t> major, std::optional<std::uint8_t> minor) {
    const bool not_reported = !major || !minor || (*major == 0 && *minor == 0) || (*major == 0xFF && *minor == 0xFF);
    return not_reported ? std::string{} : std::to_string(*major) + "." + std::to_string(*minor);
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

unsigned two_digits(std::string_view text) {
    return static_cast<unsigned>(text[0] - '0') * 10U + static_cast<unsigned>(text[1] - '0');
}

bool is_date(std::string_view text) {
    if (text.size() < 6 || !std::ranges::all_of(text.substr(0, 6), is_digit)) {
        return false;
    }
    const unsigned month = two_digits(text.substr(2, 2));
    const unsigned day = two_digits(text.substr(4, 2));
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

// The register ends at 255 steps, which means "more than 254".
struct LengthRegister {
    std::string_view name;
    std::optional<Meters> Identity::*member;
    double full;
    double most;
};
constexpr auto sff8636_lengths = std::to_array<LengthRegister>({
    {"reach over SMF", &Identity::smf_length, 255e3, 254e3},
    {"reach over OM4", &Identity::om4_length, 510, 508},
    {"reach over OM3", &Identity::om3_length, 510, 508},
    {"reach over OM2", &Identity::om2_length, 255, 254},
    {"reach over OM1", &Identity::om1_length, 255, 254},
    {"cable", &Identity::cable_assembly_length, 255, 254},
});

// The length as far as it is known: at the end of the register, the most that it can state.
std::optional<Meters> bounded(const Module& module, std::optional<Meters> Identity::*member) {
    const auto value = module.identity.*member;
    if (!value || !is_sff8636(module)) {
        return value;
    }
    for (const LengthRegister& length : sff8636_lengths) {
        if (length.member == member && value->value >= length.full) {
            return Meters{length.most};
        }
    }
    return value;
}

}  // namespace

std::string_view text(MemoryModelId model) {
    switch (model) {
        case MemoryModelId::sff8636: return "SFF-8636";
        case MemoryModelId::cmis: return "CMIS";
        case MemoryModelId::sff8472: return "SFF-8472";
        case MemoryModelId::none: break;
    }
    return {};
}

std::optional<Code<CodeTable::identifier>> identifier(const Module& module) {
    const auto byte_0 = module.identity.identifier;
    const auto byte_128 = module.identity.identifier_copy;
    if (!byte_0) {
        return byte_128;
    }
    // Within the QSFP family the copy is the better kept of the two: cables say 0Dh outside and 11h inside.
    return is_sff8636(module) && byte_128 && is_qsfp(*byte_128) ? byte_128 : byte_0;
}

std::string revision_compliance(const Module& module) {
    const auto revision = module.identity.revision_compliance;
    if (!revision) {
        return {};
    }
    if (is_sff8636(module)) {
        return *revision == 0 ? std::string{} : name(CodeTable::revision_compliance_sff8636, *revision);
    }
    return "CMIS " + std::to_string(*revision >> 4U) + "." + std::to_string(*revision & 0xFU);
}

std::string_view text(MediaType type) {
    constexpr std::array<std::string_view, 5> names{"unknown", "optical", "passive_copper", "active_copper", "base_t"};
    return names[static_cast<std::size_t>(type) % names.size()];
}

MediaType media_type(const Module& module) {
    if (module.memory_model == MemoryModelId::cmis) {
        return cmis_media_type(module);
    }
    if (!is_sff8636(module)) {
        return MediaType::unknown;
    }
    return is_base_t(module) ? MediaType::base_t : by_technology(module);
}

std::string media(const Module& module) {
    if (is_sff8636(module) && module.identity.transmitter_technology) {
        return name(*module.identity.transmitter_technology);
    }
    return module.identity.media_technology ? name(*module.identity.media_technology) : std::string{};
}

bool has_captive_cable(const Module& module) {
    constexpr std::uint8_t no_separable_connector = 0x23;
    const MediaType type = media_type(module);
    return type == MediaType::passive_copper || type == MediaType::active_copper ||
           (module.identity.connector && module.identity.connector->value == no_separable_connector);
}

std::optional<unsigned> power_class(const Module& module) {
    const auto code = module.identity.power_class_code;
    if (!code) {
        return std::nullopt;
    }
    if (!is_sff8636(module)) {
        return *code + 1U;
    }
    if (module.identity.power_class_8.value_or(false)) {
        return 8;
    }
    const unsigned high = module.identity.high_power_class_code.value_or(0);
    return high != 0 ? 4U + high : *code + 1U;
}

std::optional<Watts> class_power(unsigned power_class) {
    constexpr std::array<double, 7> watts{1.5, 2.0, 2.5, 3.5, 4.0, 4.5, 5.0};  // SFF-8636 table 6-16
    return power_class >= 1 && power_class <= watts.size() ? std::optional{Watts{watts[power_class - 1]}}
                                                           : std::nullopt;
}

std::optional<Watts> max_power(const Module& module) {
    if (!is_sff8636(module)) {
        return stated(module.identity.max_power);
    }
    const auto declared = power_class(module);
    if (!declared) {
        return std::nullopt;
    }
    return *declared == 8 ? stated(module.identity.max_power) : class_power(*declared);
}

std::optional<Celsius> max_case_temperature(const Module& module) {
    const auto value = module.identity.max_case_temperature;
    if (value && value->value == 0) {
        return is_sff8636(module) ? std::optional{Celsius{70}} : std::nullopt;
    }
    return value;
}

std::optional<Reach> reach(const Module& module) {
    if (has_captive_cable(module) || module.memory_model == MemoryModelId::none) {
        return std::nullopt;
    }
    const Reach result{.smf = bounded(module, &Identity::smf_length),
                       .om5 = bounded(module, &Identity::om5_length),
                       .om4 = bounded(module, &Identity::om4_length),
                       .om3 = bounded(module, &Identity::om3_length),
                       .om2 = bounded(module, &Identity::om2_length),
                       .om1 = bounded(module, &Identity::om1_length)};
    const bool says_something = stated(result.smf) || stated(result.om5) || stated(result.om4) || stated(result.om3) ||
                                stated(result.om2) || stated(result.om1);
    return says_something ? std::optional{result} : std::nullopt;
}

std::optional<Meters> length_of_cable(const Module& module) {
    return stated(bounded(module, &Identity::cable_assembly_length));
}

std::string longer_than_register(const Module& module) {
    std::string words;
    if (!is_sff8636(module)) {
        return words;
    }
    for (const LengthRegister& length : sff8636_lengths) {
        if ((module.identity.*length.member).value_or(Meters{}).value >= length.full) {
            words += (words.empty() ? "" : ", ") + std::string{length.name} + " is more than " +
                     std::to_string(static_cast<int>(length.most)) + " m";
        }
    }
    return words;
}

std::optional<Meters> wavelength(const Module& module) {
    return media_type(module) == MediaType::optical ? stated(module.identity.wavelength) : std::nullopt;
}

std::optional<Meters> wavelength_tolerance(const Module& module) {
    return wavelength(module) ? stated(module.identity.wavelength_tolerance) : std::nullopt;
}

std::string firmware_version(const Module& module) {
    return version(module.identity.active_firmware_major, module.identity.active_firmware_minor);
}

std::string inactive_firmware_version(const Module& module) {
    return version(module.identity.inactive_firmware_major, module.identity.inactive_firmware_minor);
}

std::string hardware_version(const Module& module) {
    return version(module.identity.hardware_major, module.identity.hardware_minor);
}

bool firmware_image_invalid(const Module& module) {
    return module.identity.active_firmware_major == 0xFF && module.identity.active_firmware_minor == 0xFF;
}

std::string date_code(const Module& module) {
    const std::string& code = module.identity.date_code;
    if (!is_date(code)) {
        return code;
    }
    return "20" + code.substr(0, 2) + "-" + code.substr(2, 2) + "-" + code.substr(4, 2);
}

std::string lot_code(const Module& module) {
    const std::string& code = module.identity.date_code;
    if (!is_date(code)) {
        return {};
    }
    const std::size_t begin = code.find_first_not_of(' ', 6);
    return begin == std::string::npos ? std::string{} : code.substr(begin);
}

std::string vendor_oui(const Module& module) {
    const auto oui = module.identity.vendor_oui;
    if (!oui || *oui == std::array<std::uint8_t, 3>{}) {
        return {};
    }
    return hex((*oui)[0]) + ":" + hex((*oui)[1]) + ":" + hex((*oui)[2]);
}

std::optional<ModuleState> module_state(const Module& module) {
    if (!is_sff8636(module)) {
        return module.live.module_state;
    }
    // Without lower memory nothing is known of the state.
    if (!module.live.flags.knows(ModuleFlag::data_not_ready)) {
        return std::nullopt;
    }
    if (module.controls.power_override.value_or(false) && module.controls.power_set.value_or(false)) {
        return ModuleState::low_power;
    }
    // A passive cable has no data to be ready with.
    const bool waits =
        module.live.flags.has(ModuleFlag::data_not_ready) && media_type(module) != MediaType::passive_copper;
    return waits ? ModuleState::powering_up : ModuleState::ready;
}

std::string_view text(ModuleState state) {
    switch (state) {
        case ModuleState::low_power: return "low_power";
        case ModuleState::powering_up: return "powering_up";
        case ModuleState::ready: return "ready";
        case ModuleState::powering_down: return "powering_down";
        case ModuleState::fault: return "fault";
        default: return "unknown";  // 0, 6 and 7 are reserved
    }
}

std::string_view text(DataPathState state) {
    switch (state) {
        case DataPathState::deactivated: return "deactivated";
        case DataPathState::initializing: return "initializing";
        case DataPathState::deinitializing: return "deinitializing";
        case DataPathState::activated: return "activated";
        case DataPathState::tx_turn_on: return "tx_turn_on";
        case DataPathState::tx_turn_off: return "tx_turn_off";
        case DataPathState::initialized: return "initialized";
        default: return "none";  // no data path, and the reserved codes
    }
}

std::string_view text(ChecksumState state) {
    switch (state) {
        case ChecksumState::ok: return "ok";
        case ChecksumState::bad: return "bad";
        case ChecksumState::absent: break;
    }
    return "absent";
}

}  // namespace opticward::cmis
