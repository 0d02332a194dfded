#include "tests/bench/least.h"

#include <algorithm>
#include <array>
#include <limits>

namespace opticward::test {

namespace {

constexpr std::size_t first_page_of_pages = 256;  // in the file: behind lower memory and page 00h

void add(std::vector<std::size_t>& offsets, std::size_t first, std::size_t last) {
    for (std::size_t offset = first; offset <= last; ++offset) {
        offsets.push_back(offset);
    }
}

std::uint8_t lower_byte(const cmis::MemoryMap& memory, std::uint8_t offset) {
    return memory.byte(cmis::lower(offset));
}

std::uint8_t identifier(const cmis::MemoryMap& memory) {
    const std::uint8_t outside = lower_byte(memory, 0);
    return outside == 0x00 || outside == 0xFF ? memory.byte(cmis::upper(0x00, 128)) : outside;
}

bool is_cmis(const cmis::MemoryMap& memory) {
    constexpr std::array cmis_identifiers{0x18, 0x19, 0x1B, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25};
    return std::ranges::find(cmis_identifiers, int{identifier(memory)}) != cmis_identifiers.end();
}

bool is_flat(const cmis::MemoryMap& memory) {
    return (lower_byte(memory, 2) & (is_cmis(memory) ? 0x80 : 0x04)) != 0;
}

PollBytes sff8636_bytes(const cmis::MemoryMap& memory) {
    PollBytes bytes;
    const unsigned technology = memory.byte(cmis::upper(0x00, 147)) >> 4U;
    const bool copper = technology >= 0xA && memory.byte(cmis::upper(0x00, 220)) == 0;
    // What a passive cable (Ah, Bh) says of monitors is not believed and not shown.
    if (copper || technology == 0xA || technology == 0xB) {
        add(bytes.lower, 2, 4);
        return bytes;
    }
    add(bytes.lower, 2, 14);
    for (const std::size_t monitor : {22, 26}) {
        add(bytes.lower, monitor, monitor + 1);
    }
    add(bytes.lower, 34, 57);
    return bytes;
}

// A module that says it lacks all lanes has said nothing, and all are shown.
unsigned missing_lanes(const cmis::MemoryMap& memory) {
    const std::uint8_t stated = memory.byte(cmis::upper(0x00, 210));
    return stated == 0xFF ? 0 : stated;
}

PollBytes cmis_bytes(const cmis::MemoryMap& memory, bool with_lane_flags) {
    PollBytes bytes;
    if (is_flat(memory)) {
        bytes.lower = {3};
        return bytes;
    }
    add(bytes.lower, 3, 13);
    const unsigned module_monitors = memory.byte(cmis::upper(0x01, 159), 0x3F);
    for (std::size_t i = 0; i < 6; ++i) {
        if ((module_monitors >> i & 1U) != 0) {
            add(bytes.lower, 14 + 2 * i, 15 + 2 * i);
        }
    }
    const unsigned monitors = memory.byte(cmis::upper(0x01, 160), 0x07);
    if (with_lane_flags) {
        add(bytes.upper, 128, 153);
    }
    // Tx power, Tx bias, Rx power: a word for each lane.
    constexpr std::array<std::pair<unsigned, std::size_t>, 3> blocks{{{0x02, 154}, {0x01, 170}, {0x04, 186}}};
    for (const auto& [bit, start] : blocks) {
        for (unsigned lane = 0; (monitors & bit) != 0 && lane < 8; ++lane) {
            if ((missing_lanes(memory) >> lane & 1U) == 0) {
                add(bytes.upper, start + 2 * lane, start + 2 * lane + 1);
            }
        }
    }
    if (with_lane_flags) {
        add(bytes.upper, 202, 205);
    }
    return bytes;
}

// The cheapest way to read these bytes in runs of which each costs `run(first, last)`.
double cheapest(const std::vector<std::size_t>& offsets, auto run) {
    std::vector<double> best(offsets.size() + 1, std::numeric_limits<double>::infinity());
    best[0] = 0;
    for (std::size_t end = 1; end <= offsets.size(); ++end) {
        for (std::size_t begin = 0; begin < end; ++begin) {
            best[end] = std::min(best[end], best[begin] + run(offsets[begin], offsets[end - 1]));
        }
    }
    return best.back();
}

}  // namespace

WireModel::WireModel(unsigned hertz) : bit_{1.0 / hertz} {
    if (hertz <= 100'000) {
        bus_free_ = 4.7e-6;
    } else {
        bus_free_ = hertz <= 400'000 ? 1.3e-6 : 0.5e-6;
    }
}

double WireModel::read(std::size_t bytes) const {
    return static_cast<double>(9 * (3 + bytes) + 3) * bit_ + bus_free_;
}

double WireModel::write(std::size_t bytes) const {
    return static_cast<double>(9 * (2 + bytes) + 2) * bit_ + bus_free_;
}

PollBytes poll_bytes(const cmis::MemoryMap& memory, bool with_lane_flags) {
    return is_cmis(memory) ? cmis_bytes(memory, with_lane_flags) : sff8636_bytes(memory);
}

double least_poll(const PollBytes& bytes, const WireModel& wire) {
    const auto run = [&](std::size_t first, std::size_t last) { return wire.read(last - first + 1); };
    const double check = bytes.upper.empty() ? 0 : wire.read(1);
    return cheapest(bytes.lower, run) + cheapest(bytes.upper, run) + check;
}

double least_identity_check(const cmis::MemoryMap& memory, const PollBytes& polled, const WireModel& wire) {
    const double page = wire.read(cmis::page_size);
    if (is_flat(memory)) {
        return page;
    }
    const double there_and_back = polled.upper.empty() ? 0 : 2 * wire.write(1);
    return page + wire.read(1) + there_and_back;
}

double least_poll_by_file(const PollBytes& bytes, const WireModel& wire) {
    const auto lower = [&](std::size_t first, std::size_t last) { return wire.read(last - first + 1); };
    const auto upper = [&](std::size_t first, std::size_t last) {
        return file_access(first_page_of_pages, last - first + 1, wire);
    };
    return cheapest(bytes.lower, lower) + cheapest(bytes.upper, upper);
}

double least_identity_check_by_file(const WireModel& wire) {
    return wire.read(cmis::page_size);
}

double file_access(std::size_t position, std::size_t bytes, const WireModel& wire) {
    const double housekeeping = position < first_page_of_pages ? 0 : wire.read(1) + 2 * wire.write(1);
    return wire.read(bytes) + housekeeping;
}

}  // namespace opticward::test
