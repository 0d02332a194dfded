// Notices a driver that serves page 00h in place of another page: the module is flat or ignored the select, and the
// driver did not notice. Owned by one access; called by its bus worker.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/result.h"

#include <bitset>
#include <functional>
#include <optional>

namespace opticward::drivers {

class PageZeroCheck {
public:
    // Reads an upper page of bank 0 from its beginning, and says how many bytes there were.
    using ReadPage = std::function<Result<std::size_t>(std::uint8_t page, cmis::MutableBytes out)>;

    // Another module, or another file.
    void forget();
    // Whether `bytes`, just read from `range`, stand in a page whose 128 bytes are those of page 00h. Reads the whole
    // page only when these bytes are those of page 00h, which outside of empty runs is no chance.
    Result<bool> is_copy(cmis::ByteRange range, cmis::Bytes bytes, const ReadPage& read_page);

private:
    std::optional<cmis::Page> page_zero_;
    std::bitset<256> own_page_;  // pages whose bytes were seen to differ from page 00h
};

}  // namespace opticward::drivers
