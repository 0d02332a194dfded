// Rows of the medium and of what the module is coded for, mostly SFF-8636 page 00h.
#include "cmis/interpretation.h"
#include "cmis/protocol.h"
#include "tests/corpus/comparison.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace opticward::test {

namespace {

using cmis::Identity;

constexpr auto encoding_words = std::to_array<Words>({{"PAM4 (08h)", "PAM4"}});
constexpr auto transmitter_words = std::to_array<Words>({
    {"Copper cable unequalized (a0h)", "Copper cable unequalized"},
    {"Copper cable, passive, unequalized", "Copper cable, passive unequalized"},
});
constexpr auto media_words = std::to_array<Words>({
    {"Fiber", "optical"},
    {"Copper", "passive_copper"},
    {"Passive copper cable", "passive_copper"},
});
constexpr auto extended_compliance_words = std::to_array<Words>({
    {"Unspecified (0x00)", "Unspecified"},
    {"100G CWDM4 (fboss ExtendedSpecComplianceCode::CWDM4_100G)", "100G CWDM4"},
    {"100GBASE-CR4 (fboss CR4_100G)", "100GBASE-CR4, 25GBASE-CR CA-25G-L or 50GBASE-CR2 with RS-FEC"},
    {"100G-FR (fboss FR1_100G)", "100G-FR or 100GBASE-FR1, CAUI-4 (no FEC)"},
    {"50GBASE-CR/100GBASE-CR2/200GBASE-CR4 (fboss CR_50G_CHANNELS)", "50GBASE-CR, 100GBASE-CR2 or 200GBASE-CR4"},
    {"50GBASE-CR, 100GBASE-CR2, or 200GBASE-CR4", "50GBASE-CR, 100GBASE-CR2 or 200GBASE-CR4"},
    {"Active Optical Cable with 50GAUI, 100GAUI-2 or 200GAUI-4 C2M. Providing a worst BER of 10-6 or below",
     "AOC with 50GAUI, 100GAUI-2 or 200GAUI-4 C2M (worst BER 1e-6)"},
});
constexpr auto fibre_channel_words = std::to_array<Words>({
    {"Short distance (S)", "FC link length S (short distance)"},
    {"Shortwave laser w/o OFC (SN)", "FC tx technology SN (shortwave laser w/o OFC)"},
    {"Multi-mode 50 um (OM3)", "FC media OM3 multimode 50 um"},
});

// bigcode names the kind of module that it concludes from codes, medium, rate and reach. These are the facts.
constexpr auto module_type_words = std::to_array<Words>({
    {"40GBASE-CR4", "40G, Copper cable unequalized"},
    {"40GBASE-SR4", "40G, 850 nm VCSEL"},
    {"40GBASE-LR4", "40G, 1310 nm DFB, 10 km"},
    {"40GBASE-LM4", "40G, 1310 nm DFB, 140 m of OM3"},
    {"100G-AOC", "100G AOC or 25GAUI C2M AOC (worst BER 5e-5)"},
    {"100GBASE-SR4", "100GBASE-SR4 or 25GBASE-SR"},
    {"100GBASE-LR4", "100GBASE-LR4 or 25GBASE-LR"},
    {"400G-CR8", "400G CR8 (Ethernet Technology Consortium)"},
});

// The names of the bits first..last of bytes 131..138 that are set, the highest bit of each byte first.
json compliance_names(const Subject& subject, unsigned first, unsigned last) {
    json names = json::array();
    const auto bytes = subject.module.identity.compliance;
    for (unsigned bit = last + 1; bytes && bit-- > first;) {
        if (((*bytes)[bit / 8] >> (bit % 8) & 1U) != 0) {
            names.push_back(cmis::name(cmis::CodeTable::compliance_bit, static_cast<std::uint8_t>(bit)));
        }
    }
    return names;
}

// 131..138: byte 4 is 135 (length and technology), 5 is 136 (technology), 6 is 137 (media), 7 is 138 (speed).
Answer fibre_channel_lengths(const Subject& subject) {
    return element(subject, compliance_names(subject, 4 * 8 + 3, 4 * 8 + 7));
}
Answer fibre_channel_technologies(const Subject& subject) {
    return element(subject, compliance_names(subject, 5 * 8 + 4, 5 * 8 + 7));
}
Answer fibre_channel_media(const Subject& subject) {
    return element(subject, compliance_names(subject, 6 * 8, 6 * 8 + 7));
}

// "FC speed 1200 MB/s per channel" to 1200.
Answer fibre_channel_speeds(const Subject& subject) {
    json speeds = json::array();
    for (const std::string name : compliance_names(subject, 7 * 8, 7 * 8 + 7)) {
        constexpr std::string_view prefix = "FC speed ";
        int speed = 0;
        std::from_chars(name.data() + std::min(prefix.size(), name.size()), name.data() + name.size(), speed);
        speeds.push_back(speed);
    }
    return element(subject, speeds);
}

Answer ethernet_compliance(const Subject& subject) {
    return compliance_names(subject, 0, 7);
}

Answer transceiver_code(const Subject& subject) {
    constexpr std::string_view digits = "0123456789abcdef";
    json codes = json::array();
    for (const std::uint8_t byte : subject.module.identity.compliance.value_or(std::array<std::uint8_t, 8>{})) {
        codes.push_back(std::string{digits[byte >> 4U], digits[byte & 0xFU]});
    }
    return element(subject, codes);
}

std::string extended_compliance(const cmis::Module& module) {
    const auto code = module.identity.extended_compliance;
    return code ? cmis::name(*code) : std::string{};
}

// 10.0 to 10.3 GBd on four lanes is 40G Ethernet.
bool is_40g(const cmis::Module& module) {
    const auto rate = cmis::signaling_rate(module);
    return rate && rate->value >= 10.0e9 && rate->value <= 10.3e9 && cmis::lane_counts(module).host == 4;
}

Answer module_type(const Subject& subject) {
    const cmis::Module& module = subject.module;
    if (module.memory_model == cmis::MemoryModelId::cmis) {
        const auto& first = module.identity.applications[0];
        return first ? json(cmis::name(first->host_interface)) : json(nullptr);
    }
    if (module.identity.extended_compliance && module.identity.extended_compliance->value != 0) {
        return extended_compliance(module);
    }
    std::string facts = (is_40g(module) ? "40G, " : "another rate, ") + cmis::media(module);
    if (module.identity.smf_length && module.identity.smf_length->value >= 10'000) {
        facts += ", 10 km";
    } else if (module.identity.smf_length && module.identity.smf_length->value > 0) {
        facts += ", " + std::to_string(static_cast<int>(module.identity.om3_length.value_or(cmis::Meters{}).value)) +
                 " m of OM3";
    }
    return facts;
}

// The last word of the path is the speed: "infiniband.HDR".
Answer infiniband(const Subject& subject) {
    const auto declaration = cmis::declare(subject.module)[cmis::Protocol::infiniband];
    const std::string speed = subject.leaf.path.substr(subject.leaf.path.rfind('.') + 1);
    return declaration.declared && std::ranges::find(declaration.speeds, speed) != declaration.speeds.end();
}

Answer nominal_bitrate(const Subject& subject) {
    return scaled(cmis::signaling_rate(subject.module), 1e-6);
}

template <auto Member>
Answer length(const Subject& subject) {
    return scaled(subject.module.identity.*Member, 1);
}

template <auto Member>
Answer attenuation(const Subject& subject) {
    return scaled(subject.module.identity.*Member, 1);
}

Answer cable_length(const Subject& subject) {
    return scaled(cmis::length_of_cable(subject.module), 1);
}

Answer media_type(const Subject& subject) {
    return cmis::text(cmis::media_type(subject.module));
}

Answer media(const Subject& subject) {
    return cmis::media(subject.module);
}

constexpr auto rows = std::to_array<Row>({
    {"module_type", module_type, module_type_words},
    {"media", media_type, media_words},
    {"cable_type", media_type, media_words},
    {"transmitter", media, transmitter_words},
    {"cable_technology", media, transmitter_words},
    {"encoding",
     [](const Subject& s) -> Answer {
         return s.module.identity.encoding ? json(cmis::name(*s.module.identity.encoding)) : json(nullptr);
     },
     encoding_words},
    {"ext_compliance", [](const Subject& s) -> Answer { return extended_compliance(s.module); },
     extended_compliance_words},
    {"ethernet_compliance", ethernet_compliance},
    {"transceiver_codes[*]", transceiver_code},
    {"fibre_channel.link_length[*]", fibre_channel_lengths, fibre_channel_words},
    {"fibre_channel.technology[*]", fibre_channel_technologies, fibre_channel_words},
    {"fibre_channel.media[*]", fibre_channel_media, fibre_channel_words},
    {"fibre_channel.speeds_MBps[*]", fibre_channel_speeds},
    {"infiniband.SDR", infiniband},
    {"infiniband.DDR", infiniband},
    {"infiniband.QDR", infiniband},
    {"infiniband.FDR", infiniband},
    {"infiniband.EDR", infiniband},
    {"infiniband.HDR", infiniband},
    {"nominal_bitrate_mbps", nominal_bitrate},
    {"rate_identifier", [](const Subject& s) -> Answer { return or_null(s.module.identity.extended_rate_select); }},
    {"length_m", cable_length},
    {"length_cable_m", cable_length},
    {"length_smf_m", length<&Identity::smf_length>},
    {"length_om1_m", length<&Identity::om1_length>},
    {"length_om2_m", length<&Identity::om2_length>},
    {"length_om3_m", length<&Identity::om3_length>},
    {"length_om4_m", length<&Identity::om4_length>},
    {"wavelength_nm", [](const Subject& s) -> Answer { return scaled(cmis::wavelength(s.module), 1e9); }},
    {"wavelength_tolerance_nm",
     [](const Subject& s) -> Answer { return scaled(cmis::wavelength_tolerance(s.module), 1e9); }},
    {"copper_attenuation_db.2.5GHz", attenuation<&Identity::attenuation_2_5_ghz>},
    {"copper_attenuation_db.5GHz", attenuation<&Identity::attenuation_5_ghz>},
    {"copper_attenuation_db.7GHz", attenuation<&Identity::attenuation_7_ghz>},
    {"copper_attenuation_db.12.9GHz", attenuation<&Identity::attenuation_12_9_ghz>},
    {"copper_attenuation_db.12GHz", attenuation<&Identity::attenuation_12_9_ghz>},
    {"copper_attenuation_db.25GHz", attenuation<&Identity::attenuation_25_8_ghz>},
    {"attenuation_25_78GHz_db", attenuation<&Identity::attenuation_25_8_ghz>},
});

}  // namespace

std::span<const Row> media_rows() {
    return rows;
}

}  // namespace opticward::test
