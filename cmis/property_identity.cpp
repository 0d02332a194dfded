// Who the module is and what it is built of.
#include "cmis/interpretation.h"
#include "cmis/memory_model.h"
#include "cmis/property_rows.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace opticward::cmis {

namespace {

bool is_cmis(const Target& target) {
    return target.module.memory_model == MemoryModelId::cmis;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr std::size_t date_width = 6;
constexpr std::size_t lot_width = 2;

// "2024-01-01" to "240101"; nothing for any other form.
std::optional<std::string> short_date(std::string_view text) {
    if (text.size() != 10 || !text.starts_with("20") || text[4] != '-' || text[7] != '-') {
        return std::nullopt;
    }
    std::string digits{text.substr(2, 2)};
    digits += text.substr(5, 2);
    digits += text.substr(8, 2);
    return std::ranges::all_of(digits, is_digit) ? std::optional{digits} : std::nullopt;
}

// One fibre of the reach: its key is its register.
template <auto Member>
constexpr PropertyRow reach_row(std::string_view key, double high) {
    return {key,
            [](const Subject& subject) -> Described {
                // Through the interpretation, which knows where a register ends.
                const auto all = reach(subject.module);
                if (!all) {
                    return std::nullopt;
                }
                return said((*all).*Member);
            },
            nullptr, 0, high};
}

template <auto ReachMember, auto IdentityMember>
constexpr PropertyRow fibre_row(std::string_view key, double high) {
    PropertyRow row = reach_row<ReachMember>(key, high);
    row.apply = [](const PropertyRow& self, const Value& value, const Target& target) {
        if (const auto meters = read_number(value, target, self.low, self.high)) {
            target.module.identity.*IdentityMember = Meters{*meters};
        }
    };
    return row;
}

constexpr auto reach_rows = std::to_array<PropertyRow>({
    fibre_row<&Reach::smf, &Identity::smf_length>("smf", 6'300'000),
    fibre_row<&Reach::om5, &Identity::om5_length>("om5", 508),
    fibre_row<&Reach::om4, &Identity::om4_length>("om4", 508),
    fibre_row<&Reach::om3, &Identity::om3_length>("om3", 508),
    fibre_row<&Reach::om2, &Identity::om2_length>("om2", 254),
    fibre_row<&Reach::om1, &Identity::om1_length>("om1", 254),
});

// 0 dB is what an unused byte reads.
template <auto Member>
constexpr PropertyRow attenuation_row(std::string_view key) {
    return {key,
            [](const Subject& subject) {
                const auto value = subject.module.identity.*Member;
                return value && value->value > 0 ? said(value->value) : std::nullopt;
            },
            [](const PropertyRow& row, const Value& value, const Target& target) {
                if (const auto decibels = read_number(value, target, row.low, row.high)) {
                    target.module.identity.*Member = Decibels{*decibels};
                }
            },
            0, 255};
}

constexpr auto attenuation_rows = std::to_array<PropertyRow>({
    attenuation_row<&Identity::attenuation_2_5_ghz>("2.5 GHz"),
    attenuation_row<&Identity::attenuation_5_ghz>("5 GHz"),
    attenuation_row<&Identity::attenuation_7_ghz>("7 GHz"),
    attenuation_row<&Identity::attenuation_12_9_ghz>("12.9 GHz"),
    attenuation_row<&Identity::attenuation_25_8_ghz>("25.8 GHz"),
    attenuation_row<&Identity::attenuation_53_ghz>("53.1 GHz"),
});

void set_power_class(Module& module, unsigned power_class) {
    Identity& identity = module.identity;
    if (module.memory_model == MemoryModelId::cmis) {
        identity.power_class_code = static_cast<std::uint8_t>(power_class - 1);
        return;
    }
    // Classes 5 to 8 also read as class 4, for hosts that know no more (SFF-8636 table 6-16).
    identity.power_class_code = static_cast<std::uint8_t>(std::min(power_class, 4U) - 1);
    identity.high_power_class_code =
        static_cast<std::uint8_t>(power_class >= 5 && power_class <= 7 ? power_class - 4 : 0);
    identity.power_class_8 = power_class == 8;
}

}  // namespace

void apply_memory_model(const PropertyRow&, const Value& value, const Target& target) {
    constexpr std::array<std::string_view, 2> names{"SFF-8636", "CMIS"};
    if (const auto choice = read_choice(names, value, target)) {
        target.module.memory_model = *choice == 0 ? MemoryModelId::sff8636 : MemoryModelId::cmis;
    }
}

void apply_identifier(const PropertyRow&, const Value& value, const Target& target) {
    const auto code = read_code(CodeTable::identifier, value, target);
    if (!code) {
        return;
    }
    const MemoryModel* map = model_for(*code);
    if (map == nullptr) {
        target.problem("no memory map is known for this identifier");
        return;
    }
    if (target.module.memory_model != MemoryModelId::none && target.module.memory_model != map->id) {
        target.problem("belongs to the memory model " + std::string{map->name});
        return;
    }
    target.module.memory_model = map->id;
    target.module.identity.identifier = Code<CodeTable::identifier>{*code};
    target.module.identity.identifier_copy = target.module.identity.identifier;
}

void apply_revision_compliance(const PropertyRow&, const Value& value, const Target& target) {
    auto& revision = target.module.identity.revision_compliance;
    if (!is_cmis(target)) {
        if (const auto code = read_code(CodeTable::revision_compliance_sff8636, value, target)) {
            revision = code;
        }
        return;
    }
    const std::string* text = read_text(value, target);
    if (text == nullptr) {
        return;
    }
    constexpr std::string_view prefix = "CMIS ";
    const std::string version = text->starts_with(prefix) ? text->substr(prefix.size()) : *text;
    const auto parts = read_version(version, target);
    if (parts && parts->first <= 15 && parts->second <= 15) {
        revision = static_cast<std::uint8_t>(parts->first << 4U | parts->second);
    } else if (parts) {
        target.problem("must not be above 15.15");
    }
}

void apply_vendor_oui(const PropertyRow&, const Value& value, const Target& target) {
    const std::string* text = read_text(value, target);
    if (text == nullptr) {
        return;
    }
    std::array<std::uint8_t, 3> oui{};
    bool right = text->size() == 8 && (*text)[2] == ':' && (*text)[5] == ':';
    for (std::size_t i = 0; right && i < oui.size(); ++i) {
        const char* const begin = text->data() + 3 * i;
        const auto read = std::from_chars(begin, begin + 2, oui[i], 16);
        right = read.ec == std::errc{} && read.ptr == begin + 2;
    }
    if (!right) {
        target.problem("must be three bytes as in \"00:02:c9\"");
        return;
    }
    target.module.identity.vendor_oui = oui;
}

void apply_date_code(const PropertyRow&, const Value& value, const Target& target) {
    const std::string* text = read_text(value, target);
    if (text == nullptr) {
        return;
    }
    if (auto date = short_date(*text)) {
        target.module.identity.date_code = std::move(*date);
    } else if (auto raw = read_ascii(value, target, date_width + lot_width)) {
        target.module.identity.date_code = std::move(*raw);
    }
}

void apply_lot_code(const PropertyRow&, const Value& value, const Target& target) {
    if (const auto lot = read_ascii(value, target, lot_width)) {
        std::string& code = target.module.identity.date_code;
        code.resize(date_width, ' ');
        code += *lot;
    }
}

// Byte 140 counts 100 MBd up to 254; faster ones go to byte 222 in steps of 250 MBd.
void apply_signaling_rate(const PropertyRow& row, const Value& value, const Target& target) {
    const auto baud = read_number(value, target, row.low, row.high);
    if (!baud) {
        return;
    }
    constexpr double step = 100e6;
    const auto steps = static_cast<unsigned>(std::lround(*baud / step));
    const bool fits = steps < 255 && std::abs(*baud - steps * step) < 1;
    target.module.identity.signaling_rate_code = static_cast<std::uint8_t>(fits ? steps : 255);
    target.module.identity.extended_signaling_rate = Baud{fits ? 0 : *baud};
}

void apply_media(const PropertyRow&, const Value& value, const Target& target) {
    Identity& identity = target.module.identity;
    if (is_cmis(target)) {
        if (const auto code = read_code(CodeTable::media_technology_cmis, value, target)) {
            identity.media_technology = Code<CodeTable::media_technology_cmis>{*code};
        }
        return;
    }
    const auto code = read_code(CodeTable::transmitter_technology_sff8636, value, target);
    if (code && *code > 15) {
        target.problem("must be from 0 to 15");
    } else if (code) {
        identity.transmitter_technology = Code<CodeTable::transmitter_technology_sff8636>{*code};
    }
}

void apply_power_class(const PropertyRow&, const Value& value, const Target& target) {
    if (const auto number = read_integer(value, target, 1, 8)) {
        set_power_class(target.module, static_cast<unsigned>(*number));
    }
}

// SFF-8636 states watts in class 8 only, so there the watts must fit the class, or name one.
void apply_max_power(const PropertyRow&, const Value& value, const Target& target) {
    const bool cmis = is_cmis(target);
    const auto watts = read_number(value, target, 0, cmis ? 63.75 : 25.5);
    if (!watts) {
        return;
    }
    Module& module = target.module;
    if (!cmis && !power_class(module)) {
        unsigned fitting = 8;
        for (unsigned candidate = 7; candidate >= 1; --candidate) {
            fitting = class_power(candidate) == Watts{*watts} ? candidate : fitting;
        }
        set_power_class(module, fitting);
    }
    const auto by_class = cmis ? std::nullopt : class_power(power_class(module).value_or(8));
    if (by_class && *by_class != Watts{*watts}) {
        target.problem("does not fit the power class; only class 8 states its own watts");
        return;
    }
    if (!by_class) {
        module.identity.max_power = Watts{*watts};
    }
}

Described describe_reach(const Subject& subject) {
    return describe_rows(reach_rows, subject);
}

void apply_reach(const PropertyRow&, const Value& value, const Target& target) {
    apply_rows(reach_rows, value, target);
}

Described describe_attenuation(const Subject& subject) {
    const MediaType type = media_type(subject.module);
    const bool copper = type == MediaType::passive_copper || type == MediaType::active_copper;
    return copper ? describe_rows(attenuation_rows, subject) : std::nullopt;
}

void apply_attenuation(const PropertyRow&, const Value& value, const Target& target) {
    apply_rows(attenuation_rows, value, target);
}

}  // namespace opticward::cmis
