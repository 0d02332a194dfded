// Form factor and signaling rate. Order of evidence: contracts.md, "Form factor".
#include "cmis/applications.h"
#include "cmis/interpretation.h"
#include "cmis/lane_rate.h"

#include <algorithm>

namespace opticward::cmis {

namespace {

constexpr std::uint8_t qsfp28_or_later = 0x11;
constexpr std::uint8_t micro_qsfp = 0x17;
constexpr std::uint8_t qsfp_with_cmis = 0x1E;

// Gb/s of one lane to the member of the QSFP family that is built for it; empty for 0.
std::string_view qsfp_for_lane_rate(double gbps) {
    if (!(gbps > 0)) {
        return {};
    }
    if (gbps <= 16) {
        return "QSFP+";
    }
    if (gbps <= 32) {
        return "QSFP28";
    }
    if (gbps <= 66) {
        return "QSFP56";
    }
    return gbps <= 132 ? "QSFP112" : "QSFP224";
}

double infiniband_lane_rate(const Module& module) {
    constexpr std::uint8_t hdr = 0x20;
    constexpr std::uint8_t edr = 0x10;
    const std::uint8_t bits = module.identity.infiniband.value_or(0);
    if ((bits & hdr) != 0) {
        return 50;
    }
    return (bits & edr) != 0 ? 25 : 0;
}

// Symbols to bits: PAM4 carries two in each symbol. Nobody makes PAM4 lanes slower than 50G.
double signaled_lane_rate(const Module& module) {
    constexpr double slowest_pam4 = 50;
    const bool two_bits = is_pam4(module);
    const auto rate = signaling_rate(module);
    if (!rate) {
        return two_bits ? slowest_pam4 : 0;
    }
    return rate->value / 1e9 * (two_bits ? 2 : 1);
}

std::string_view sff8636_form_factor(const Module& module, std::uint8_t identifier) {
    if (identifier == micro_qsfp) {
        return "microQSFP";
    }
    for (const double rate : {host_lane_gbps(module.identity.extended_compliance), infiniband_lane_rate(module),
                              signaled_lane_rate(module)}) {
        if (rate > 0) {
            return qsfp_for_lane_rate(rate);
        }
    }
    return identifier == qsfp28_or_later ? "QSFP28" : "QSFP+";
}

std::string_view qsfp_cmis_form_factor(const Module& module) {
    double fastest = 0;
    for (std::size_t i = 0; i < max_applications; ++i) {
        if (const ApplicationDescriptor* descriptor = application_at(module, i)) {
            fastest = std::max(fastest, lane_gbps(find(descriptor->host_interface)));
        }
    }
    const std::string_view known = qsfp_for_lane_rate(fastest);
    return known.empty() ? "QSFP+" : known;
}

std::string_view named_form_factor(std::uint8_t identifier) {
    switch (identifier) {
        case 0x03: return "SFP";
        case 0x18: return "QSFP-DD";
        case 0x19: return "OSFP";
        case 0x1A: return "SFP-DD";
        case 0x1B: return "DSFP";
        case 0x1F: return "SFP-DD";
        case 0x20: return "SFP+";
        case 0x21: return "OSFP-XD";
        case 0x22: return "ELSFP";
        case 0x23:
        case 0x24:
        case 0x25: return "CDFP";
        case 0x26: return "XPO";
        case 0x80: return "CPO";
        default: return {};
    }
}

}  // namespace

std::string_view form_factor(const Module& module) {
    const auto code = identifier(module);
    if (!code) {
        return {};
    }
    if (module.memory_model == MemoryModelId::sff8636) {
        return sff8636_form_factor(module, code->value);
    }
    if (code->value == qsfp_with_cmis) {
        return qsfp_cmis_form_factor(module);
    }
    return named_form_factor(code->value);
}

std::optional<Baud> signaling_rate(const Module& module) {
    constexpr std::uint8_t see_extended = 0xFF;  // T-06
    const auto code = module.identity.signaling_rate_code;
    if (!code || *code == 0) {
        return std::nullopt;
    }
    if (*code != see_extended) {
        return Baud{*code * 100e6};
    }
    const auto extended = module.identity.extended_signaling_rate;
    return extended && extended->value > 0 ? extended : std::nullopt;
}

}  // namespace opticward::cmis
