#include "cmis/applications.h"

#include <algorithm>

namespace opticward::cmis {

namespace {

constexpr std::uint8_t end_of_list = 0xFF;
constexpr std::size_t lower_memory_descriptors = 8;

bool is_padding(const ApplicationDescriptor& descriptor) {
    return descriptor.host_interface.value == 0 && descriptor.media_interface == 0;
}

// A descriptor's count, else the interface's own, else one lane; never more than a bank has.
unsigned lanes_or(unsigned stated, const CodeRow* interface) {
    const unsigned lanes = stated != 0 ? stated : (interface != nullptr ? interface->lanes : 0U);
    return std::clamp<unsigned>(lanes, 1, lanes_per_bank);
}

std::vector<unsigned> starts(std::uint8_t bits) {
    std::vector<unsigned> lanes;
    for (unsigned i = 0; i < lanes_per_bank; ++i) {
        if ((bits & (1U << i)) != 0) {
            lanes.push_back(i + 1);
        }
    }
    return lanes;
}

}  // namespace

const ApplicationDescriptor* application_at(const Module& module, std::size_t index) {
    const auto& all = module.identity.applications;
    if (index >= all.size() || !all[index] || is_padding(*all[index])) {
        return nullptr;
    }
    for (std::size_t i = 0; i <= index; ++i) {
        if (all[i] && all[i]->host_interface.value == end_of_list) {
            return nullptr;
        }
        // Page 01h continues a list that fills lower memory, and no other.
        if (index >= lower_memory_descriptors && i < lower_memory_descriptors && (!all[i] || is_padding(*all[i]))) {
            return nullptr;
        }
    }
    return &*all[index];
}

std::vector<Application> applications(const Module& module) {
    std::vector<Application> result;
    for (std::size_t i = 0; i < max_applications; ++i) {
        if (const ApplicationDescriptor* descriptor = application_at(module, i)) {
            result.push_back({.number = static_cast<unsigned>(i + 1),
                              .host_interface = descriptor->host_interface,
                              .media_interface = descriptor->media_interface,
                              .host_lanes = host_lanes(*descriptor),
                              .media_lanes = media_lanes(module, *descriptor),
                              .host_lane_starts = starts(descriptor->host_lane_starts),
                              .media_lane_starts = starts(descriptor->media_lane_starts)});
        }
    }
    return result;
}

unsigned host_lanes(const ApplicationDescriptor& descriptor) {
    return lanes_or(descriptor.host_lanes, find(descriptor.host_interface));
}

unsigned media_lanes(const Module& module, const ApplicationDescriptor& descriptor) {
    const auto table = media_interface_table(module);
    const CodeRow* interface = table ? find(*table, descriptor.media_interface) : nullptr;
    // A cable's interface code has no lanes of its own: as many as on the host side.
    if (descriptor.media_lanes == 0 && (interface == nullptr || interface->lanes == 0)) {
        return host_lanes(descriptor);
    }
    return lanes_or(descriptor.media_lanes, interface);
}

unsigned instances(const ApplicationDescriptor& descriptor) {
    unsigned count = 0;
    unsigned next_free = 0;
    for (unsigned start = 0; start < lanes_per_bank; ++start) {
        if ((descriptor.host_lane_starts & (1U << start)) != 0 && start >= next_free) {
            ++count;
            next_free = start + host_lanes(descriptor);
        }
    }
    return std::max(count, 1U);
}

std::optional<CodeTable> media_interface_table(const Module& module) {
    if (!module.identity.media_type) {
        return std::nullopt;
    }
    switch (module.identity.media_type->value) {
        case 1: return CodeTable::media_mmf;
        case 2: return CodeTable::media_smf;
        case 3: return CodeTable::media_passive_copper;
        case 4: return CodeTable::media_active_cable;
        case 5: return CodeTable::media_base_t;
        default: return std::nullopt;
    }
}

std::string media_interface_name(const Module& module, std::uint8_t code) {
    if (const auto table = media_interface_table(module)) {
        return name(*table, code);
    }
    constexpr std::string_view digits = "0123456789abcdef";
    return std::string{"Unknown (0x"} + digits[code >> 4U] + digits[code & 0xFU] + ")";
}

}  // namespace opticward::cmis
