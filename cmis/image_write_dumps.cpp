// Module images in the forms of other programs.
#include "cmis/image_lines.h"
#include "cmis/memory_model.h"

#include <algorithm>

namespace opticward::cmis {

namespace {

using image_parts::hex_text;
using image_parts::row_size;

constexpr std::size_t bank_select = 126;
constexpr std::size_t page_select = 127;

std::string characters(Bytes row) {
    std::string text;
    for (const std::uint8_t byte : row) {
        text += byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '.';
    }
    return text;
}

void write_i2cdump_rows(std::string& text, const Page& page, std::size_t from) {
    for (std::size_t at = 0; at < page.size(); at += row_size) {
        const Bytes row = Bytes{page}.subspan(at, row_size);
        text += hex_text(static_cast<unsigned>(from + at), 2) + ':';
        for (const std::uint8_t byte : row) {
            text += ' ' + hex_text(byte, 2);
        }
        text += "    " + characters(row) + '\n';
    }
}

// A window as i2cdump sees it once the page is selected.
void write_window(std::string& text, const Page* lower_half, const MemoryMap::Entry* upper_half) {
    text += "     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f    0123456789abcdef\n";
    if (lower_half != nullptr) {
        Page shown = *lower_half;
        if (upper_half != nullptr) shown[page_select] = upper_half->first.page;
        const MemoryModel* model = model_for(shown[0]);
        if (upper_half != nullptr && model != nullptr && model->id == MemoryModelId::cmis) {
            shown[bank_select] = upper_half->first.bank;
        }
        write_i2cdump_rows(text, shown, 0);
    }
    if (upper_half != nullptr) write_i2cdump_rows(text, upper_half->second, upper_memory_start);
}

void write_windows(std::string& text, const MemoryMap& memory, std::uint8_t device) {
    const Page* lower_half = memory.find({.lower = true, .device = device});
    bool any = false;
    for (const auto& entry : memory.pages()) {
        if (entry.first.device != device || entry.first.lower) continue;
        write_window(text, lower_half, &entry);
        any = true;
    }
    if (!any && lower_half != nullptr) write_window(text, lower_half, nullptr);
}

void write_titled(std::string& text, std::string_view title, const Page& page, bool lower_half) {
    constexpr std::string_view indent = "        ";
    if (!title.empty()) {
        text += text.ends_with("|\n") ? "\n" : "";
        text += std::string{indent} + std::string{title} + '\n';
    }
    for (std::size_t at = 0; at < page.size(); at += row_size) {
        const Bytes row = Bytes{page}.subspan(at, row_size);
        text += indent;
        text += hex_text(static_cast<unsigned>(at + (lower_half ? 0 : upper_memory_start)), 8);
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += (i == row_size / 2 ? "  " : " ") + hex_text(row[i], 2);
        }
        text += " |" + characters(row) + "|\n";
    }
}

std::string short_hex(unsigned number) {
    return hex_text(number, number < 0x10 ? 1 : 2);
}

// The title that sfputil gives a page. The upper half of A0h of an SFP has none: it goes on below the lower half.
std::string sfputil_name(PageId id, bool sfp) {
    if (id.device == diagnostics_address) {
        return id.lower ? "A2h dump (lower 128 bytes)" : "A2h dump (upper 128 bytes) page " + short_hex(id.page) + "h";
    }
    if (id.lower) return sfp ? "A0h dump" : "Lower page 0h";
    return sfp ? "" : "Upper page " + short_hex(id.page) + "h";
}

void write_titled_device(std::string& text, const MemoryMap& memory, std::uint8_t device, bool sfp) {
    const PageId lower_half{.lower = true, .device = device};
    if (const Page* page = memory.find(lower_half)) write_titled(text, sfputil_name(lower_half, sfp), *page, true);
    for (const auto& [id, page] : memory.pages()) {
        if (id.device == device && !id.lower && id.bank == 0) write_titled(text, sfputil_name(id, sfp), page, false);
    }
}

}  // namespace

std::string write_image_ethtool(const MemoryMap& memory) {
    std::string text = "Offset\t\tValues\n------\t\t------";
    const std::vector<std::uint8_t> bytes = write_image_binary(memory);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        if (at % row_size == 0) text += "\n0x" + hex_text(static_cast<unsigned>(at), 4) + ":\t\t";
        text += hex_text(bytes[at], 2) + ' ';
    }
    return text + '\n';
}

std::string write_image_i2cdump(const MemoryMap& memory) {
    std::string text;
    write_windows(text, memory, module_address);
    write_windows(text, memory, diagnostics_address);
    return text;
}

std::string write_image_sfputil(const MemoryMap& memory, std::string_view port) {
    std::string text = std::string{image_parts::sfputil_title} + " for port " + std::string{port} + '\n';
    const bool sfp = memory.byte(lower(0)) == image_parts::sfp_identifier;
    write_titled_device(text, memory, module_address, sfp);
    write_titled_device(text, memory, diagnostics_address, sfp);
    return text;
}

}  // namespace opticward::cmis
