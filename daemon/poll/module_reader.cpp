#include "daemon/poll/module_reader.h"

#include "cmis/memory_model.h"

#include <algorithm>

namespace opticward::daemon {

namespace {

constexpr cmis::PageId page_zero = cmis::upper_page(0x00);

cmis::ByteRange whole(cmis::PageId id) {
    return {.page = id,
            .offset = id.lower ? std::uint8_t{0} : std::uint8_t{cmis::upper_memory_start},
            .size = std::uint8_t{cmis::page_size}};
}

bool has_checksum(cmis::MemoryModelId id, cmis::PageId page) {
    const cmis::MemoryModel* model = cmis::model(id);
    return model != nullptr &&
           std::ranges::any_of(model->checksums, [&](const cmis::ChecksumRow& row) { return row.page == page; });
}

bool is_polled(const cmis::Module& module, cmis::PageId page) {
    const auto ranges = cmis::live_ranges(module, true);
    return std::ranges::any_of(ranges, [&](const cmis::ByteRange& range) { return range.page == page; });
}

bool checksums_hold(cmis::MemoryModelId model, const cmis::MemoryMap& memory) {
    const auto results = cmis::checksums(model, memory);
    return std::ranges::none_of(results, [](const auto& it) { return it.state == cmis::ChecksumState::bad; });
}

}  // namespace

drivers::Result<Candidate> ModuleReader::read_module() {
    Candidate candidate;
    for (const cmis::PageId id : {cmis::lower_memory, page_zero}) {
        const auto page = read_page(id);
        if (!page) {
            return drivers::failed(page.error());
        }
        candidate.memory.at(id) = *page;
    }
    candidate.readability = cmis::readability(candidate.memory);
    candidate.module = cmis::decode(candidate.memory);
    if (candidate.readability == cmis::Readability::readable) {
        read_further_pages(candidate);
        candidate.module = cmis::decode(candidate.memory);
        candidate.checksums_ok = checksums_hold(candidate.module.memory_model, candidate.memory);
        if (!candidate.checksums_ok) {
            count(drivers::Fault::checksum);
        }
    }
    return candidate;
}

// A page can advertise others (CMIS page 01h does), so this goes on until nothing new turns up.
void ModuleReader::read_further_pages(Candidate& candidate) {
    std::vector<cmis::PageId> tried;
    for (bool found = true; found;) {
        found = false;
        for (const cmis::PageId id : cmis::fixed_pages(candidate.module)) {
            if (candidate.memory.find(id) != nullptr || std::ranges::find(tried, id) != tried.end()) {
                continue;
            }
            tried.push_back(id);
            if (const auto done = read_further_page(id, candidate); !done) {
                candidate.missing = done.error();
            } else {
                found = true;
            }
        }
        if (found) {
            candidate.module = cmis::decode(candidate.memory);
        }
    }
}

drivers::Result<void> ModuleReader::read_further_page(cmis::PageId id, Candidate& candidate) {
    const auto page = read_page(id);
    if (!page) {
        return drivers::failed(page.error());
    }
    // Nothing vouches for such a page (thresholds of SFF-8636) but that it reads the same again.
    if (!has_checksum(candidate.module.memory_model, id) && !is_polled(candidate.module, id)) {
        const auto again = read_page(id);
        if (!again) {
            return drivers::failed(again.error());
        }
        candidate.settled = candidate.settled && *again == *page;
    }
    candidate.memory.at(id) = *page;
    return {};
}

drivers::Result<cmis::Page> ModuleReader::read_page(cmis::PageId id) {
    cmis::Page page{};
    if (const auto done = read(whole(id), page); !done) {
        return drivers::failed(done.error());
    }
    return page;
}

drivers::Result<void> ModuleReader::read_ranges(std::span<const cmis::ByteRange> ranges, cmis::MemoryMap& memory,
                                                std::size_t& taken) {
    if (ranges.empty()) {
        return {};
    }
    cmis::Page& page = memory.at(ranges.front().page);
    // A read that fails half way must not leave half of its bytes.
    cmis::Page buffer{};
    std::array<drivers::ReadPart, cmis::page_size> parts{};
    const std::size_t count = std::min(ranges.size(), parts.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = ranges[i].offset % cmis::page_size;
        const std::size_t size = std::min<std::size_t>(ranges[i].size, cmis::page_size - first);
        parts[i] = {ranges[i], cmis::MutableBytes{buffer}.subspan(first, size)};
    }
    const auto take = [&](const drivers::ReadPart& part) {
        const auto first = static_cast<std::ptrdiff_t>(part.range.offset % cmis::page_size);
        std::ranges::copy(part.out, page.begin() + first);
    };
    // Lower memory needs no selection, so nothing is won by reading its runs together; and flags come first in it.
    const std::size_t at_once = ranges.front().page.lower ? 1 : count;
    for (std::size_t i = 0; i < count; i += at_once) {
        const auto together = std::span<const drivers::ReadPart>{parts}.subspan(i, at_once);
        if (const auto done = read(together); !done) {
            return done;
        }
        std::ranges::for_each(together, take);
        taken += together.size();
    }
    return {};
}

drivers::Result<void> ModuleReader::probe() {
    std::array<std::uint8_t, 1> identifier{};
    return access_.read({.page = cmis::lower_memory, .offset = 0, .size = 1}, identifier);
}

drivers::Result<void> ModuleReader::read(cmis::ByteRange range, cmis::MutableBytes out) {
    const drivers::ReadPart part{range, out};
    return read({&part, 1});
}

drivers::Result<void> ModuleReader::read(std::span<const drivers::ReadPart> parts) {
    const auto done =
        parts.size() == 1 ? access_.read(parts.front().range, parts.front().out) : access_.read_parts(parts);
    reads_ += parts.size();
    if (!done && !faults_expected_ && !access_.repeats()) {
        count(done.error());
    }
    return done;
}

void ModuleReader::count_probe(drivers::Fault fault) {
    if (!access_.repeats()) {
        count(fault);
    }
}

void ModuleReader::count(drivers::Fault fault) {
    if (static_cast<std::size_t>(fault) < errors_.size()) {
        ++errors_[static_cast<std::size_t>(fault)];
    }
}

void ModuleReader::fill(ReadCounters& counters) const {
    const drivers::AccessCounters seen = access_.counters();
    counters.reads = reads_;
    counters.retries = seen.retries;
    counters.page_mismatches = seen.page_mismatches;
    counters.errors = errors_;
}

bool same_module(const cmis::Identity& one, const cmis::Identity& other) {
    return one.identifier_copy == other.identifier_copy && one.vendor_name == other.vendor_name &&
           one.vendor_oui == other.vendor_oui && one.part_number == other.part_number &&
           one.revision == other.revision && one.serial_number == other.serial_number &&
           one.date_code == other.date_code;
}

bool same_fixed_pages(cmis::MemoryModelId model, const cmis::MemoryMap& one, const cmis::MemoryMap& other) {
    const auto alike = [&](cmis::PageId id) {
        const cmis::Page* left = one.find(id);
        const cmis::Page* right = other.find(id);
        return left == nullptr || right == nullptr ? left == right : *left == *right;
    };
    if (!alike(page_zero)) {
        return false;
    }
    const cmis::MemoryModel* map = cmis::model(model);
    return map == nullptr ||
           std::ranges::all_of(map->checksums, [&](const cmis::ChecksumRow& row) { return alike(row.page); });
}

}  // namespace opticward::daemon
