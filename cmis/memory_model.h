// The memory maps we know: THE place for a form factor. An identifier chooses the map, never the speed.
#pragma once

#include "cmis/field.h"
#include "cmis/memory_map.h"
#include "cmis/module.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace opticward::cmis {

// A checksum: the low 8 bits of the sum of bytes first..last of a page, kept at `at`.
struct ChecksumRow {
    std::string_view name;  // as the JSON contract spells it
    PageId page;
    std::uint8_t first = 0;
    std::uint8_t last = 0;
    std::uint8_t at = 0;
    std::string_view citation;
};

struct MemoryModel {
    MemoryModelId id = MemoryModelId::none;
    std::string_view name;  // "SFF-8636", "CMIS", "SFF-8472"
    std::span<const FieldRow> fields;
    std::span<const FieldRow> live_fields;  // those of Part::live, in the same order
    std::span<const ChecksumRow> checksums;
    std::uint8_t flat_mask = 0;  // the bit of lower byte 2 that says that only page 00h exists
    // The pages that the module has besides lower memory and page 00h, by its own word.
    std::vector<PageId> (*further_pages)(const Module&) = nullptr;
};

// The map for an identifier; nullptr: none (unprogrammed, unknown, or a kind not decoded).
const MemoryModel* model_for(std::uint8_t identifier);
const MemoryModel* model(MemoryModelId id);
std::span<const MemoryModel* const> models();

// Whether lower memory was read and is not FFh throughout behind its first two bytes, as some parts leave it.
bool lower_memory_is_believable(const MemoryMap& memory);

// The identifier that chooses the map: byte 0, or the copy in byte 128 where byte 0 is unprogrammed or was not read.
std::optional<std::uint8_t> identifier_of(const MemoryMap& memory);

// All pages to read at insertion once `module` is decoded from lower memory and page 00h (and, for CMIS, page 01h).
// Lower memory and page 00h are always the first two.
std::vector<PageId> fixed_pages(const Module& module);

// The bytes to read at every poll, in order; runs with small gaps are joined where that costs less bus time.
// With flags == false no byte that clears on read is read (another program owns the flags).
std::vector<ByteRange> live_ranges(const Module& module, bool flags);

// live_ranges(module, true) less what the flag summary (CMIS lower 4..7, bit 0) stands for: on page 11h only the monitors
// are left. Enough for a poll of a bank of which the summary says that no flag is set.
std::vector<ByteRange> quiet_live_ranges(const Module& module);

// Whether a flag summary stands for this row: lane flags and states, which are read while one is set.
bool is_summarised(MemoryModelId id, const FieldRow& row);

// The bank of lanes whose flag summary stands for this page; nothing: no summary does.
std::optional<unsigned> summarised_bank(MemoryModelId id, PageId page);

// Joins neighbours with up to `longest_gap` bytes between them, of a list in order of one page.
void join_ranges(std::vector<ByteRange>& ranges, std::size_t longest_gap);

// Whether reading this byte clears it, in the map of `id`.
bool clears_on_read(MemoryModelId id, Location location);

}  // namespace opticward::cmis
