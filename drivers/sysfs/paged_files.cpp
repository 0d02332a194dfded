#include "drivers/sysfs/paged_files.h"

#include "drivers/errno_fault.h"
#include "drivers/sysfs/file_descriptor.h"
#include "drivers/sysfs/module_file.h"
#include "drivers/sysfs/small_file.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::string_view decimal_place = "{page}";
constexpr std::string_view hexadecimal_place = "{page:x}";
constexpr std::string_view two_digits_place = "{page:02x}";

std::string hexadecimal(std::uint8_t page, bool two_digits) {
    constexpr std::string_view digits = "0123456789abcdef";
    const std::string low{digits[page & 0x0FU]};
    return page > 0x0F || two_digits ? digits[page >> 4U] + low : low;
}

void replace_all(std::string& text, std::string_view place, const std::string& number) {
    for (auto at = text.find(place); at != std::string::npos; at = text.find(place, at + number.size())) {
        text.replace(at, place.size(), number);
    }
}

// Why the firmware does not let a module be read, where it says so.
std::string word_of_the_switch(const std::filesystem::path& status) {
    if (status.empty()) return {};
    const auto text = read_small_file(status);
    if (text == "3") return "the switch says that the module is in error (" + status.string() + " is 3)";
    if (text == "4") return "the switch has disabled the module (" + status.string() + " is 4)";
    return {};
}

}  // namespace

bool has_page_number(std::string_view text) {
    return text.contains(decimal_place) || text.contains(hexadecimal_place) || text.contains(two_digits_place);
}

std::string with_page_number(std::string_view text, std::uint8_t page) {
    std::string out{text};
    replace_all(out, decimal_place, std::to_string(page));
    replace_all(out, hexadecimal_place, hexadecimal(page, false));
    replace_all(out, two_digits_place, hexadecimal(page, true));
    return out;
}

PageFiles split_page_files(const std::filesystem::path& pages, const std::filesystem::path& lower) {
    const std::filesystem::path page_zero = with_page_number(pages.string(), 0);
    return {.lower = lower.empty() ? page_zero : lower,
            .page_zero = page_zero,
            .page_zero_begin = lower.empty() ? cmis::page_size : 0,
            .others = {pages.string()}};
}

// Public code reads pages/<p>/data; descriptions of the tree also write pages/<p>/i2c-0x50/data, so both are looked for.
PageFiles sdk_page_files(const std::filesystem::path& module) {
    const std::filesystem::path pages = module / "eeprom" / "pages";
    const std::filesystem::path page_zero = pages / "0" / "i2c-0x50" / "data";
    return {.lower = page_zero,
            .page_zero = page_zero,
            .page_zero_begin = cmis::page_size,
            .others = {(pages / "{page}" / "data").string(), (pages / "{page}" / "i2c-0x50" / "data").string()},
            .status = module / "status"};
}

PagedFiles::PagedFiles(PageFiles files, Now now) : files_{std::move(files)}, now_{std::move(now)} {}

Result<void> PagedFiles::read(cmis::ByteRange range, cmis::MutableBytes out) {
    if (!is_in_a_file(range, out.size())) return failed(Fault::page_refused);
    if (out.empty()) return {};

    explanation_.clear();
    const auto done = read_range(range, out);
    if (!done) {
        ++counters_.failed_reads;
        ++count_of(counters_.faults, done.error());
        if (done.error() == Fault::page_refused) {
            explanation_.clear();  // a file that is looked for and not there is no news
        } else {
            forget();
            if (explanation_.empty()) explanation_ = word_of_the_switch(files_.status);
        }
    }
    return done;
}

Result<void> PagedFiles::read_range(cmis::ByteRange range, cmis::MutableBytes out) {
    const auto size = range.page.lower ? read_file(files_.lower, range.offset, out)
                                       : read_page(range.page.page, range.offset - cmis::upper_memory_start, out);
    if (!size) return failed(size.error());
    if (*size == 0 && !range.page.lower) return failed(Fault::page_refused);
    if (*size < out.size()) return failed(Fault::short_read);

    const auto is_copy = page_zero_.is_copy(
        range, out, [this](std::uint8_t page, cmis::MutableBytes bytes) { return read_page(page, 0, bytes); });
    if (!is_copy) return failed(is_copy.error());
    if (*is_copy) {
        ++counters_.page_mismatches;
        return failed(Fault::page_refused);
    }
    return {};
}

// A page without a file, while there is page 00h, is a page that this driver does not show.
Result<std::size_t> PagedFiles::read_page(std::uint8_t page, std::size_t start, cmis::MutableBytes out) {
    if (page == 0) return read_file(files_.page_zero, files_.page_zero_begin + start, out);
    for (const std::string& file : files_.others) {
        const auto size = read_file(with_page_number(file, page), start, out);
        if (size || size.error() != Fault::no_device) return size;
    }
    std::array<std::uint8_t, 1> byte{};
    const auto module_is_there = read_file(files_.page_zero, files_.page_zero_begin, byte);
    return failed(module_is_there ? Fault::page_refused : module_is_there.error());
}

// Opened for each read: a file a page would be too many to keep open, and an attribute that was read once goes on giving
// the same bytes to a reader that follows on.
Result<std::size_t> PagedFiles::read_file(const std::filesystem::path& file, std::size_t position,
                                          cmis::MutableBytes out) {
    const auto begin = now_();
    ++counters_.transfers;
    const FileDescriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    const auto size =
        opened.is_open() ? read_file_at(opened, position, out) : Result<std::size_t>{failed(fault_of(errno))};
    if (!size) {
        explanation_ = explanation_of(size.error(), file);
        return size;
    }
    counters_.busy += now_() - begin;
    counters_.bytes_read += *size;
    return size;
}

}  // namespace opticward::drivers
