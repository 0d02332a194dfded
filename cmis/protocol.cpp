#include "cmis/protocol.h"

#include "cmis/applications.h"
#include "cmis/interpretation.h"

#include <algorithm>
#include <optional>

namespace opticward::cmis {

namespace {

constexpr std::array<std::string_view, protocol_count> protocol_names{
    "infiniband", "ethernet", "fibre_channel", "otn", "sonet", "sas", "cpri", "pcie", "pon"};

std::optional<Protocol> protocol_of(Family family) {
    switch (family) {
        case Family::infiniband: return Protocol::infiniband;
        case Family::ethernet: return Protocol::ethernet;
        case Family::fibre_channel: return Protocol::fibre_channel;
        case Family::otn: return Protocol::otn;
        case Family::sonet: return Protocol::sonet;
        case Family::sas: return Protocol::sas;
        case Family::cpri: return Protocol::cpri;
        case Family::pcie: return Protocol::pcie;
        case Family::pon: return Protocol::pon;
        default: return std::nullopt;
    }
}

std::string hex(std::uint8_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {'0', 'x', digits[value >> 4U], digits[value & 0xFU]};
}

ProtocolDeclaration& at(Declaration& result, Protocol protocol) {
    return result.protocols[static_cast<std::size_t>(protocol)];
}

void add(std::string& list, std::string_view item) {
    if (!list.empty()) {
        list += ", ";
    }
    list += item;
}

void add_speed(ProtocolDeclaration& infiniband, std::string_view speed) {
    if (std::ranges::find(infiniband.speeds, speed) == infiniband.speeds.end()) {
        infiniband.speeds.emplace_back(speed);
    }
}

// Bits 0-5 are standard; 6 (NDR) and 7 (XDR) are NVIDIA's use of reserved bits and count only under its name.
constexpr std::array<std::string_view, 8> infiniband_bits{"SDR", "DDR", "QDR", "FDR", "EDR", "HDR", "NDR", "XDR"};
constexpr unsigned standard_infiniband_bits = 6;

void declare_infiniband_byte(const Module& module, Declaration& result) {
    const std::uint8_t byte = module.identity.infiniband.value_or(0);
    if (byte == 0) {
        return;
    }
    auto& infiniband = at(result, Protocol::infiniband);
    const bool private_bits_count = named_nvidia(module);
    std::string named;
    bool reserved = false;
    for (unsigned bit = 0; bit < infiniband_bits.size(); ++bit) {
        if ((byte & (1U << bit)) == 0) {
            continue;
        }
        if (bit < standard_infiniband_bits || private_bits_count) {
            add(named, infiniband_bits[bit]);
            add_speed(infiniband, infiniband_bits[bit]);
        } else {
            reserved = true;
        }
    }
    infiniband.declared = !infiniband.speeds.empty();
    if (reserved) {
        add(named, named.empty() ? "reserved bits only" : "reserved bits");
    }
    infiniband.evidence.push_back("byte 164 = " + hex(byte) + " (" + named + ")");
}

// The bits of one compliance byte that name a protocol.
void declare_compliance_byte(std::uint8_t index, std::uint8_t byte, Declaration& result) {
    std::array<std::string, protocol_count> named;
    for (unsigned bit = 0; bit < 8; ++bit) {
        const CodeRow* row = find(CodeTable::compliance_bit, static_cast<std::uint8_t>(index * 8U + bit));
        if (row == nullptr || (byte & (1U << bit)) == 0) {
            continue;
        }
        if (const auto protocol = protocol_of(row->family)) {
            add(named[static_cast<std::size_t>(*protocol)], row->name);
        }
    }
    for (std::size_t i = 0; i < protocol_count; ++i) {
        if (!named[i].empty()) {
            result.protocols[i].declared = true;
            result.protocols[i].evidence.push_back("byte " + std::to_string(131 + index) + " = " + hex(byte) + " (" +
                                                   named[i] + ")");
        }
    }
}

void declare_compliance(const Module& module, Declaration& result) {
    if (!module.identity.compliance) {
        return;
    }
    // 135 to 137 are left out: technology, medium and length are set on parts that are not Fibre Channel.
    for (const std::uint8_t index : std::to_array<std::uint8_t>({0, 1, 2, 3, 7})) {
        declare_compliance_byte(index, (*module.identity.compliance)[index], result);
    }
}

void declare_extended(std::string_view place, const std::optional<Code<CodeTable::extended_compliance>>& code,
                      bool valid, Declaration& result) {
    if (!code || code->value == 0) {
        return;
    }
    const auto protocol = protocol_of(family(*code));
    if (!protocol) {
        return;
    }
    auto& declaration = at(result, *protocol);
    declaration.weak = !valid && (declaration.weak || !declaration.declared);
    declaration.declared = true;
    declaration.evidence.push_back(std::string{place} + " = " + hex(code->value) + " (" + name(*code) + ")" +
                                   (valid ? "" : ", although bit 131.7 is clear"));
}

void declare_sff8636(const Module& module, Declaration& result) {
    declare_infiniband_byte(module, result);
    declare_compliance(module, result);
    const auto compliance = module.identity.compliance.value_or(std::array<std::uint8_t, 8>{});
    const bool extended_valid = (compliance[0] & 0x80U) != 0 || (compliance[7] & 0x02U) != 0;
    declare_extended("byte 192", module.identity.extended_compliance, extended_valid, result);
    declare_extended("byte 116", module.identity.secondary_compliance, true, result);
}

void declare_applications(const Module& module, Declaration& result) {
    for (std::size_t i = 0; i < max_applications; ++i) {
        const ApplicationDescriptor* descriptor = application_at(module, i);
        if (descriptor == nullptr) {
            continue;
        }
        const auto protocol = protocol_of(family(descriptor->host_interface));
        if (!protocol) {
            continue;
        }
        const std::string interface = name(descriptor->host_interface);
        auto& declaration = at(result, *protocol);
        declaration.declared = true;
        declaration.evidence.push_back("application " + std::to_string(i + 1) + " = " +
                                       hex(descriptor->host_interface.value) + " (" + interface + ")");
        if (*protocol == Protocol::infiniband) {
            constexpr std::string_view prefix = "IB ";
            add_speed(declaration, interface.starts_with(prefix) ? std::string_view{interface}.substr(prefix.size())
                                                                 : std::string_view{interface});
        }
    }
    std::ranges::sort(at(result, Protocol::infiniband).speeds, {}, [](const std::string& speed) {
        return std::ranges::find(infiniband_bits, speed) - infiniband_bits.begin();
    });
}

bool contains_ignoring_case(std::string_view text, std::string_view lower_case_word) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return !std::ranges::search(text, lower_case_word, {}, lower).empty();
}

}  // namespace

std::string_view text(Protocol protocol) {
    return protocol_names[static_cast<std::size_t>(protocol) % protocol_count];
}

bool Declaration::any() const {
    return std::ranges::any_of(protocols, &ProtocolDeclaration::declared);
}

Declaration declare(const Module& module) {
    Declaration result;
    if (module.memory_model == MemoryModelId::sff8636) {
        declare_sff8636(module, result);
    } else if (module.memory_model == MemoryModelId::cmis) {
        declare_applications(module, result);
    }
    return result;
}

bool passive_copper(const Module& module) {
    return media_type(module) == MediaType::passive_copper;
}

bool named_nvidia(const Module& module) {
    return contains_ignoring_case(module.identity.vendor_name, "mellanox") ||
           contains_ignoring_case(module.identity.vendor_name, "nvidia");
}

}  // namespace opticward::cmis
