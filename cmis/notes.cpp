#include "cmis/notes.h"

#include "cmis/applications.h"
#include "cmis/codec.h"
#include "cmis/interpretation.h"
#include "cmis/memory_model.h"
#include "cmis/protocol.h"

namespace opticward::cmis {

namespace {

using Notes = std::vector<std::string>;

std::string hex(std::uint8_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {'0', 'x', digits[value >> 4U], digits[value & 0xFU]};
}

void note_identifier(const Module& module, Notes& list) {
    const auto byte_0 = module.identity.identifier;
    const auto byte_128 = module.identity.identifier_copy;
    if (byte_0 && byte_128 && *byte_0 != *byte_128) {
        list.push_back("identifier byte 0 (" + hex(byte_0->value) + ") differs from byte 128 (" + hex(byte_128->value) +
                       ")");
    }
}

// Neither decoded nor believed: see decode().
void note_lower_memory(const MemoryMap& memory, Notes& list) {
    if (memory.find(lower_memory) != nullptr && !lower_memory_is_believable(memory)) {
        list.emplace_back("lower memory reads FFh throughout: no status, flags or monitors");
    }
}

void note_pages(const Module& module, const MemoryMap& memory, Notes& list) {
    const Page* base = memory.find(upper_page(0x00));
    const Page* next = memory.find(upper_page(0x01));
    if (module.memory_model == MemoryModelId::cmis && base != nullptr && next != nullptr && *base == *next) {
        list.emplace_back("page 01h repeats page 00h: the module has no such page");
    }
    if (base == nullptr) {
        list.emplace_back("page 00h was not read: the module is not identified");
    }
}

void note_checksums(const Module& module, const MemoryMap& memory, Notes& list) {
    for (const ChecksumResult& result : checksums(module.memory_model, memory)) {
        if (result.state == ChecksumState::bad) {
            list.push_back("checksum of " + std::string{result.name} + " is wrong");
        }
    }
}

void note_support(const Module& module, Notes& list) {
    if (!monitor_support(module).known) {
        list.emplace_back("page 01h was not read: which monitors the module supports is not known");
    }
    constexpr std::uint8_t reserved_multiplier = 3;
    if (module.advertisement.tx_bias_multiplier_code == reserved_multiplier) {
        list.emplace_back("the Tx bias multiplier (page 01h byte 160) has its reserved code; counted as x1");
    }
}

void note_extended_compliance(const Module& module, Notes& list) {
    const auto code = module.identity.extended_compliance;
    const auto compliance = module.identity.compliance;
    if (!code || code->value == 0 || !compliance) {
        return;
    }
    const bool fibre_channel = family(*code) == Family::fibre_channel;
    const bool valid = fibre_channel ? ((*compliance)[7] & 0x02U) != 0 : ((*compliance)[0] & 0x80U) != 0;
    if (!valid) {
        list.push_back("byte 192 (" + hex(code->value) + ") is used although " +
                       (fibre_channel ? "bit 138.1" : "bit 131.7") + ", which makes it valid, is clear");
    }
}

void note_infiniband(const Module& module, Notes& list) {
    constexpr std::uint8_t reserved = 0xC0;
    const std::uint8_t bits = module.identity.infiniband.value_or(0);
    if ((bits & reserved) != 0) {
        list.push_back("byte 164 (" + hex(bits) + ") has reserved bits set" +
                       (named_nvidia(module) ? "; NVIDIA uses them for NDR and XDR" : ""));
    }
}

template <CodeTable Table>
void note_code(std::string_view what, const std::optional<Code<Table>>& code, Notes& list) {
    if (code && find(*code) == nullptr) {
        list.push_back(std::string{what} + " code " + hex(code->value) + " is not known");
    }
}

void note_codes(const Module& module, Notes& list) {
    const Identity& identity = module.identity;
    note_code("identifier", identifier(module), list);
    note_code("connector", identity.connector, list);
    note_code("media type", identity.media_type, list);
    if (module.memory_model == MemoryModelId::cmis) {
        note_code("media technology", identity.media_technology, list);
    } else {
        note_code("encoding", identity.encoding, list);
        note_code("extended compliance", identity.extended_compliance, list);
        note_code("secondary extended compliance", identity.secondary_compliance, list);
        const auto revision = identity.revision_compliance;
        note_code("revision compliance",
                  revision ? std::optional{Code<CodeTable::revision_compliance_sff8636>{*revision}} : std::nullopt,
                  list);
    }
}

void note_applications(const Module& module, Notes& list) {
    const auto table = media_interface_table(module);
    for (const Application& application : applications(module)) {
        const std::string prefix = "application " + std::to_string(application.number) + ": ";
        if (find(application.host_interface) == nullptr) {
            list.push_back(prefix + "host interface code " + hex(application.host_interface.value) + " is not known");
        }
        if (!table || find(*table, application.media_interface) == nullptr) {
            list.push_back(prefix + "media interface code " + hex(application.media_interface) + " is not known");
        }
    }
}

void note_limits(LimitsState state, std::string_view what, Notes& list) {
    if (state == LimitsState::implausible) {
        list.push_back("thresholds of " + std::string{what} + " cannot be true (a low level is not below a high one)");
    }
}

void note_thresholds(const Thresholds& thresholds, Notes& list) {
    note_limits(limits_state(thresholds.temperature), "temperature_celsius", list);
    note_limits(limits_state(thresholds.supply_voltage), "supply_voltage_volts", list);
    note_limits(limits_state(thresholds.tx_bias), "tx_bias_amperes", list);
    note_limits(limits_state(thresholds.tx_power), "tx_power_watts", list);
    note_limits(limits_state(thresholds.rx_power), "rx_power_watts", list);
}

void note_figures(const Module& module, Notes& list) {
    constexpr std::uint8_t see_extended = 0xFF;
    if (module.identity.signaling_rate_code == see_extended && !signaling_rate(module)) {
        list.emplace_back("byte 140 (0xff) refers to byte 222 for the signaling rate, which is 0");
    }
    if (auto words = longer_than_register(module); !words.empty()) {
        list.push_back(std::move(words));
    }
    if (firmware_image_invalid(module)) {
        list.emplace_back("the active firmware image is invalid");
    }
}

// A power register at its end says "at least this".
void note_full_scale(const Module& module, Notes& list) {
    constexpr double full = 0.0065535;
    const MonitorSupport support = monitor_support(module);
    for (unsigned lane = 1; lane <= max_lanes; ++lane) {
        if (!lane_implemented(module, lane, LaneSide::media)) {
            continue;
        }
        const Lane& values = module.live.lanes[lane - 1];
        if (support.rx_power && values.rx_power && values.rx_power->value >= full) {
            list.push_back("lane " + std::to_string(lane) + ": rx_power_watts is at the end of its register");
        }
        if (support.tx_power && values.tx_power && values.tx_power->value >= full) {
            list.push_back("lane " + std::to_string(lane) + ": tx_power_watts is at the end of its register");
        }
    }
}

}  // namespace

std::vector<std::string> notes(const Module& module, const MemoryMap& memory) {
    Notes list;
    note_identifier(module, list);
    note_lower_memory(memory, list);
    note_pages(module, memory, list);
    note_checksums(module, memory, list);
    note_support(module, list);
    note_extended_compliance(module, list);
    note_infiniband(module, list);
    note_codes(module, list);
    note_applications(module, list);
    note_thresholds(module.thresholds, list);
    note_figures(module, list);
    note_full_scale(module, list);
    return list;
}

}  // namespace opticward::cmis
