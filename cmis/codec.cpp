#include "cmis/codec.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace opticward::cmis {

namespace {

constexpr std::uint8_t unused_application = 0xFF;

bool all_equal(const Page& page, std::uint8_t value) {
    return std::ranges::all_of(page, [value](std::uint8_t byte) { return byte == value; });
}

bool whole_memory_is(const MemoryMap& memory, std::uint8_t value) {
    return std::ranges::all_of(memory.pages(),
                               [value](const MemoryMap::Entry& entry) { return all_equal(entry.second, value); });
}

// The pages that a row's position names: one, or one for each bank.
template <class Memory>
class PagesOfRows {
public:
    using PagePointer = decltype(std::declval<Memory&>().find(PageId{}));

    explicit PagesOfRows(Memory& memory) : memory_(memory) {}

    // Neighbouring rows mostly share their page, so it is looked up when it changes.
    const std::array<PagePointer, max_banks>& of(const FieldRow& row) {
        if (!found_ || found_ != row.at.page || banked_ != row.banked) {
            found_ = row.at.page;
            banked_ = row.banked;
            pages_.fill(nullptr);
            for (unsigned bank = 0; bank < (row.banked ? max_banks : 1); ++bank) {
                PageId id = row.at.page;
                id.bank = static_cast<std::uint8_t>(bank);
                pages_[bank] = memory_.find(id);
            }
        }
        return pages_;
    }

private:
    Memory& memory_;
    std::optional<PageId> found_;
    bool banked_ = false;
    std::array<PagePointer, max_banks> pages_{};
};

// Runs `visit(row, page, bank)` for each row that holds and whose page is known.
void for_each_row(std::span<const FieldRow> rows, auto& memory, const Module& module, auto visit) {
    PagesOfRows pages{memory};
    for (const FieldRow& row : rows) {
        if (row.decode == nullptr || !row.applies(module)) {
            continue;
        }
        const auto& of_row = pages.of(row);
        for (unsigned bank = 0; bank < max_banks; ++bank) {
            if (of_row[bank] != nullptr) {
                visit(row, *of_row[bank], bank);
            }
        }
    }
}

bool is_end_of_list(const ApplicationDescriptor& application) {
    const bool padded_with_zeros = application.host_interface.value == 0 && application.media_interface == 0 &&
                                   application.host_lanes == 0 && application.media_lanes == 0;
    return application.host_interface.value == unused_application || padded_with_zeros;
}

// The list ends at the first unused descriptor, whatever stands behind it.
void end_applications(Identity& identity) {
    bool ended = false;
    for (auto& application : identity.applications) {
        ended = ended || !application || is_end_of_list(*application);
        if (ended) {
            application.reset();
        }
    }
}

void decode_rows(std::span<const FieldRow> rows, const MemoryMap& memory, Module& module, bool with_lower) {
    for_each_row(rows, memory, module, [&](const FieldRow& row, const Page& page, unsigned bank) {
        if (with_lower || !row.at.page.lower) {
            row.decode(row, page, bank, module);
        }
    });
}

// CMIS: the unused descriptors of a list are marked, not left at zero.
void mark_unused_applications(const Module& module, MemoryMap& memory) {
    constexpr std::uint8_t lower_list = 86;
    constexpr std::uint8_t further_list = 223;
    constexpr unsigned in_lower = 8;
    for (unsigned i = 0; i < max_applications; ++i) {
        if (module.identity.applications[i]) {
            continue;
        }
        const Location at = i < in_lower ? lower(static_cast<std::uint8_t>(lower_list + 4 * i))
                                         : upper(1, static_cast<std::uint8_t>(further_list + 4 * (i - in_lower)));
        if (Page* page = memory.find(at.page)) {
            (*page)[index_of(at)] = unused_application;
        }
    }
}

// CMIS lower 4..7, bit 0: a flag of page 11h is set in that bank.
void summarize_flags(Module& module) {
    for (std::size_t lane = 0; lane < max_lanes; ++lane) {
        if (module.live.lanes[lane].flags.raised != 0) {
            module.live.flag_summary[lane / lanes_per_bank] |= 1U;
        }
    }
}

std::uint8_t checksum(const Page& page, const ChecksumRow& row) {
    const auto first = page.begin() + row.first % page_size;
    const auto last = page.begin() + row.last % page_size + 1;
    return static_cast<std::uint8_t>(std::accumulate(first, last, 0U));
}

}  // namespace

Readability readability(const MemoryMap& memory) {
    if (!memory.has(lower(0)) && !memory.has(upper(0, 128))) {
        return Readability::no_bytes;
    }
    if (whole_memory_is(memory, 0xFF)) {
        return Readability::all_ff;
    }
    if (whole_memory_is(memory, 0x00)) {
        return Readability::all_00;
    }
    const auto identifier = identifier_of(memory);
    if (identifier && model_for(*identifier) != nullptr) {
        return Readability::readable;
    }
    const bool is_sfp = identifier && family(Code<CodeTable::identifier>{*identifier}) == Family::sff8472;
    return is_sfp ? Readability::not_decoded : Readability::unsupported;
}

std::string reason(Readability readability) {
    switch (readability) {
        case Readability::readable: return "";
        case Readability::no_bytes: return "neither lower memory nor page 00h is there";
        case Readability::all_ff: return "all bytes are FFh: nothing answers, or the memory is not programmed";
        case Readability::all_00: return "all bytes are 00h: the memory is not programmed";
        case Readability::not_decoded: return "SFF-8472 not decoded yet";
        case Readability::unsupported: return "no memory map for this identifier";
    }
    return "";
}

Module decode(const MemoryMap& memory) {
    Module module;
    const auto identifier = identifier_of(memory);
    const MemoryModel* map = identifier ? model_for(*identifier) : nullptr;
    if (map == nullptr) {
        if (identifier) {
            module.identity.identifier = Code<CodeTable::identifier>{*identifier};
        }
        return module;
    }
    module.memory_model = map->id;
    const bool with_lower = lower_memory_is_believable(memory);
    decode_rows(map->fields, memory, module, with_lower);
    if (!with_lower && memory.has(lower(0))) {
        module.identity.identifier = Code<CodeTable::identifier>{memory.byte(lower(0))};
    }
    end_applications(module.identity);
    return module;
}

void decode_live(const MemoryMap& memory, Module& module) {
    module.live = Live{};
    if (const MemoryModel* map = model(module.memory_model)) {
        decode_rows(map->live_fields, memory, module, lower_memory_is_believable(memory));
    }
}

MemoryMap encode(const Module& source) {
    MemoryMap memory;
    Module module = source;
    const MemoryModel* map = model(module.memory_model);
    if (map == nullptr) {
        return memory;
    }
    if (!module.identity.identifier_copy) {
        module.identity.identifier_copy = module.identity.identifier;
    }
    if (!module.identity.flat_memory) {
        module.identity.flat_memory = false;
    }
    for (const PageId page : fixed_pages(module)) {
        memory.at(page);
    }
    if (map->id == MemoryModelId::cmis) {
        summarize_flags(module);
    }
    for_each_row(map->fields, memory, module,
                 [&](const FieldRow& row, Page& page, unsigned bank) { row.encode(row, module, bank, page); });
    if (map->id == MemoryModelId::cmis) {
        mark_unused_applications(module, memory);
    }
    update_checksums(map->id, memory);
    return memory;
}

void encode_live(const Module& source, MemoryMap& memory) {
    const MemoryModel* map = model(source.memory_model);
    if (map == nullptr) {
        return;
    }
    Module module = source;
    if (map->id == MemoryModelId::cmis) {
        summarize_flags(module);
    }
    for_each_row(map->live_fields, memory, module,
                 [&](const FieldRow& row, Page& page, unsigned bank) { row.encode(row, module, bank, page); });
}

void update_checksums(MemoryModelId id, MemoryMap& memory) {
    const MemoryModel* map = model(id);
    if (map == nullptr) {
        return;
    }
    for (const ChecksumRow& row : map->checksums) {
        if (Page* page = memory.find(row.page)) {
            (*page)[row.at % page_size] = checksum(*page, row);
        }
    }
}

std::vector<ChecksumResult> checksums(MemoryModelId id, const MemoryMap& memory) {
    std::vector<ChecksumResult> results;
    const MemoryModel* map = model(id);
    if (map == nullptr) {
        return results;
    }
    for (const ChecksumRow& row : map->checksums) {
        ChecksumState state = ChecksumState::absent;
        if (const Page* page = memory.find(row.page)) {
            const bool right = (*page)[row.at % page_size] == checksum(*page, row);
            state = right ? ChecksumState::ok : ChecksumState::bad;
        }
        results.push_back({row.name, state});
    }
    return results;
}

}  // namespace opticward::cmis
