// Module memory as a driver's file in optoe's linear layout: lower memory at 0..127, upper page p at 128 + 128 * p,
// bank 0 only. Reads only. Called by one bus worker.
// Source: optoe.rst and optoe.c of opencomputeproject/oom; the driver selects pages, retries and puts page 00h back.
#pragma once

#include "drivers/module_access.h"
#include "drivers/sysfs/file_descriptor.h"
#include "drivers/timing.h"

#include <bitset>
#include <filesystem>
#include <optional>

namespace opticward::drivers {

class EepromFile final : public ModuleAccess {
public:
    EepromFile(std::filesystem::path path, Now now);

    // page_refused: past the file's end, another bank or device, or a page whose 128 bytes are those of page 00h (the
    // module is flat or ignored the select, and the driver did not notice).
    Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override;
    void forget() override;
    // Beyond page 00h the driver reads the pageable bit, selects the page and puts page 00h back at each access.
    std::size_t longest_gap(cmis::PageId page) const override { return page.lower || page.page == 0 ? 3 : 14; }
    AccessCounters counters() const override { return counters_; }

private:
    Result<void> read_open(cmis::ByteRange range, cmis::MutableBytes out);
    Result<bool> mirrors_page_zero(cmis::ByteRange range, cmis::Bytes bytes);
    Result<std::size_t> read_at(std::size_t position, cmis::MutableBytes out);

    std::filesystem::path path_;
    Now now_;
    FileDescriptor file_;
    std::optional<cmis::Page> page_zero_;
    std::bitset<256> own_page_;  // pages whose bytes were seen to differ from page 00h
    AccessCounters counters_;
};

}  // namespace opticward::drivers
