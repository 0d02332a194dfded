#include "cmis/text.h"

#include <algorithm>

namespace opticward::cmis {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view hex_digits = "0123456789abcdef";

Bytes without_padding(Bytes field) {
    while (!field.empty() && (field.back() == ' ' || field.back() == 0)) {
        field = field.first(field.size() - 1);
    }
    return field;
}

void append_escaped(std::string& line, unsigned char byte) {
    switch (byte) {
        case '\n': line += "\\n"; return;
        case '\r': line += "\\r"; return;
        case '\t': line += "\\t"; return;
        case '\\': line += "\\\\"; return;
        default: break;
    }
    if (byte >= 0x20 && byte != 0x7F) {
        line += static_cast<char>(byte);
        return;
    }
    line += "\\x";
    line += hex_digits[byte >> 4];
    line += hex_digits[byte & 0x0F];
}

}  // namespace

std::string clean_text(Bytes field) {
    if (std::ranges::all_of(field, [](std::uint8_t byte) { return byte == 0xFF; })) {
        return {};
    }
    std::string text;
    for (const std::uint8_t byte : without_padding(field)) {
        if (byte == 0 || byte > 0x7F) {
            text += replacement;
        } else {
            text += static_cast<char>(byte);
        }
    }
    return text;
}

std::string escape_control(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    for (const char character : text) {
        append_escaped(line, static_cast<unsigned char>(character));
    }
    return line;
}

}  // namespace opticward::cmis
