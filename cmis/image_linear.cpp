// The linear formats: ethtool's hex dump and raw bytes. Lower memory first, then the upper pages in order; for an SFP
// the two devices one after the other.
#include "cmis/image_lines.h"

#include <algorithm>
#include <span>

namespace opticward::cmis::image_parts {

namespace {

constexpr std::size_t page_count = 256;
constexpr std::size_t linear_limit = (1 + page_count) * page_size;
// Up to here a file holds what a module without further pages has; beyond, unread pages are zeros.
constexpr std::size_t dense_limit = 640;

// The pages of a linear layout, by their place; a page that was not whole is nothing.
using Linear = std::vector<std::optional<Page>>;

bool is_sfp(const Linear& linear) {
    return !linear.empty() && linear[0] && (*linear[0])[0] == sfp_identifier;
}

// Where page number `place` of a linear layout belongs; nothing beyond page FFh.
std::optional<PageId> linear_page(std::size_t place, bool sfp, const ReadOptions& options) {
    if (place == 0) return lower_memory;
    if (place == 1) return upper_page(options.page.value_or(0), options.bank.value_or(0));
    const std::size_t first = sfp ? 3 : 1;
    if (sfp && place == 2) return PageId{.lower = true, .device = diagnostics_address};
    if (place - first >= page_count) return std::nullopt;
    const auto page = static_cast<std::uint8_t>(place - first);
    return PageId{.page = page, .device = sfp ? diagnostics_address : module_address};
}

MemoryMap map_linear(const Linear& linear, const ReadOptions& options, Problems& problems) {
    MemoryMap memory;
    const bool sfp = is_sfp(linear);
    for (std::size_t place = 0; place < linear.size(); ++place) {
        if (!linear[place]) continue;
        const auto id = linear_page(place, sfp, options);
        if (!id) {
            problems.add(0, 0, "bytes beyond page ffh");
            break;
        }
        memory.at(*id) = *linear[place];
    }
    return memory;
}

Page page_from(std::string_view content) {
    Page page{};
    std::ranges::transform(content, page.begin(), [](char byte) { return static_cast<std::uint8_t>(byte); });
    return page;
}

bool all_zero(const Page& page) {
    return std::ranges::all_of(page, [](std::uint8_t byte) { return byte == 0; });
}

// Upper pages of zeros between those that were read stand for pages that were not.
void drop_unread(Linear& linear) {
    if (linear.size() <= dense_limit / page_size) return;
    const std::size_t first_optional = is_sfp(linear) ? 4 : 2;
    for (auto& page : std::span{linear}.subspan(first_optional)) {
        if (page && all_zero(*page)) page.reset();
    }
}

// The rows of an ethtool dump, put where their offsets say.
class DumpReader {
public:
    explicit DumpReader(Problems& problems) : problems_(problems) {}

    void read(const Line& line) {
        const std::size_t open = line.begin();
        const auto offset = offset_of(line, open);
        if (!offset) {
            if (!is_title(line)) problems_.add(line.number, open + 1, "not a row, expected 0x0000: and 16 hex bytes");
            return;
        }
        if (!started_) {
            started_ = true;
            expected_ = *offset == upper_memory_start ? upper_memory_start : 0;
        }
        if (*offset != expected_) {
            problems_.add(line.number, open + 1,
                          "offset 0x" + hex_text(*offset, 4) + ", expected 0x" + hex_text(expected_, 4));
        }
        if (*offset < expected_ || *offset % row_size != 0 || *offset >= linear_limit) return;
        expected_ = *offset + row_size;
        const auto row = read_row(line, line.text.find(':') + 1, problems_);
        put(*offset, row);
    }

    Linear take(bool sfp, const ReadOptions& options) {
        Linear linear(pages_.size());
        for (std::size_t place = 0; place < pages_.size(); ++place) {
            if (rows_[place] == rows_per_page) {
                linear[place] = pages_[place];
            } else if (rows_[place] > 0) {
                const auto id = linear_page(place, sfp, options);
                const std::string name = id ? '[' + section_name(*id, sfp) + ']' : "a page";
                problems_.add(0, 0,
                              name + " is not whole: " + std::to_string(rows_[place] * row_size) + " of 128 bytes");
            }
        }
        return linear;
    }

    std::size_t pages() const { return pages_.size(); }
    bool starts_as_sfp() const { return !pages_.empty() && rows_[0] > 0 && pages_[0][0] == sfp_identifier; }

private:
    static std::optional<unsigned> offset_of(const Line& line, std::size_t open) {
        const std::size_t colon = line.text.find(':');
        if (!line.text.substr(open).starts_with("0x") || colon == std::string_view::npos) return std::nullopt;
        return hex_number(line.text.substr(open + 2, colon - open - 2));
    }

    bool is_title(const Line& line) const {
        return !started_ && (line.text.substr(line.begin()).starts_with("Offset") ||
                             line.text.find_first_not_of("- \t") == std::string_view::npos);
    }

    void put(unsigned offset, const std::optional<Row>& row) {
        const std::size_t place = offset / page_size;
        if (place >= pages_.size()) {
            pages_.resize(place + 1);
            rows_.resize(place + 1);
        }
        if (!row) return;
        std::ranges::copy(*row, pages_[place].begin() + static_cast<std::ptrdiff_t>(offset % page_size));
        ++rows_[place];
    }

    Problems& problems_;
    std::vector<Page> pages_;
    std::vector<std::size_t> rows_;  // good rows of each page
    unsigned expected_ = 0;
    bool started_ = false;
};

}  // namespace

MemoryMap read_ethtool(std::string_view content, const ReadOptions& options, Problems& problems) {
    DumpReader reader{problems};
    LineReader lines{content};
    while (const auto line = lines.next()) {
        if (!line->empty()) reader.read(*line);
    }
    // Only a dump of one window can be of another page than 00h.
    const ReadOptions used = reader.pages() <= 2 ? options : ReadOptions{};
    Linear linear = reader.take(reader.starts_as_sfp(), used);
    drop_unread(linear);
    return map_linear(linear, used, problems);
}

MemoryMap read_binary(std::string_view content, const ReadOptions& options, Problems& problems) {
    if (content.size() % page_size != 0) {
        problems.add(0, 0, std::to_string(content.size()) + " bytes, expected a multiple of 128");
    }
    if (content.size() == page_size && options.page) {
        MemoryMap memory;
        memory.at(upper_page(*options.page, options.bank.value_or(0))) = page_from(content);
        return memory;
    }
    Linear linear;
    for (std::size_t at = 0; at + page_size <= content.size(); at += page_size) {
        linear.emplace_back(page_from(content.substr(at, page_size)));
    }
    drop_unread(linear);
    return map_linear(linear, {}, problems);
}

}  // namespace opticward::cmis::image_parts
