// Contents of module images for tests, built from literal bytes.
#pragma once

#include "cmis/image.h"

#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::cmis::testing_content {

using Problems = std::vector<ImageProblem>;

inline constexpr PageId a2h_lower{.lower = true, .device = 0x51};
inline constexpr PageId a2h_page_0{.device = 0x51};

inline constexpr std::string_view lower_section = "[lower]\n"
                                                  "00: 11 08 04 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                                  "10: 00 00 00 00 00 00 19 80 00 00 80 e8 00 00 00 00\n"
                                                  "20: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                                  "30: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                                  "40: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                                  "50: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                                  "60: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                                  "70: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 7f\n";

inline constexpr std::string_view upper_rows = "80: 11 cc 0c 80 00 00 00 00 00 00 00 08 ff 00 00 00\n"
                                               "90: 00 00 00 00 45 58 41 4d 50 4c 45 20 20 20 20 20\n"
                                               "a0: 20 20 20 20 20 00 02 c9 00 00 00 00 00 00 00 00\n"
                                               "b0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                               "c0: 41 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                               "d0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                               "e0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                                               "f0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 fe\n";

inline std::string section(std::string_view header) {
    return std::string{header} + "\n" + std::string{upper_rows};
}

// 128 bytes of which none is like its neighbours: first, first + 1, ...
inline Page counted(std::uint8_t first) {
    Page page{};
    std::iota(page.begin(), page.end(), first);
    return page;
}

inline std::string raw(const std::vector<Page>& pages) {
    std::string content;
    for (const Page& page : pages) {
        for (const std::uint8_t byte : page) {
            content += static_cast<char>(byte);
        }
    }
    return content;
}

inline std::string replaced(std::string text, std::string_view old_part, std::string_view new_part) {
    return text.replace(text.find(old_part), old_part.size(), new_part);
}

inline std::string with_crlf(std::string_view text) {
    std::string result;
    for (const char character : text) {
        if (character == '\n') result += " \r";
        result += character;
    }
    return result;
}

// What `ethtool -m IFACE hex on` prints, from offset `start`.
inline std::string ethtool_row(unsigned offset, const Page& page) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string row = "0x";
    for (int shift = 12; shift >= 0; shift -= 4) {
        row += digits[(offset >> shift) & 0xF];
    }
    row += ":\t\t";
    for (std::size_t i = 0; i < 16; ++i) {
        const std::uint8_t byte = page[offset % 128 + i];
        row += {digits[byte >> 4], digits[byte & 0xF], ' '};
    }
    return row + "\n";
}

inline std::string ethtool_dump(const std::vector<Page>& pages, unsigned start = 0) {
    std::string dump = "Offset\t\tValues\n------\t\t------\n";
    unsigned offset = start;
    for (const Page& page : pages) {
        for (int row = 0; row < 8; ++row, offset += 16) {
            dump += ethtool_row(offset, page);
        }
    }
    return dump;
}

}  // namespace opticward::cmis::testing_content
