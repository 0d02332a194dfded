#include "config/text_check.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace opticward::config {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

std::string hex(unsigned char byte) {
    return std::string{"0x"} + hex_digits[byte >> 4U] + hex_digits[byte & 0xfU];
}

// First bytes of characters of several bytes: their range, length, and the smallest character that needs that length.
struct Lead {
    unsigned char first = 0;
    unsigned char last = 0;
    std::size_t length = 0;
    std::uint32_t least = 0;
};
constexpr std::array<Lead, 3> leads{{{0xc2, 0xdf, 2, 0x80}, {0xe0, 0xef, 3, 0x800}, {0xf0, 0xf4, 4, 0x10000}}};

// The length of the character of several bytes at the start; 0: it is no UTF-8.
std::size_t character_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    for (const Lead& lead : leads) {
        if (first < lead.first || first > lead.last) {
            continue;
        }
        if (text.size() < lead.length) {
            return 0;
        }
        std::uint32_t character = first & (0x7fU >> lead.length);
        for (const char next : text.substr(1, lead.length - 1)) {
            const auto byte = static_cast<unsigned char>(next);
            if ((byte & 0xc0U) != 0x80) {
                return 0;
            }
            character = character << 6U | (byte & 0x3fU);
        }
        const bool is_surrogate = character >= 0xd800 && character <= 0xdfff;
        return character < lead.least || character > 0x10ffff || is_surrogate ? 0 : lead.length;
    }
    return 0;
}

std::string about_byte(unsigned char byte) {
    if (byte >= 0x80) {
        return "byte " + hex(byte) + " is no UTF-8, expected text in UTF-8";
    }
    return (byte == 0 ? std::string{"NUL byte"} : "control character " + hex(byte)) + ", expected plain text";
}

// Follows strings, comments, brackets and dots of TOML, as far as that needs no grammar.
class Nesting {
public:
    explicit Nesting(std::string_view toml) : toml_{toml} {}

    std::optional<TextProblem> problem() {
        while (at_ < toml_.size()) {
            const char c = toml_[at_];
            if (c == '"' || c == '\'') {
                skip_string(c);
                continue;
            }
            if (c == '#') {
                at_ = std::min(toml_.find('\n', at_), toml_.size());
                continue;
            }
            count(c);
            if (brackets_ > deepest_nesting || dots_ >= deepest_nesting) {
                return TextProblem{line_, "nested too deeply, expected at most " + std::to_string(deepest_nesting) +
                                              " levels"};
            }
            ++at_;
        }
        return std::nullopt;
    }

private:
    void count(char c) {
        const bool is_bare_key = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                                 c == '_' || c == '-' || c == ' ' || c == '\t';
        if (c == '.') {
            ++dots_;
        } else if (!is_bare_key) {
            dots_ = 0;
        }
        if (c == '[' || c == '{') {
            ++brackets_;
        } else if ((c == ']' || c == '}') && brackets_ > 0) {
            --brackets_;
        } else if (c == '\n') {
            ++line_;
        }
    }

    // To behind its closing quotes. One in single quotes has no escapes, one on a line ends with the line at the latest.
    void skip_string(char quote) {
        const std::string three(3, quote);
        const bool is_long = toml_.substr(at_).starts_with(three);
        at_ += is_long ? three.size() : 1;
        while (at_ < toml_.size()) {
            const char c = toml_[at_];
            if (is_long ? toml_.substr(at_).starts_with(three) : c == quote) {
                at_ += is_long ? three.size() : 1;
                return;
            }
            if (c == '\n') {
                if (!is_long) {
                    return;
                }
                ++line_;
            }
            at_ += c == '\\' && quote == '"' && toml_.substr(at_ + 1, 1) != "\n" ? 2 : 1;
        }
    }

    std::string_view toml_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::size_t brackets_ = 0;
    std::size_t dots_ = 0;
};

}  // namespace

std::optional<TextProblem> problem_of_text(std::string_view text) {
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
        return TextProblem{0, "is text in UTF-16, expected UTF-8"};
    }
    std::size_t line = 1;
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool is_line_end = byte == '\n' || (byte == '\r' && text.substr(i + 1, 1) == "\n");
        const bool is_plain = (byte >= ' ' && byte < 0x7f) || byte == '\t' || is_line_end;
        const std::size_t length = byte < 0x80 ? (is_plain ? 1 : 0) : character_length(text.substr(i));
        if (length == 0) {
            return TextProblem{line, about_byte(byte)};
        }
        line += byte == '\n' ? 1 : 0;
        i += length;
    }
    return std::nullopt;
}

std::optional<TextProblem> problem_of_nesting(std::string_view toml) {
    return Nesting{toml}.problem();
}

}  // namespace opticward::config
