// The bytes of a module: lower memory and the upper pages that were read.
//
// A page is a half of the 256-byte window that a module shows on the bus. Lower memory is offsets 0..127 and always
// visible; an upper page is offsets 128..255 and is chosen by PageSelect (byte 127) and, with CMIS, BankSelect (126).
// Sources: SFF-8636 6.1, CMIS 8.1; SFP (SFF-8472) has a second device at 0x51.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace opticward::cmis {

inline constexpr std::size_t page_size = 128;
inline constexpr unsigned upper_memory_start = 128;
inline constexpr std::uint8_t module_address = 0x50;
inline constexpr std::uint8_t diagnostics_address = 0x51;  // SFF-8472 A2h

using Page = std::array<std::uint8_t, page_size>;
using Bytes = std::span<const std::uint8_t>;
using MutableBytes = std::span<std::uint8_t>;

struct PageId {
    std::uint8_t page = 0;
    std::uint8_t bank = 0;
    bool lower = false;
    std::uint8_t device = module_address;

    constexpr auto operator<=>(const PageId&) const = default;
};

inline constexpr PageId lower_memory{.lower = true};

constexpr PageId upper_page(std::uint8_t page, std::uint8_t bank = 0) {
    return {.page = page, .bank = bank};
}

// A position as the specifications write it: offset 0..127 in lower memory, 128..255 in an upper page.
struct Location {
    PageId page;
    std::uint8_t offset = 0;

    constexpr bool operator==(const Location&) const = default;
};

constexpr Location lower(std::uint8_t offset) {
    return {lower_memory, offset};
}

constexpr Location upper(std::uint8_t page, std::uint8_t offset) {
    return {upper_page(page), offset};
}

// The index of a location's byte in its Page.
constexpr std::size_t index_of(const Location& location) {
    return location.offset % page_size;
}

// A run of bytes of one page; `offset` as in Location, offset + size never passes the end of the page.
struct ByteRange {
    PageId page;
    std::uint8_t offset = 0;
    std::uint8_t size = 0;

    constexpr bool operator==(const ByteRange&) const = default;
};

// The pages of one module that are known. Plain value; a page that is not here was not read or does not exist.
class MemoryMap {
public:
    using Entry = std::pair<PageId, Page>;

    const Page* find(PageId id) const;
    Page* find(PageId id);
    // The page, made of zeros if it was not there.
    Page& at(PageId id);
    void erase(PageId id);

    // nullptr-free single byte access: nothing when the page is not known.
    bool has(Location location) const { return find(location.page) != nullptr; }
    std::uint8_t byte(Location location, std::uint8_t otherwise = 0) const;

    bool empty() const { return pages_.empty(); }
    std::span<const Entry> pages() const { return pages_; }  // ordered by PageId, lower memory last

    bool operator==(const MemoryMap&) const = default;

private:
    std::vector<Entry> pages_;  // sorted by id; a handful of entries, so a vector beats a tree
};

}  // namespace opticward::cmis
