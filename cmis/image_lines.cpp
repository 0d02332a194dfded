#include "cmis/image_lines.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace opticward::cmis::image_parts {

namespace {

constexpr std::size_t problem_limit = 32;

}  // namespace

void Problems::add(std::size_t line, std::size_t column, std::string what) {
    if (list_.size() < problem_limit) {
        list_.push_back({line, column, std::move(what)});
    }
}

std::size_t Line::begin() const {
    return std::min(text.find_first_not_of(blanks), text.size());
}

std::optional<Line> LineReader::next() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = rest_.find('\n');
    std::string_view text = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
    text = text.substr(0, text.find('#'));
    // npos + 1 is 0: a line of blanks is empty.
    return Line{text.substr(0, text.find_last_not_of(blanks) + 1), ++number_};
}

std::optional<unsigned> hex_number(std::string_view digits) {
    unsigned value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, value, 16);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

std::string hex_text(unsigned value, std::size_t digits) {
    constexpr std::string_view hex_digits = "0123456789abcdef";
    std::string text(digits, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
        *digit = hex_digits[value & 0x0F];
        value >>= 4;
    }
    return text;
}

std::optional<Row> read_row(const Line& line, std::size_t from, Problems& problems) {
    Row row{};
    std::size_t count = 0;
    std::size_t at = line.text.find_first_not_of(blanks, from);
    while (at != std::string_view::npos) {
        const std::size_t end = std::min(line.text.find_first_of(blanks, at), line.text.size());
        const auto value = end - at == 2 ? hex_number(line.text.substr(at, 2)) : std::nullopt;
        if (!value) {
            problems.add(line.number, at + 1, "not a byte of two hex digits");
            return std::nullopt;
        }
        if (count == row_size) {
            problems.add(line.number, at + 1, "more than 16 bytes in a row");
            return std::nullopt;
        }
        row[count++] = static_cast<std::uint8_t>(*value);
        at = line.text.find_first_not_of(blanks, end);
    }
    if (count < row_size) {
        problems.add(line.number, line.text.size() + 1, std::to_string(count) + " bytes in a row, expected 16");
        return std::nullopt;
    }
    return row;
}

}  // namespace opticward::cmis::image_parts
