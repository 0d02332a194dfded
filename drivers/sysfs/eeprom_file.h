// Module memory as a driver's file in optoe's linear layout: lower memory at 0..127, upper page p at 128 + 128 * p,
// bank 0 only. Reads only. Called by one bus worker.
// Source: optoe.rst and optoe.c of opencomputeproject/oom; the driver selects pages, retries and puts page 00h back. Its
// `dev_class` beside the file (1: SFF-8636, 2: SFP, 3: CMIS) says by which rules it does so: with the wrong one the
// first 256 bytes are right and all behind them are wrong.
#pragma once

#include "drivers/module_access.h"
#include "drivers/sysfs/file_descriptor.h"
#include "drivers/sysfs/page_zero_check.h"
#include "drivers/timing.h"

#include <filesystem>
#include <optional>
#include <string>

namespace opticward::drivers {

class EepromFile final : public ModuleAccess {
public:
    EepromFile(std::filesystem::path path, Now now);

    // page_refused: past the file's end, another bank or device, or a page whose 128 bytes are those of page 00h (the
    // module is flat or ignored the select, and the driver did not notice). wrong_class: the file's dev_class is not
    // that of byte 0, so no byte of it is given; looked at when the file is opened, with each read of byte 0 and with
    // each comparison of page 00h.
    Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override;
    void forget() override;
    // Beyond page 00h the driver reads the pageable bit, selects the page and puts page 00h back at each access.
    std::size_t longest_gap(cmis::PageId page) const override { return page.lower || page.page == 0 ? 3 : 14; }
    std::string explanation() const override { return explanation_; }
    AccessCounters counters() const override { return counters_; }

private:
    Result<void> read_open(cmis::ByteRange range, cmis::MutableBytes out);
    Result<void> check_class();
    Result<std::size_t> read_at(std::size_t position, cmis::MutableBytes out);

    std::filesystem::path path_;
    Now now_;
    FileDescriptor file_;
    bool class_checked_ = false;              // since the file was opened
    std::optional<std::uint8_t> identifier_;  // byte 0, where the class depends on it
    PageZeroCheck page_zero_;
    std::string explanation_;
    AccessCounters counters_;
};

}  // namespace opticward::drivers
