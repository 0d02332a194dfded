#include "drivers/sysfs/page_zero_check.h"

#include <algorithm>

namespace opticward::drivers {

namespace {

bool is_uniform(cmis::Bytes bytes) {
    return std::ranges::all_of(bytes, [&](std::uint8_t byte) { return byte == bytes.front(); });
}

}  // namespace

void PageZeroCheck::forget() {
    page_zero_.reset();
    own_page_.reset();
}

Result<bool> PageZeroCheck::is_copy(cmis::ByteRange range, cmis::Bytes bytes, const ReadPage& read_page) {
    if (range.page.lower) return false;
    if (range.page.page == 0) {
        if (bytes.size() == cmis::page_size) std::ranges::copy(bytes, page_zero_.emplace().begin());
        return false;
    }
    if (!page_zero_) {
        cmis::Page page{};
        const auto size = read_page(0, page);
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
    const auto size = read_page(range.page.page, page);
    if (!size) return failed(size.error());
    const bool is_copy = *size == page.size() && page == *page_zero_;
    if (!is_copy) own_page_.set(range.page.page);
    return is_copy;
}

}  // namespace opticward::drivers
