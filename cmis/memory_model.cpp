#include "cmis/memory_model.h"

#include "cmis/checks.h"
#include "cmis/cmis_fields.h"
#include "cmis/codec.h"
#include "cmis/interpretation.h"
#include "cmis/sff8636_fields.h"

#include <algorithm>
#include <array>
#include <bitset>

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

using ByteSet = std::bitset<page_size>;

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

std::vector<ByteRange> live_ranges(const Module& module, bool flags) {
    std::vector<ByteRange> ranges;
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
            if (row.access == Access::clear_on_read && !flags) {
                add_bytes(row, 0, clearing);
            } else if (row.part == Part::live && row.applies(module)) {
                const bool of_bank_0 = page.bank == 0;
                add_bytes(row, of_bank_0 ? unsupported_media_lanes(module) : std::uint8_t{0}, wanted);
            }
        }
        add_ranges(page, wanted & ~clearing, clearing, ranges);
    }
    return ranges;
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
