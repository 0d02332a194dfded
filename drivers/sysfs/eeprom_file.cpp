#include "drivers/sysfs/eeprom_file.h"

#include "drivers/errno_fault.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::size_t page_end = 256;

bool is_valid(cmis::ByteRange range, std::size_t size) {
    if (range.size != size || range.page.bank != 0 || range.page.device != cmis::module_address) return false;
    if (range.page.lower) return range.offset + size <= cmis::upper_memory_start;
    return range.offset >= cmis::upper_memory_start && range.offset + size <= page_end;
}

std::size_t position_of(cmis::ByteRange range) {
    return range.page.lower ? range.offset : range.offset + cmis::page_size * range.page.page;
}

bool is_uniform(cmis::Bytes bytes) {
    return std::ranges::all_of(bytes, [&](std::uint8_t byte) { return byte == bytes.front(); });
}

}  // namespace

EepromFile::EepromFile(std::filesystem::path path, Now now) : path_{std::move(path)}, now_{std::move(now)} {}

Result<void> EepromFile::read(cmis::ByteRange range, cmis::MutableBytes out) {
    if (!is_valid(range, out.size())) return failed(Fault::page_refused);
    if (out.empty()) return {};

    const auto done = read_open(range, out);
    if (!done) {
        ++counters_.failed_reads;
        ++count_of(counters_.faults, done.error());
        // The file may be that of another device by now.
        if (done.error() != Fault::page_refused) forget();
    }
    return done;
}

void EepromFile::forget() {
    file_.close();
    page_zero_.reset();
    own_page_.reset();
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

    if (range.page == cmis::upper_page(0) && out.size() == cmis::page_size) {
        std::ranges::copy(out, page_zero_.emplace().begin());
    }
    const auto mirrors = mirrors_page_zero(range, out);
    if (!mirrors) return failed(mirrors.error());
    if (*mirrors) {
        ++counters_.page_mismatches;
        return failed(Fault::page_refused);
    }
    return {};
}

// Reads the whole page only when these bytes are those of page 00h, which outside of empty runs is no chance.
Result<bool> EepromFile::mirrors_page_zero(cmis::ByteRange range, cmis::Bytes bytes) {
    if (range.page.lower || range.page.page == 0) return false;
    if (!page_zero_) {
        cmis::Page page{};
        const auto size = read_at(cmis::upper_memory_start, page);
        if (!size) return failed(size.error());
        if (*size < page.size()) return failed(Fault::short_read);
        page_zero_ = page;
    }
    const auto start = range.offset - cmis::upper_memory_start;
    const auto same_range = cmis::Bytes{*page_zero_}.subspan(start, bytes.size());
    const bool differs = !std::ranges::equal(bytes, same_range);
    if (differs) own_page_.set(range.page.page);
    if (differs || (is_uniform(bytes) && own_page_.test(range.page.page))) return false;

    cmis::Page page{};
    const auto size = read_at(cmis::upper_memory_start + cmis::page_size * range.page.page, page);
    if (!size) return failed(size.error());
    const bool mirrors = *size == page.size() && page == *page_zero_;
    if (!mirrors) own_page_.set(range.page.page);
    return mirrors;
}

// Returns how many bytes there were up to the end of the file; drivers may give a page in several pieces.
Result<std::size_t> EepromFile::read_at(std::size_t position, cmis::MutableBytes out) {
    const auto begin = now_();
    ++counters_.transfers;
    std::size_t done = 0;
    while (done < out.size()) {
        const auto rest = out.subspan(done);
        const auto count = ::pread(file_.number(), rest.data(), rest.size(), static_cast<off_t>(position + done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failed(fault_of(errno));
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    counters_.busy += now_() - begin;
    counters_.bytes_read += done;
    return done;
}

}  // namespace opticward::drivers
