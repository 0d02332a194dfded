// Module memory with a file for each page, bank 0 only. Reads only. Called by one bus worker.
//
// Sources, none tried on the boxes: the SDK of NVIDIA switches (sonic-buildimage, mlnx-platform-api sfp.py: page 0 lies in
// pages/0/i2c-0x50/data with lower memory before it, page p in 128 bytes of pages/<p>/data, p decimal); Wistron
// SW-TO3200K (its oom driver: eeprom_low, eeprom_pg0, ... of 128 bytes each, numbered as CMIS writes them: pg11 is 11h).
#pragma once

#include "drivers/module_access.h"
#include "drivers/sysfs/page_zero_check.h"
#include "drivers/timing.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::drivers {

// Where the pages of one module lie.
struct PageFiles {
    std::filesystem::path lower;      // lower memory is its first 128 bytes
    std::filesystem::path page_zero;  // upper page 00h ...
    std::size_t page_zero_begin = 0;  // ... begins here: at 128 where lower memory lies before it
    // Of the other pages, with a place for the number; of each page the first file that exists.
    std::vector<std::string> others;
    // Where the switch says what it thinks of the module (1 plugged in, 2 not, 3 in error, 4 disabled, 5 unknown); empty:
    // nowhere.
    std::filesystem::path status = {};
};

// Whether a text has a place for a page's number: {page} in decimal, {page:x} in hexadecimal, {page:02x} in two digits.
bool has_page_number(std::string_view text);
std::string with_page_number(std::string_view text, std::uint8_t page);

// One file a page. Lower memory has a file of its own, or comes before page 00h where `lower` is empty.
PageFiles split_page_files(const std::filesystem::path& pages, const std::filesystem::path& lower);
// Of a module's folder, /sys/module/sx_core/asic0/module0.
PageFiles sdk_page_files(const std::filesystem::path& module);

class PagedFiles final : public ModuleAccess {
public:
    PagedFiles(PageFiles files, Now now);

    // page_refused: there is no such file, or what EepromFile calls so.
    Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override;
    void forget() override { page_zero_.forget(); }
    std::string explanation() const override { return explanation_; }
    AccessCounters counters() const override { return counters_; }

private:
    Result<void> read_range(cmis::ByteRange range, cmis::MutableBytes out);
    Result<std::size_t> read_page(std::uint8_t page, std::size_t start, cmis::MutableBytes out);
    Result<std::size_t> read_file(const std::filesystem::path& file, std::size_t position, cmis::MutableBytes out);

    PageFiles files_;
    Now now_;
    PageZeroCheck page_zero_;
    std::string explanation_;
    AccessCounters counters_;
};

}  // namespace opticward::drivers
