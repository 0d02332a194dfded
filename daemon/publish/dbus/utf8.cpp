#include "daemon/publish/dbus/utf8.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace opticward::daemon::bus {

namespace {

// The kinds of sequences of the Unicode standard: the first byte, and the least code point that may be spelled so.
struct Kind {
    unsigned mask;
    unsigned mark;
    std::size_t size;
    std::uint32_t least;
};
constexpr std::array<Kind, 4> kinds{{{.mask = 0x80, .mark = 0x00, .size = 1, .least = 1},
                                     {.mask = 0xE0, .mark = 0xC0, .size = 2, .least = 0x80},
                                     {.mask = 0xF0, .mark = 0xE0, .size = 3, .least = 0x800},
                                     {.mask = 0xF8, .mark = 0xF0, .size = 4, .least = 0x10000}}};

// sd-bus refuses surrogates, and what Unicode calls noncharacters as well.
constexpr bool is_character(std::uint32_t point) {
    const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
    const bool noncharacter = (point >= 0xFDD0 && point <= 0xFDEF) || (point & 0xFFFEU) == 0xFFFE;
    return point <= 0x10FFFF && !surrogate && !noncharacter;
}

// The size of the character that the text begins with; 0: there is none.
std::size_t character_size(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
    for (const Kind& kind : kinds) {
        if ((byte(0) & kind.mask) != kind.mark) continue;
        if (text.size() < kind.size) return 0;
        std::uint32_t point = byte(0) & ~kind.mask;
        for (std::size_t i = 1; i < kind.size; ++i) {
            if ((byte(i) & 0xC0U) != 0x80) return 0;
            point = point << 6U | (byte(i) & 0x3FU);
        }
        return point >= kind.least && is_character(point) ? kind.size : 0;
    }
    return 0;
}

}  // namespace

std::string sendable(std::string_view text) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        valid += size == 0 ? replacement : text.substr(0, size);
        text.remove_prefix(size == 0 ? 1 : size);
    }
    return valid;
}

}  // namespace opticward::daemon::bus
