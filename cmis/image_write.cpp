#include "cmis/image_lines.h"

#include <algorithm>

namespace opticward::cmis {

namespace {

bool is_sfp(const MemoryMap& memory) {
    return memory.byte(lower(0)) == image_parts::sfp_identifier;
}

bool has_diagnostics(const MemoryMap& memory) {
    return std::ranges::any_of(memory.pages(),
                               [](const auto& entry) { return entry.first.device == diagnostics_address; });
}

void write_section(std::string& text, PageId id, const Page& page, bool sfp) {
    text += '[' + image_parts::section_name(id, sfp) + "]\n";
    unsigned offset = id.lower ? 0 : upper_memory_start;
    for (std::size_t at = 0; at < page.size(); at += image_parts::row_size) {
        text += image_parts::hex_text(offset, 2) + ':';
        for (const std::uint8_t byte : Bytes{page}.subspan(at, image_parts::row_size)) {
            text += ' ' + image_parts::hex_text(byte, 2);
        }
        text += '\n';
        offset += image_parts::row_size;
    }
}

void write_device(std::string& text, const MemoryMap& memory, std::uint8_t device, bool sfp) {
    const PageId lower_half{.lower = true, .device = device};
    if (const Page* page = memory.find(lower_half)) write_section(text, lower_half, *page, sfp);
    for (const auto& [id, page] : memory.pages()) {
        if (id.device == device && !id.lower) write_section(text, id, page, sfp);
    }
}

void append(std::vector<std::uint8_t>& bytes, const Page* page) {
    const Page& written = page != nullptr ? *page : Page{};
    bytes.insert(bytes.end(), written.begin(), written.end());
}

// Lower memory and bank 0 of the upper pages of one device, up to the last that is known, at least page 00h.
void append_device(std::vector<std::uint8_t>& bytes, const MemoryMap& memory, std::uint8_t device) {
    unsigned last = 0;
    for (const auto& [id, page] : memory.pages()) {
        if (id.device == device && !id.lower && id.bank == 0) last = std::max<unsigned>(last, id.page);
    }
    append(bytes, memory.find({.lower = true, .device = device}));
    for (unsigned page = 0; page <= last; ++page) {
        append(bytes, memory.find({.page = static_cast<std::uint8_t>(page), .device = device}));
    }
}

}  // namespace

std::string write_image_text(const MemoryMap& memory) {
    const bool sfp = is_sfp(memory) || has_diagnostics(memory);
    std::string text;
    write_device(text, memory, module_address, sfp);
    write_device(text, memory, diagnostics_address, sfp);
    return text;
}

std::vector<std::uint8_t> write_image_binary(const MemoryMap& memory) {
    std::vector<std::uint8_t> bytes;
    if (memory.empty()) return bytes;
    if (!is_sfp(memory)) {
        append_device(bytes, memory, module_address);
        return bytes;
    }
    append(bytes, memory.find(lower_memory));
    append(bytes, memory.find(upper_page(0)));
    if (has_diagnostics(memory)) append_device(bytes, memory, diagnostics_address);
    return bytes;
}

}  // namespace opticward::cmis
