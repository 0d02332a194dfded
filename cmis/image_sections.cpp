#include "cmis/image_lines.h"

#include <algorithm>
#include <charconv>

namespace opticward::cmis::image_parts {

namespace {

constexpr std::string_view section_forms =
    "[lower], [page 11h bank 0], [a0h lower], [a0h upper], [a2h lower] or [a2h page 00h]";

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    std::size_t at = text.find_first_not_of(blanks);
    while (at != std::string_view::npos && words.size() < 6) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        std::string word{text.substr(at, end - at)};
        for (char& letter : word) {
            if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
        }
        words.push_back(std::move(word));
        at = text.find_first_not_of(blanks, end);
    }
    return words;
}

std::optional<std::uint8_t> page_number(std::string_view word) {
    if (word.size() != 3 || word.back() != 'h') return std::nullopt;
    const auto value = hex_number(word.substr(0, 2));
    if (!value) return std::nullopt;
    return static_cast<std::uint8_t>(*value);
}

std::optional<std::uint8_t> bank_number(std::string_view word) {
    std::uint8_t value = 0;
    const char* end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

// The page that the words between the brackets name.
std::optional<PageId> page_named(std::string_view text) {
    const std::vector<std::string> all = words_of(text);
    std::span<const std::string> words = all;
    PageId id;
    const bool sfp = !words.empty() && (words[0] == "a0h" || words[0] == "a2h");
    if (sfp) {
        id.device = words[0] == "a0h" ? module_address : diagnostics_address;
        words = words.subspan(1);
    }
    if (words.size() == 1) {
        id.lower = words[0] == "lower";
        return id.lower || (sfp && words[0] == "upper") ? std::optional{id} : std::nullopt;
    }
    const bool with_bank = words.size() == 4 && words[2] == "bank";
    if ((words.size() != 2 && !with_bank) || words[0] != "page") return std::nullopt;
    const auto page = page_number(words[1]);
    const auto bank = with_bank ? bank_number(words[3]) : std::optional<std::uint8_t>{0};
    if (!page || !bank) return std::nullopt;
    id.page = *page;
    id.bank = *bank;
    return id;
}

// Collects the rows of one section after the other; a section with a problem is dropped.
class SectionReader {
public:
    explicit SectionReader(Problems& problems) : problems_(problems) {}

    void read(const Line& line) {
        if (line.text[line.begin()] == '[') {
            finish();
            start(line);
        } else if (!started_) {
            problems_.add(line.number, line.begin() + 1, "a row before the first section");
            started_ = true;
        } else if (id_) {
            if (!add_row(line)) id_.reset();
        }
    }

    // Keeps the section that was read if it is whole.
    void finish() {
        if (!id_) return;
        if (rows_ == rows_per_page) {
            memory_.at(*id_) = page_;
        } else {
            problems_.add(header_line_, 0, std::to_string(rows_) + " rows in a section, expected 8");
        }
        id_.reset();
    }

    MemoryMap take() { return std::move(memory_); }

private:
    void start(const Line& line) {
        started_ = true;
        rows_ = 0;
        header_line_ = line.number;
        const std::size_t open = line.begin();
        const std::size_t close = line.text.find(']');
        if (close == std::string_view::npos) {
            problems_.add(line.number, line.text.size() + 1, "a section header without ]");
            return;
        }
        if (close + 1 != line.text.size()) {
            problems_.add(line.number, close + 2, "text behind a section header");
            return;
        }
        const auto id = page_named(line.text.substr(open + 1, close - open - 1));
        if (!id) {
            problems_.add(line.number, open + 1, "not a section, expected " + std::string{section_forms});
            return;
        }
        if (memory_.find(*id) != nullptr) {
            problems_.add(line.number, open + 1, "a section that was there before");
            return;
        }
        id_ = id;
    }

    bool add_row(const Line& line) {
        const std::size_t open = line.begin();
        const std::size_t colon = line.text.find(':');
        const auto offset = colon == open + 2 ? hex_number(line.text.substr(open, 2)) : std::nullopt;
        if (!offset) {
            problems_.add(line.number, open + 1, "not a row, expected an offset, a colon and 16 hex bytes");
            return false;
        }
        if (rows_ == rows_per_page) {
            problems_.add(line.number, open + 1, "more than 8 rows in a section");
            return false;
        }
        const std::size_t start = id_->lower ? 0 : upper_memory_start;
        const auto expected = static_cast<unsigned>(start + rows_ * row_size);
        if (*offset != expected) {
            problems_.add(line.number, open + 1,
                          "offset " + hex_text(*offset, 2) + ", expected " + hex_text(expected, 2));
            return false;
        }
        const auto row = read_row(line, colon + 1, problems_);
        if (!row) return false;
        std::ranges::copy(*row, page_.begin() + static_cast<std::ptrdiff_t>(rows_ * row_size));
        ++rows_;
        return true;
    }

    Problems& problems_;
    MemoryMap memory_;
    std::optional<PageId> id_;  // nothing: no section yet, or one that is dropped
    Page page_{};
    std::size_t rows_ = 0;
    std::size_t header_line_ = 0;
    bool started_ = false;
};

}  // namespace

MemoryMap read_sections(std::string_view content, Problems& problems) {
    SectionReader reader{problems};
    LineReader lines{content};
    while (const auto line = lines.next()) {
        if (!line->empty()) reader.read(*line);
    }
    reader.finish();
    return reader.take();
}

std::string section_name(PageId id, bool sfp) {
    std::string name;
    if (sfp) name = id.device == module_address ? "a0h " : "a2h ";
    if (id.lower) return name + "lower";
    if (sfp && id.device == module_address && id.page == 0 && id.bank == 0) return name + "upper";
    name += "page " + hex_text(id.page, 2) + "h";
    if (id.bank != 0) name += " bank " + std::to_string(id.bank);
    return name;
}

}  // namespace opticward::cmis::image_parts
