#include "cmis/image.h"

#include "cmis/image_lines.h"

#include <algorithm>
#include <utility>

namespace opticward::cmis {

namespace {

using image_parts::LineReader;
using image_parts::Problems;

constexpr std::size_t sniffed_size = 512;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view expected_forms =
    "not a module image: expected sections such as [lower] and [page 00h], a dump of ethtool, i2cdump or sfputil, or "
    "raw bytes";

bool is_text_byte(unsigned char byte) {
    return (byte >= 0x20 && byte < 0x7F) || (byte >= '\t' && byte <= '\r');
}

// Length of a UTF-8 sequence by its first byte; 0: none begins so.
std::size_t sequence_length(unsigned char first) {
    if (first >= 0xC2 && first <= 0xDF) return 2;
    if (first >= 0xE0 && first <= 0xEF) return 3;
    if (first >= 0xF0 && first <= 0xF4) return 4;
    return 0;
}

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Printable ASCII and white space, or UTF-8 (in a comment). Raw module memory has NULs, FFh and control bytes.
bool looks_like_text(std::string_view content) {
    const std::size_t end = std::min(content.size(), sniffed_size);
    for (std::size_t at = 0; at < end;) {
        const auto byte = static_cast<unsigned char>(content[at]);
        const std::size_t length = is_text_byte(byte) ? 1 : sequence_length(byte);
        if (length == 0 || content.size() - at < length) return false;
        if (!std::ranges::all_of(content.substr(at + 1, length - 1), is_continuation)) return false;
        at += length;
    }
    return true;
}

// The first line that is no comment tells the format; nothing: neither, or no such line.
std::optional<ImageFormat> text_format(std::string_view content, Problems& problems) {
    LineReader lines{content};
    while (const auto line = lines.next()) {
        if (line->empty()) continue;
        const std::string_view text = line->text.substr(line->begin());
        if (text.starts_with("Offset") || text.starts_with("0x")) return ImageFormat::ethtool_hex;
        if (image_parts::is_i2cdump_title(text)) return ImageFormat::i2cdump;
        if (text.starts_with(image_parts::sfputil_title)) return ImageFormat::sfputil;
        const bool row = text.size() > 2 && text[2] == ':' && image_parts::hex_number(text.substr(0, 2));
        if (text.starts_with('[') || row) return ImageFormat::text_sections;
        problems.add(line->number, line->begin() + 1, std::string{expected_forms});
        return std::nullopt;
    }
    problems.add(0, 0, std::string{expected_forms});
    return std::nullopt;
}

MemoryMap read_text(std::string_view content, ImageFormat format, const ReadOptions& options, Problems& problems) {
    switch (format) {
        case ImageFormat::ethtool_hex: return image_parts::read_ethtool(content, options, problems);
        case ImageFormat::i2cdump: return image_parts::read_i2cdump(content, options, problems);
        case ImageFormat::sfputil: return image_parts::read_sfputil(content, problems);
        default: return image_parts::read_sections(content, problems);
    }
}

}  // namespace

Image read_image(std::string_view content, const ReadOptions& options) {
    Problems problems;
    Image image;
    if (content.empty()) {
        problems.add(0, 0, "empty");
    } else if (content.size() > image_size_limit) {
        problems.add(0, 0, "more than 1 MiB, which no module has");
    } else if (looks_like_text(content)) {
        if (content.starts_with(byte_order_mark)) content.remove_prefix(byte_order_mark.size());
        image.format = ImageFormat::text_sections;
        if (const auto format = text_format(content, problems)) {
            image.format = *format;
            image.memory = read_text(content, *format, options, problems);
        }
    } else {
        image.memory = image_parts::read_binary(content, options, problems);
    }
    image.problems = problems.take();
    if (image.memory.empty() && image.problems.empty()) image.problems.push_back({0, 0, "no page in it"});
    return image;
}

}  // namespace opticward::cmis
