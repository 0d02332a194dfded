#include "cmis/memory_model.h"

#include "cmis/checks.h"
#include "cmis/cmis_fields.h"
#include "cmis/codec.h"
#include "cmis/interpretation.h"
#include "cmis/sff8636_fields.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <utility>

namespace opticward::cmis {

namespace {

static_assert(checks::Checked<sff8636_fields>::ok);
static_assert(checks::Checked<cmis_fields>::ok);

// The rows that every poll decodes, picked out once.
template <const auto& Table>
constexpr auto live_rows() {
    constexpr auto is_live = [](const FieldRow& row) { return row.part == Part::live; };
    constexpr auto count = static_cast<std::size_t>(std::ranges::count_if(Table, is_live));
    std::array<FieldRow, count> result{};
    std::ranges::copy_if(Table, result.begin(), is_live);
    return result;
}

constexpr auto sff8636_live_fields = live_rows<sff8636_fields>();
constexpr auto cmis_live_fields = live_rows<cmis_fields>();

std::vector<PageId> sff8636_pages(const Module& module) {
    if (module.identity.flat_memory.value_or(true)) {
        return {};
    }
    return {upper_page(0x03)};
}

// CMIS 8.2.13: pages 01h, 02h, 10h and 11h are mandatory when paged; 10h and 11h come once for each bank.
std::vector<PageId> cmis_pages(const Module& module) {
    if (module.identity.flat_memory.value_or(true)) {
        return {};
    }
    std::vector<PageId> pages{upper_page(0x01), upper_page(0x02)};
    const unsigned banks = 1U << std::min<unsigned>(module.advertisement.banks_code.value_or(0), 2);
    for (unsigned bank = 0; bank < banks; ++bank) {
        pages.push_back(upper_page(0x10, static_cast<std::uint8_t>(bank)));
        pages.push_back(upper_page(0x11, static_cast<std::uint8_t>(bank)));
    }
    return pages;
}

constexpr MemoryModel sff8636_model{
    .id = MemoryModelId::sff8636,
    .name = "SFF-8636",
    .fields = sff8636_fields,
    .live_fields = sff8636_live_fields,
    .checksums = sff8636_checksums,
    .flat_mask = 0x04,
    .further_pages = sff8636_pages,
};

constexpr MemoryModel cmis_model{
    .id = MemoryModelId::cmis,
    .name = "CMIS",
    .fields = cmis_fields,
    .live_fields = cmis_live_fields,
    .checksums = cmis_checksums,
    .flat_mask = 0x80,
    .further_pages = cmis_pages,
};

constexpr std::array<const MemoryModel*, 2> all_models{&sff8636_model, &cmis_model};

constexpr std::uint8_t lane_page = 0x11;

using ByteSet = std::bitset<page_size>;

// What a poll reads of a module: the rows that it decodes, less those that say nothing about this one.
class LiveRows {
public:
    enum class Extent : std::uint8_t { whole, without_flags, quiet };

    LiveRows(const Module& module, Extent extent) : module_{module}, extent_{extent} {}

    bool wants(const FieldRow& row) const {
        if (row.part != Part::live || !row.applies(module_)) {
            return false;
        }
        if (extent_ == Extent::quiet && is_summarised(module_.memory_model, row)) {
            return false;
        }
        return row.at.page != lower_memory || !is_cable_without_monitors() || row.at.offset <= last_of_cable();
    }
    bool forbids(const FieldRow& row) const {
        return extent_ == Extent::without_flags && row.access == Access::clear_on_read;
    }

private:
    // A passive cable measures nothing and has nothing to warn of: SFF-8636 bytes 2..4 are status, LOS and fault, byte 3
    // of a flat CMIS module is its state.
    bool is_cable_without_monitors() const {
        if (module_.memory_model == MemoryModelId::cmis) {
            return module_.identity.flat_memory.value_or(false);
        }
        return media_type(module_) == MediaType::passive_copper;
    }
    std::uint8_t last_of_cable() const { return module_.memory_model == MemoryModelId::cmis ? 3 : 4; }

    const Module& module_;
    Extent extent_;
};

// The bytes of a row that this module's lanes use; monitors of lanes that the module says it lacks are left out.
void add_bytes(const FieldRow& row, std::uint8_t unsupported_lanes, ByteSet& bytes) {
    const std::size_t start = index_of(row.at);
    if (row.packed || row.count == 1) {
        for (std::size_t i = 0; i < row.bytes; ++i) {
            bytes.set(start + i);
        }
        return;
    }
    const std::size_t size = row.bytes - (row.count - 1) * row.stride;
    for (unsigned element = 0; element < row.count; ++element) {
        if (element < 8 && (unsupported_lanes >> element & 1U) != 0) {
            continue;
        }
        for (std::size_t i = 0; i < size; ++i) {
            bytes.set(start + element * row.stride + i);
        }
    }
}

// Joins the bytes of a page to reads. A gap of up to three bytes costs less bus time read through (27 bit times) than
// left out (30 for the start of another read), but a byte that clears on read is never read through unasked.
void add_ranges(PageId page, const ByteSet& wanted, const ByteSet& forbidden, std::vector<ByteRange>& ranges) {
    constexpr std::size_t longest_gap = 3;
    const std::uint8_t base = page.lower ? 0 : upper_memory_start;
    for (std::size_t first = 0; first < page_size; ++first) {
        if (!wanted.test(first)) {
            continue;
        }
        std::size_t last = first;
        for (std::size_t next = first + 1; next < page_size && next - last <= longest_gap + 1; ++next) {
            if (forbidden.test(next)) {
                break;
            }
            if (wanted.test(next)) {
                last = next;
            }
        }
        ranges.push_back({page, static_cast<std::uint8_t>(base + first), static_cast<std::uint8_t>(last - first + 1)});
        first = last;
    }
}

}  // namespace

const MemoryModel* model_for(std::uint8_t identifier) {
    switch (family(Code<CodeTable::identifier>{identifier})) {
        case Family::sff8636:
        case Family::sff8636_compatible: return &sff8636_model;
        case Family::cmis:
        case Family::vendor_cmis: return &cmis_model;
        default: return nullptr;
    }
}

const MemoryModel* model(MemoryModelId id) {
    for (const MemoryModel* candidate : all_models) {
        if (candidate->id == id) {
            return candidate;
        }
    }
    return nullptr;
}

std::span<const MemoryModel* const> models() {
    return all_models;
}

bool lower_memory_is_believable(const MemoryMap& memory) {
    const Page* page = memory.find(lower_memory);
    return page != nullptr && !std::ranges::all_of(page->begin() + 2, page->end(), [](auto b) { return b == 0xFF; });
}

std::optional<std::uint8_t> identifier_of(const MemoryMap& memory) {
    const auto programmed = [](std::uint8_t byte) { return byte != 0x00 && byte != 0xFF; };
    for (const Location at : {lower(0), upper(0, 128)}) {
        if (memory.has(at) && programmed(memory.byte(at))) {
            return memory.byte(at);
        }
    }
    return std::nullopt;
}

std::vector<PageId> fixed_pages(const Module& module) {
    std::vector<PageId> pages{lower_memory, upper_page(0)};
    if (const MemoryModel* map = model(module.memory_model)) {
        std::ranges::copy(map->further_pages(module), std::back_inserter(pages));
    }
    return pages;
}

namespace {

std::vector<ByteRange> ranges_of(const Module& module, LiveRows::Extent extent) {
    std::vector<ByteRange> ranges;
    const LiveRows rows{module, extent};
    const MemoryModel* map = model(module.memory_model);
    if (map == nullptr) {
        return ranges;
    }
    for (const PageId page : fixed_pages(module)) {
        ByteSet wanted;
        ByteSet clearing;
        for (const FieldRow& row : map->fields) {
            const PageId of_row = row.banked ? upper_page(row.at.page.page, page.bank) : row.at.page;
            if (of_row != page) {
                continue;
            }
            if (rows.forbids(row)) {
                add_bytes(row, 0, clearing);
            } else if (rows.wants(row)) {
                const bool of_bank_0 = page.bank == 0;
                add_bytes(row, of_bank_0 ? unsupported_media_lanes(module) : std::uint8_t{0}, wanted);
            }
        }
        add_ranges(page, wanted & ~clearing, clearing, ranges);
    }
    return ranges;
}

}  // namespace

std::vector<ByteRange> live_ranges(const Module& module, bool flags) {
    return ranges_of(module, flags ? LiveRows::Extent::whole : LiveRows::Extent::without_flags);
}

std::vector<ByteRange> quiet_live_ranges(const Module& module) {
    return ranges_of(module, LiveRows::Extent::quiet);
}

// Lane flags and states share bytes or lie between each other; the monitors have a word for each lane.
bool is_summarised(MemoryModelId id, const FieldRow& row) {
    return row.part == Part::live && row.packed && summarised_bank(id, row.at.page).has_value();
}

std::optional<unsigned> summarised_bank(MemoryModelId id, PageId page) {
    const bool lanes = id == MemoryModelId::cmis && page == upper_page(lane_page, page.bank) && page.bank < max_banks;
    return lanes ? std::optional<unsigned>{page.bank} : std::nullopt;
}

void join_ranges(std::vector<ByteRange>& ranges, std::size_t longest_gap) {
    std::vector<ByteRange> joined;
    for (const ByteRange& range : ranges) {
        const std::size_t end = joined.empty() ? 0 : joined.back().offset + std::size_t{joined.back().size};
        if (joined.empty() || range.offset > end + longest_gap) {
            joined.push_back(range);
        } else {
            joined.back().size = static_cast<std::uint8_t>(range.offset + range.size - joined.back().offset);
        }
    }
    ranges = std::move(joined);
}

bool clears_on_read(MemoryModelId id, Location location) {
    const MemoryModel* map = model(id);
    if (map == nullptr) {
        return false;
    }
    return std::ranges::any_of(map->fields, [&](const FieldRow& row) {
        const PageId page = row.banked ? upper_page(row.at.page.page, location.page.bank) : row.at.page;
        return row.access == Access::clear_on_read && page == location.page && location.offset >= row.at.offset &&
               location.offset < row.at.offset + row.bytes;
    });
}

}  // namespace opticward::cmis
