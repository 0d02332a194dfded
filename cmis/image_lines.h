// The parts that the readers of module images share; only image*.cpp include it.
#pragma once

#include "cmis/image.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace opticward::cmis::image_parts {

inline constexpr std::uint8_t sfp_identifier = 0x03;  // SFF-8024: with SFF-8472, so a second device at 51h
inline constexpr std::size_t row_size = 16;
inline constexpr std::size_t rows_per_page = page_size / row_size;
inline constexpr std::string_view sfputil_title = "EEPROM hexdump";
inline constexpr std::string_view blanks = " \t\r\v\f";

using Row = std::array<std::uint8_t, row_size>;

// Keeps the first problems only: content is hostile, and nobody reads the hundredth.
class Problems {
public:
    void add(std::size_t line, std::size_t column, std::string what);
    std::vector<ImageProblem> take() { return std::move(list_); }

private:
    std::vector<ImageProblem> list_;
};

// One line without its comment and trailing blanks. `number` from 1.
struct Line {
    std::string_view text;
    std::size_t number = 0;

    // Index of the first character that is no blank, text.size() if there is none.
    std::size_t begin() const;
    bool empty() const { return text.empty(); }
};

class LineReader {
public:
    explicit LineReader(std::string_view content) : rest_(content) {}
    // Nothing at the end of the content.
    std::optional<Line> next();

private:
    std::string_view rest_;
    std::size_t number_ = 0;
};

std::optional<unsigned> hex_number(std::string_view digits);
std::string hex_text(unsigned value, std::size_t digits);

// The 16 bytes of a row that begin at index `from`; nothing, and a problem, where they are not all there.
std::optional<Row> read_row(const Line& line, std::size_t from, Problems& problems);

MemoryMap read_sections(std::string_view content, Problems& problems);
MemoryMap read_ethtool(std::string_view content, const ReadOptions& options, Problems& problems);
// The row of column numbers above each window, without the blanks before it.
bool is_i2cdump_title(std::string_view text);
MemoryMap read_i2cdump(std::string_view content, const ReadOptions& options, Problems& problems);
MemoryMap read_sfputil(std::string_view content, Problems& problems);
MemoryMap read_binary(std::string_view content, const ReadOptions& options, Problems& problems);

// "lower", "page 11h bank 1", "a2h page 00h"
std::string section_name(PageId id, bool sfp);

}  // namespace opticward::cmis::image_parts
