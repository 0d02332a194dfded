// Which lanes a module has and which of them carry something.
#include "cmis/applications.h"
#include "cmis/interpretation.h"

#include <algorithm>

namespace opticward::cmis {

namespace {

constexpr bool has_bit(std::uint8_t bits, unsigned index) {
    return index < 8 && (bits & (1U << index)) != 0;
}

// The highest lane that some instance covers.
unsigned covered(std::uint8_t starts, unsigned lanes) {
    unsigned highest = lanes;
    for (unsigned start = 0; start < lanes_per_bank; ++start) {
        if (has_bit(starts, start)) {
            highest = std::max(highest, start + lanes);
        }
    }
    return std::min<unsigned>(highest, lanes_per_bank);
}

// Media starts stand on page 01h; without it, every instance on the host side has its own media lanes.
unsigned media_covered(const Module& module, const ApplicationDescriptor& descriptor) {
    const unsigned lanes = media_lanes(module, descriptor);
    if (descriptor.media_lane_starts != 0) {
        return covered(descriptor.media_lane_starts, lanes);
    }
    return std::min<unsigned>(instances(descriptor) * lanes, lanes_per_bank);
}

unsigned banks(const Module& module) {
    switch (module.advertisement.banks_code.value_or(0)) {
        case 1: return 2;
        case 2: return 4;
        default: return 1;
    }
}

LaneCounts cmis_lanes_of_all_applications(const Module& module) {
    LaneCounts counts;
    for (std::size_t i = 0; i < max_applications; ++i) {
        if (const ApplicationDescriptor* descriptor = application_at(module, i)) {
            counts.host = std::max(counts.host, covered(descriptor->host_lane_starts, host_lanes(*descriptor)));
            counts.media = std::max(counts.media, media_covered(module, *descriptor));
        }
    }
    return {.host = counts.host * banks(module), .media = counts.media * banks(module)};
}

// 100G over one lane of light has four host lanes of 25G: bytes 192 = 25h to 28h and the like.
bool single_lane_media(const Module& module) {
    const auto code = module.identity.extended_compliance;
    const CodeRow* row = code ? find(*code) : nullptr;
    return row != nullptr && row->lanes == 1 && row->rate_gbps == 100;
}

// Media lanes 1.. that may be there, before those that the module says it lacks.
unsigned media_lane_limit(const Module& module) {
    if (module.memory_model == MemoryModelId::sff8636) {
        return single_lane_media(module) ? 1 : sff8636_lanes;
    }
    return cmis_lanes_of_all_applications(module).media;
}

bool media_lane_unsupported(const Module& module, unsigned lane) {
    return has_bit(unsupported_media_lanes(module), lane - 1);
}

// The application that a host lane is part of now; nullptr where none is known.
const ApplicationDescriptor* active_application(const Module& module, unsigned lane) {
    const unsigned application = module.controls.lanes[lane - 1].active_application.value_or(0);
    return application == 0 ? nullptr : application_at(module, application - 1);
}

// The same for a lane that is the first of its data path; nullptr for any other. DataPathID is a lane of the bank, from 0.
const ApplicationDescriptor* path_starting_at(const Module& module, unsigned lane) {
    const unsigned first = module.controls.lanes[lane - 1].active_data_path_id.value_or(0);
    return first == (lane - 1) % lanes_per_bank ? active_application(module, lane) : nullptr;
}

// Where on the media side the path lies: the n-th allowed host start belongs to the n-th allowed media start.
unsigned first_media_lane(const Module& module, const ApplicationDescriptor& descriptor, unsigned host_lane) {
    const unsigned in_bank = (host_lane - 1) % lanes_per_bank;
    unsigned place = 0;
    for (unsigned i = 0; i < in_bank; ++i) {
        place += has_bit(descriptor.host_lane_starts, i) ? 1U : 0U;
    }
    const unsigned bank_start = host_lane - 1 - in_bank;
    for (unsigned i = 0, seen = 0; i < lanes_per_bank; ++i) {
        if (has_bit(descriptor.media_lane_starts, i) && seen++ == place) {
            return bank_start + i + 1;
        }
    }
    return bank_start + place * media_lanes(module, descriptor) + 1;
}

bool media_lane_active(const Module& module, unsigned lane) {
    for (unsigned host = 1; host <= max_lanes; ++host) {
        if (const ApplicationDescriptor* descriptor = path_starting_at(module, host)) {
            const unsigned first = first_media_lane(module, *descriptor, host);
            if (lane >= first && lane < first + media_lanes(module, *descriptor)) {
                return true;
            }
        }
    }
    return false;
}

bool says_what_is_active(const Module& module) {
    for (unsigned lane = 1; lane <= max_lanes; ++lane) {
        if (active_application(module, lane) != nullptr) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::uint8_t unsupported_media_lanes(const Module& module) {
    const std::uint8_t all = module.memory_model == MemoryModelId::sff8636 ? 0x0F : 0xFF;
    const std::uint8_t stated = module.identity.media_lanes_unsupported.value_or(0);
    return (stated & all) == all ? std::uint8_t{0} : stated;
}

LaneCounts lane_counts(const Module& module) {
    LaneCounts counts;
    if (module.memory_model == MemoryModelId::sff8636) {
        counts.host = sff8636_lanes;
    } else if (module.memory_model == MemoryModelId::cmis) {
        counts.host = cmis_lanes_of_all_applications(module).host;
    } else {
        return counts;
    }
    const unsigned limit = media_lane_limit(module);
    for (unsigned lane = 1; lane <= limit; ++lane) {
        counts.media += media_lane_unsupported(module, lane) ? 0U : 1U;
    }
    return counts;
}

bool lane_implemented(const Module& module, unsigned lane, LaneSide side) {
    if (lane < 1 || lane > max_lanes) {
        return false;
    }
    if (side == LaneSide::host) {
        return lane <= lane_counts(module).host;
    }
    return module.memory_model != MemoryModelId::none && lane <= media_lane_limit(module) &&
           !media_lane_unsupported(module, lane);
}

bool lane_in_use(const Module& module, unsigned lane, LaneSide side) {
    if (!lane_implemented(module, lane, side)) {
        return false;
    }
    if (!says_what_is_active(module)) {
        return true;
    }
    if (side == LaneSide::host) {
        return active_application(module, lane) != nullptr;
    }
    return media_lane_active(module, lane);
}

LaneSide side(LaneFlag flag) {
    switch (flag) {
        case LaneFlag::tx_los:
        case LaneFlag::tx_lol:
        case LaneFlag::tx_adaptive_eq_fault:
        case LaneFlag::data_path_state_changed:
        case LaneFlag::rx_output_changed: return LaneSide::host;
        default: return LaneSide::media;
    }
}

}  // namespace opticward::cmis
