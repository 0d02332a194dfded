#include "daemon/cli/terminal_text.h"

#include "cmis/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace opticward::daemon::cli {

namespace {

struct Character {
    std::uint32_t code = 0;
    std::size_t size = 0;  // in bytes; 0: no UTF-8 begins here
};

constexpr std::uint32_t continuation_bits = 6;

// The code of a sequence of so many bytes; the smallest that may be written so.
Character sequence(std::string_view text, std::size_t size, std::uint32_t first_bits, std::uint32_t least) {
    if (text.size() < size) {
        return {};
    }
    std::uint32_t code = first_bits;
    for (const char next : text.substr(1, size - 1)) {
        const auto byte = static_cast<unsigned char>(next);
        if ((byte & 0xC0U) != 0x80U) {
            return {};
        }
        code = (code << continuation_bits) | (byte & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least || surrogate || code > 0x10FFFF ? Character{} : Character{code, size};
}

Character first_character(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x80) {
        return {byte, 1};
    }
    if ((byte & 0xE0U) == 0xC0U) {
        return sequence(text, 2, byte & 0x1FU, 0x80);
    }
    if ((byte & 0xF0U) == 0xE0U) {
        return sequence(text, 3, byte & 0x0FU, 0x800);
    }
    return (byte & 0xF8U) == 0xF0U ? sequence(text, 4, byte & 0x07U, 0x10000) : Character{};
}

struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

template <std::size_t Size>
bool within(const std::array<Range, Size>& ranges, std::uint32_t code) {
    return std::ranges::any_of(ranges, [code](Range range) { return code >= range.first && code <= range.last; });
}

// C1 controls, then what joins, separates, reorders or hides without being seen.
constexpr std::array<Range, 10> unsafe{{{0x80, 0x9F},
                                        {0xAD, 0xAD},
                                        {0x61C, 0x61C},
                                        {0x180E, 0x180E},
                                        {0x200B, 0x200F},
                                        {0x2028, 0x202E},
                                        {0x2060, 0x206F},
                                        {0xFEFF, 0xFEFF},
                                        {0xFFF9, 0xFFFB},
                                        {0xE0000, 0xE0FFF}}};
// Combining marks: they sit on the character before.
constexpr std::array<Range, 6> narrow{
    {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};
// East Asian wide and full width (Unicode standard annex 11), and pictographs.
constexpr std::array<Range, 11> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1F64F},
                                      {0x1F900, 0x1F9FF},
                                      {0x20000, 0x3FFFD}}};

std::string hex(std::uint32_t number, std::size_t digits) {
    constexpr std::string_view letters = "0123456789abcdef";
    std::string text(digits, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
        *digit = letters[number & 0xFU];
        number >>= 4U;
    }
    return text;
}

std::size_t width_of(std::uint32_t code) {
    if (within(narrow, code)) {
        return 0;
    }
    return within(wide, code) ? 2 : 1;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Character character = first_character(text);
        const std::string_view bytes = text.substr(0, std::max<std::size_t>(character.size, 1));
        if (character.size == 0) {
            result += "\\x" + hex(static_cast<unsigned char>(text.front()), 2);
        } else if (within(unsafe, character.code)) {
            result += "\\u{" + hex(character.code, character.code > 0xFFFF ? 6 : 4) + "}";
        } else if (character.code < 0x80) {
            result += cmis::escape_control(bytes);
        } else {
            result += bytes;
        }
        text.remove_prefix(bytes.size());
    }
    return result;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const Character character = first_character(text);
        width += character.size == 0 ? 1 : width_of(character.code);
        text.remove_prefix(std::max<std::size_t>(character.size, 1));
    }
    return width;
}

std::string left(std::string_view text, std::size_t width) {
    const std::size_t taken = display_width(text);
    return std::string{text} + std::string(taken < width ? width - taken : 0, ' ');
}

std::string right(std::string_view text, std::size_t width) {
    const std::size_t taken = display_width(text);
    return std::string(taken < width ? width - taken : 0, ' ') + std::string{text};
}

std::string fitted(std::string_view text, std::size_t width) {
    if (display_width(text) <= width) {
        return std::string{text};
    }
    std::string result;
    for (std::size_t taken = 1; !text.empty();) {
        const Character character = first_character(text);
        const std::size_t size = std::max<std::size_t>(character.size, 1);
        taken += character.size == 0 ? 1 : width_of(character.code);
        if (taken > width) {
            break;
        }
        result += text.substr(0, size);
        text.remove_prefix(size);
    }
    return result + (width > 0 ? "~" : "");
}

std::string fixed(double value, int digits) {
    // A double has at most 309 digits before its point.
    std::array<char, 384> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, digits);
    return {buffer.data(), end.ptr};
}

std::string plain(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6);
    return {buffer.data(), end.ptr};
}

}  // namespace opticward::daemon::cli
