#include "drivers/sysfs/eeprom_file.h"

#include "cmis/codes.h"
#include "drivers/errno_fault.h"
#include "drivers/sysfs/module_file.h"
#include "drivers/sysfs/small_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <string_view>
#include <utility>

namespace opticward::drivers {

namespace {

std::size_t position_of(cmis::ByteRange range) {
    return range.page.lower ? range.offset : range.offset + cmis::page_size * range.page.page;
}

bool has_identifier(cmis::ByteRange range) {
    return range.page.lower && range.offset == 0;
}

bool is_all_of_page_zero(cmis::ByteRange range) {
    return range.page == cmis::upper_page(0) && range.size == cmis::page_size;
}

// The dev_class that a module needs; nothing: it is no kind that optoe knows.
std::optional<unsigned> class_of(std::uint8_t identifier) {
    switch (cmis::family(cmis::Code<cmis::CodeTable::identifier>{identifier})) {
        case cmis::Family::sff8636:
        case cmis::Family::sff8636_compatible: return 1;
        case cmis::Family::sff8472: return 2;
        case cmis::Family::cmis:
        case cmis::Family::vendor_cmis: return 3;
        default: return std::nullopt;
    }
}

std::optional<unsigned> parse_class(std::string_view text) {
    unsigned number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && stop == end ? std::optional{number} : std::nullopt;
}

std::string hexadecimal(std::uint8_t byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    return {digits[byte >> 4U], digits[byte & 0x0FU], 'h'};
}

std::string class_explanation(const std::filesystem::path& file, unsigned found, unsigned needed, std::uint8_t byte) {
    return file.string() + " is " + std::to_string(found) + ", but the module (identifier " + hexadecimal(byte) +
           ") needs " + std::to_string(needed) + "; write " + std::to_string(needed) + " to it";
}

}  // namespace

EepromFile::EepromFile(std::filesystem::path path, Now now) : path_{std::move(path)}, now_{std::move(now)} {}

Result<void> EepromFile::read(cmis::ByteRange range, cmis::MutableBytes out) {
    if (!is_in_a_file(range, out.size())) return failed(Fault::page_refused);
    if (out.empty()) return {};

    const auto done = read_open(range, out);
    if (!done) {
        ++counters_.failed_reads;
        ++count_of(counters_.faults, done.error());
        if (done.error() != Fault::wrong_class) explanation_ = explanation_of(done.error(), path_);
        // The file may be that of another device by now.
        if (done.error() != Fault::page_refused) forget();
    }
    return done;
}

void EepromFile::forget() {
    file_.close();
    class_checked_ = false;
    identifier_.reset();
    page_zero_.forget();
}

Result<void> EepromFile::read_open(cmis::ByteRange range, cmis::MutableBytes out) {
    if (!file_.is_open()) {
        file_ = FileDescriptor{::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
        if (!file_.is_open()) return failed(fault_of(errno));
    }
    const auto size = read_at(position_of(range), out);
    if (!size) return failed(size.error());
    if (*size == 0 && !range.page.lower) return failed(Fault::page_refused);
    if (*size < out.size()) return failed(Fault::short_read);

    if (has_identifier(range)) identifier_ = out.front();
    if (!class_checked_ || has_identifier(range) || is_all_of_page_zero(range)) {
        if (const auto fits = check_class(); !fits) return fits;
        class_checked_ = true;
    }
    const auto is_copy = page_zero_.is_copy(range, out, [this](std::uint8_t page, cmis::MutableBytes bytes) {
        return read_at(cmis::upper_memory_start + cmis::page_size * page, bytes);
    });
    if (!is_copy) return failed(is_copy.error());
    if (*is_copy) {
        ++counters_.page_mismatches;
        return failed(Fault::page_refused);
    }
    return {};
}

// A file without dev_class is not optoe's, and a class that cannot be read tells nothing.
Result<void> EepromFile::check_class() {
    const auto file = path_.parent_path() / "dev_class";
    const auto text = read_small_file(file);
    const auto found = text ? parse_class(*text) : std::nullopt;
    if (!found) return {};
    if (!identifier_) {
        std::array<std::uint8_t, 1> byte{};
        const auto size = read_at(0, byte);
        if (!size) return failed(size.error());
        if (*size < byte.size()) return failed(Fault::short_read);
        identifier_ = byte.front();
    }
    const auto needed = class_of(*identifier_);
    if (!needed || *needed == *found) return {};
    explanation_ = class_explanation(file, *found, *needed, *identifier_);
    return failed(Fault::wrong_class);
}

Result<std::size_t> EepromFile::read_at(std::size_t position, cmis::MutableBytes out) {
    const auto begin = now_();
    ++counters_.transfers;
    const auto size = read_file_at(file_, position, out);
    if (!size) return size;
    counters_.busy += now_() - begin;
    counters_.bytes_read += *size;
    return size;
}

}  // namespace opticward::drivers
