// Dumps that other programs print with the bytes as characters beside them: i2cdump and SONiC's sfputil.
#include "cmis/image_lines.h"
#include "cmis/memory_model.h"

#include <algorithm>

namespace opticward::cmis::image_parts {

namespace {

constexpr std::size_t rows_per_window = 2 * rows_per_page;
constexpr std::size_t row_text_size = row_size * 3;  // a blank and two digits for each byte
constexpr std::size_t bank_select = 126;
constexpr std::size_t page_select = 127;
constexpr std::uint8_t first_banked_page = 0x10;
constexpr std::size_t flat_byte = 2;

// The 256 bytes that a module shows at one address, as far as their rows came.
struct Window {
    std::array<Page, 2> halves{};
    std::array<std::size_t, 2> rows{};
    std::size_t line = 0;  // where it begins

    bool whole(std::size_t half) const { return rows[half] == rows_per_page; }
};

void put_row(Window& window, unsigned offset, const Row& row) {
    const std::size_t half = offset / page_size;
    std::ranges::copy(row, window.halves[half].begin() + static_cast<std::ptrdiff_t>(offset % page_size));
    ++window.rows[half];
}

void keep_page(MemoryMap& memory, PageId id, const Page& page, std::size_t line, Problems& problems) {
    if (memory.find(id) != nullptr) {
        problems.add(line, 0, "[" + section_name(id, false) + "] was there before");
    } else {
        memory.at(id) = page;
    }
}

void name_half(const Window& window, std::size_t half, Problems& problems) {
    if (window.rows[half] != 0 && !window.whole(half)) {
        problems.add(window.line, 0,
                     std::string{half == 0 ? "the lower half" : "the upper half"} + " has " +
                         std::to_string(window.rows[half]) + " rows, expected 8");
    }
}

// i2cdump does not say which page it saw, but the window does: PageSelect and BankSelect are bytes of it.
PageId shown_page(const Page& lower_half, std::uint8_t device) {
    const MemoryModel* model = device == module_address ? model_for(lower_half[0]) : nullptr;
    if (model != nullptr && (lower_half[flat_byte] & model->flat_mask) != 0) return upper_page(0);
    PageId id{.page = lower_half[page_select], .device = device};
    if (model != nullptr && model->id == MemoryModelId::cmis && id.page >= first_banked_page) {
        id.bank = lower_half[bank_select];
    }
    return id;
}

// Puts window after window where it says that it belongs.
class WindowReader {
public:
    WindowReader(const ReadOptions& options, Problems& problems) : options_(options), problems_(problems) {}

    void read(const Line& line) {
        const std::size_t open = line.begin();
        if (is_i2cdump_title(line.text.substr(open))) {
            windows_.push_back({.line = line.number});
            next_ = 0;
            return;
        }
        const std::size_t colon = line.text.find(':');
        const auto offset = colon == open + 2 ? hex_number(line.text.substr(open, 2)) : std::nullopt;
        if (!offset || windows_.empty()) {
            problems_.add(line.number, open + 1, "not a row, expected an offset, a colon and 16 hex bytes");
            return;
        }
        if (*offset % row_size != 0 || *offset < next_) {
            problems_.add(line.number, open + 1, "offset " + hex_text(*offset, 2) + ", expected " + hex_text(next_, 2));
            return;
        }
        next_ = *offset + row_size;
        const Line bytes{line.text.substr(0, colon + 1 + row_text_size), line.number};
        if (const auto row = read_row(bytes, colon + 1, problems_)) put_row(windows_.back(), *offset, *row);
    }

    MemoryMap take() {
        MemoryMap memory;
        for (const Window& window : windows_) {
            name_half(window, 0, problems_);
            name_half(window, 1, problems_);
            place(window, memory);
        }
        return memory;
    }

private:
    void place(const Window& window, MemoryMap& memory) {
        const bool first = &window == &windows_.front();
        const bool sfp = windows_.front().halves[0][0] == sfp_identifier;
        const std::uint8_t device = sfp && !first ? diagnostics_address : module_address;
        const PageId lower_half{.lower = true, .device = device};
        // The lower half comes again with each page: the first one counts.
        if (window.whole(0) && memory.find(lower_half) == nullptr) memory.at(lower_half) = window.halves[0];
        if (!window.whole(1)) return;
        PageId id{.device = device};
        if (window.whole(0) && !(sfp && first)) id = shown_page(window.halves[0], device);
        if (windows_.size() == 1 && options_.page) id = upper_page(*options_.page, options_.bank.value_or(0));
        keep_page(memory, id, window.halves[1], window.line, problems_);
    }

    const ReadOptions& options_;
    Problems& problems_;
    std::vector<Window> windows_;
    unsigned next_ = 0;
};

// The hex number between two parts of a text, as in "Upper page 1h".
std::optional<std::uint8_t> number_between(std::string_view text, std::string_view before, std::string_view after) {
    if (!text.starts_with(before) || !text.ends_with(after)) return std::nullopt;
    if (text.size() <= before.size() + after.size() || text.size() > before.size() + after.size() + 2) {
        return std::nullopt;
    }
    const auto number = hex_number(text.substr(before.size(), text.size() - before.size() - after.size()));
    return number ? std::optional{static_cast<std::uint8_t>(*number)} : std::nullopt;
}

// What the rows below a title of sfputil are: the page of their upper half, and the device of both.
std::optional<PageId> titled(std::string_view text) {
    if (text == "Lower page 0h") return upper_page(0);
    if (text == "A0h dump") return upper_page(0);
    if (text == "A2h dump (lower 128 bytes)") return PageId{.device = diagnostics_address};
    if (const auto page = number_between(text, "Upper page ", "h")) return upper_page(*page);
    const auto page = number_between(text, "A2h dump (upper 128 bytes) page ", "h");
    return page ? std::optional{PageId{.page = *page, .device = diagnostics_address}} : std::nullopt;
}

class TitledReader {
public:
    explicit TitledReader(Problems& problems) : problems_(problems) {}

    void read(const Line& line) {
        const std::string_view text = line.text.substr(line.begin());
        if (text.starts_with(sfputil_title)) {
            if (started_) problems_.add(line.number, line.begin() + 1, "a second module; a file holds one");
            started_ = true;
            return;
        }
        if (const auto id = titled(text)) {
            finish();
            id_ = *id;
            window_ = {.line = line.number};
            return;
        }
        read_bytes(line);
    }

    void finish() {
        for (std::size_t half = 0; half < window_.halves.size(); ++half) {
            name_half(window_, half, problems_);
            if (!window_.whole(half)) continue;
            const PageId id = half == 0 ? PageId{.lower = true, .device = id_.device} : id_;
            keep_page(memory_, id, window_.halves[half], window_.line, problems_);
        }
        window_ = {};
    }

    MemoryMap take() { return std::move(memory_); }

private:
    void read_bytes(const Line& line) {
        constexpr std::size_t offset_digits = 8;
        const std::size_t open = line.begin();
        const std::size_t end = std::min(line.text.find_first_of(blanks, open), line.text.size());
        const auto offset =
            end - open == offset_digits ? hex_number(line.text.substr(open, offset_digits)) : std::nullopt;
        if (!offset || *offset % row_size != 0 || *offset >= rows_per_window * row_size || window_.line == 0) {
            problems_.add(line.number, open + 1,
                          "not a row, expected a title, or 00000000 to 000000f0 and 16 hex bytes");
            return;
        }
        const Line bytes{line.text.substr(0, line.text.find('|')), line.number};
        if (const auto row = read_row(bytes, end, problems_)) put_row(window_, *offset, *row);
    }

    Problems& problems_;
    MemoryMap memory_;
    PageId id_;
    Window window_;
    bool started_ = false;
};

}  // namespace

bool is_i2cdump_title(std::string_view text) {
    return text.starts_with("0  1  2  3");
}

MemoryMap read_i2cdump(std::string_view content, const ReadOptions& options, Problems& problems) {
    WindowReader reader{options, problems};
    LineReader lines{content};
    while (const auto line = lines.next()) {
        if (!line->empty()) reader.read(*line);
    }
    return reader.take();
}

MemoryMap read_sfputil(std::string_view content, Problems& problems) {
    TitledReader reader{problems};
    LineReader lines{content};
    while (const auto line = lines.next()) {
        if (!line->empty()) reader.read(*line);
    }
    reader.finish();
    return reader.take();
}

}  // namespace opticward::cmis::image_parts
