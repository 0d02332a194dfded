// Module images: files that hold the bytes of a module's memory, as text or binary.
//
// Pure: content in, pages out; no I/O, no exception; safe from any thread. Content is hostile: its size is bounded, and
// what cannot be read is a problem with its place, never a guess.
//
// Formats, told apart by content:
// - text_sections, our own: `[lower]`, `[page 11h bank 0]`, for SFP `[a0h lower]`, `[a0h upper]`, `[a2h lower]`,
//   `[a2h page 00h]`, each followed by 8 rows `80: 16 hex bytes`; `#` starts a comment line; no bank means bank 0.
// - ethtool_hex, what `ethtool -m IFACE hex on` prints: rows `0x0000:` and 16 bytes.
// - i2cdump, what `i2cdump -y N 0x50 b` prints, once for each page: a title of column numbers, rows `00: 16 hex bytes` and
//   the characters. The page is the one that bytes 126 and 127 of the same window select.
// - sfputil, what `sfputil show eeprom-hexdump` prints: titles such as `Upper page 11h`, rows `00000080 16 hex bytes`.
// - binary: the bytes themselves: lower memory, then upper page p at 128 + 128 * p (optoe's linear layout);
//   for an SFP (identifier 03h) 256 bytes of A0h, then A2h. 128 bytes alone are lower memory.
// In ethtool_hex and binary, beyond 640 bytes, an upper page other than 00h that is all zero was not read.
#pragma once

#include "cmis/memory_map.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::cmis {

inline constexpr std::size_t image_size_limit = 1024 * 1024;

struct ImageProblem {
    std::size_t line = 0;    // from 1; 0: the file as a whole
    std::size_t column = 0;  // from 1, in bytes; 0: the line as a whole
    std::string what;

    bool operator==(const ImageProblem&) const = default;
};

enum class ImageFormat : std::uint8_t { text_sections, ethtool_hex, i2cdump, sfputil, binary };

struct Image {
    MemoryMap memory;
    ImageFormat format = ImageFormat::binary;
    std::vector<ImageProblem> problems;  // the first few; a page that is whole is kept whatever happened to the others
};

// Where the upper 128 bytes of a dump of one window belong, for `ethtool -m IFACE hex on page N` does not say; also of
// 128 raw bytes. Page 00h and bank 0 where nothing is given. Longer content says its pages itself.
struct ReadOptions {
    std::optional<std::uint8_t> page;
    std::optional<std::uint8_t> bank;
};

Image read_image(std::string_view content, const ReadOptions& options);

inline Image read_image(std::string_view content) {
    return read_image(content, {});
}

// Our text form; read_image gives back the same memory.
std::string write_image_text(const MemoryMap& memory);

// Lower memory, then bank 0 of each upper page up to the last that is known, zeros where a page is not known.
// For an SFP (identifier 03h) A0h, 256 bytes, and then what is known of A2h in the same way.
std::vector<std::uint8_t> write_image_binary(const MemoryMap& memory);

// As the programs print it that the forms are named after; read_image gives back the same memory. i2cdump has the page
// and bank of each window in its bytes 126 and 127; the two other forms have no banks, only bank 0 is written.
std::string write_image_ethtool(const MemoryMap& memory);
std::string write_image_i2cdump(const MemoryMap& memory);
std::string write_image_sfputil(const MemoryMap& memory, std::string_view port);

}  // namespace opticward::cmis
