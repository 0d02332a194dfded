#include "drivers/joined_read.h"

#include <algorithm>

namespace opticward::drivers {

std::size_t piece_size(std::uint8_t offset, std::size_t rest, std::size_t limit) {
    if (rest <= limit) return rest;
    const bool ends_odd = (offset + limit) % 2 != 0;
    return ends_odd && limit > 1 ? limit - 1 : limit;
}

// The page stands last in both, so that the shorter form is the end of the longer one but for its first byte.
SelectBytes::SelectBytes(PageSelection wanted, bool with_bank)
    : bytes_{bank_select, with_bank ? wanted.bank : page_select, wanted.page}, size_{with_bank ? 3U : 2U} {}

JoinedRead::JoinedRead(std::span<const ReadPart> parts, std::size_t limit)
    : runs_{parts}, limit_{std::max<std::size_t>(1, limit)} {}

std::size_t JoinedRead::size() const {
    std::size_t sum = check_size_;
    for (const ReadPart& run : runs_)
        sum += run.out.size();
    return sum;
}

bool JoinedRead::build(const SelectBytes* select, bool check_bank) {
    used_ = 0;
    messages_ = 0;
    check_size_ = check_bank ? 2 : 1;
    if (select != nullptr && !add(select->bytes(), {})) return false;
    if (!std::ranges::all_of(runs_, [&](const ReadPart& run) { return add_pieces(run); })) return false;
    return add_read(check_bank ? bank_select : page_select, cmis::MutableBytes{shown_}.last(check_size_));
}

bool JoinedRead::add_pieces(const ReadPart& part) {
    std::uint8_t offset = part.range.offset;
    for (auto rest = part.out; !rest.empty();) {
        const std::size_t size = piece_size(offset, rest.size(), limit_);
        if (!add_read(offset, rest.first(size))) return false;
        offset = static_cast<std::uint8_t>(offset + size);
        rest = rest.subspan(size);
    }
    return true;
}

bool JoinedRead::add_read(std::uint8_t offset, cmis::MutableBytes read) {
    if (used_ == offsets_.size()) return false;
    offsets_[used_] = offset;
    return add(cmis::Bytes{offsets_}.subspan(used_, 1), read);
}

bool JoinedRead::add(cmis::Bytes write, cmis::MutableBytes read) {
    messages_ += read.empty() ? 1 : 2;
    if (messages_ > most_joined_messages) return false;
    parts_[used_++] = {.write = write, .read = read};
    return true;
}

bool JoinedRead::shows(PageSelection wanted) const {
    return shown_[1] == wanted.page && (check_size_ == 1 || shown_[0] == wanted.bank);
}

}  // namespace opticward::drivers
