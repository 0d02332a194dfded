// One visit to a page as the parts of one bus transaction: select the page, read the bytes in pieces, read back which page
// it was. Holds the bytes that travel; a value of one function call.
#pragma once

#include "drivers/i2c/i2c_bus.h"
#include "drivers/module_access.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace opticward::drivers {

inline constexpr std::uint8_t bank_select = 126;
inline constexpr std::uint8_t page_select = 127;

// The piece of a read of `rest` bytes at `offset` that one transfer of at most `limit` bytes takes. Two-byte values begin
// at even offsets; a piece that ends at one cannot tear them.
std::size_t piece_size(std::uint8_t offset, std::size_t rest, std::size_t limit);

struct PageSelection {
    std::uint8_t page = 0;
    std::uint8_t bank = 0;
    bool operator==(const PageSelection&) const = default;
};

// What is written to choose it: the page alone, or bank and page in one write.
class SelectBytes {
public:
    SelectBytes(PageSelection wanted, bool with_bank);
    cmis::Bytes bytes() const { return cmis::Bytes{bytes_}.last(size_); }
    std::size_t behind_offset() const { return size_ - 1; }

private:
    std::array<std::uint8_t, 3> bytes_;
    std::size_t size_;
};

class JoinedRead {
public:
    // `parts` of one page, and what they point to, must live longer.
    JoinedRead(std::span<const ReadPart> parts, std::size_t limit);
    JoinedRead(const JoinedRead&) = delete;
    JoinedRead& operator=(const JoinedRead&) = delete;

    // First the select, where there is one, then the bytes, then the check; false: it is too much for one transaction.
    // `select` must live longer.
    bool build(const SelectBytes* select, bool check_bank);
    std::span<const I2cPart> parts() const { return std::span{parts_}.first(used_); }
    std::size_t size() const;  // bytes read
    // After the transaction: whether the module showed the page.
    bool shows(PageSelection wanted) const;

private:
    bool add_pieces(const ReadPart& part);
    bool add_read(std::uint8_t offset, cmis::MutableBytes read);
    bool add(cmis::Bytes write, cmis::MutableBytes read);

    std::span<const ReadPart> runs_;
    std::size_t limit_;
    std::array<std::uint8_t, most_joined_messages> offsets_{};
    std::array<I2cPart, most_joined_messages> parts_{};
    std::size_t used_ = 0;
    std::size_t messages_ = 0;
    std::array<std::uint8_t, 2> shown_{};  // bank, page
    std::size_t check_size_ = 1;
};

}  // namespace opticward::drivers
