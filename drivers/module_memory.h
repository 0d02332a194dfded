// Module memory over an I2C bus: selects bank and page, checks that the module followed, reads in pieces, retries.
// Where the adapter takes it, select, read and check are one transaction.
// Owned and called by one bus worker. The only bytes it ever writes are PageSelect (127) and, on CMIS modules,
// BankSelect (126). Sources: CMIS 5.x 8.2.15 (selection), SFF-8636 6.1; field practice in the repositories' issues
// hubris#2196 (flat modules refuse the select), sonic-linux-kernel#463 (upper page 00h is not special).
#pragma once

#include "drivers/i2c/i2c_bus.h"
#include "drivers/joined_read.h"
#include "drivers/module_access.h"
#include "drivers/page_rules.h"
#include "drivers/timing.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace opticward::drivers {

class ModuleMemory final : public ModuleAccess {
public:
    // One read, with all its retries and pauses, takes no longer than this plus one transfer, and the wait for its turn
    // on a shared bus.
    static constexpr std::chrono::milliseconds default_deadline{250};

    // `bus` must live longer.
    ModuleMemory(I2cBus& bus, Timing timing, std::chrono::nanoseconds deadline = default_deadline);

    // Page 00h of a flat module is read without a select; its other pages, and those of a module whose identifier has
    // no known way to select pages, are page_refused.
    Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override;
    // The module is asked once, behind the last part, whether it showed the page throughout.
    Result<void> read_parts(std::span<const ReadPart> parts) override;
    void forget() override;
    std::string explanation() const override { return explained_ ? bus_.explanation() : std::string{}; }
    AccessCounters counters() const override { return counters_; }

private:
    // A visit to an upper page.
    struct Visit {
        std::span<const ReadPart> parts;  // of that page
        PageSelection wanted;
        bool banked = false;
        bool check_bank = false;
    };
    Result<void> take_turn(std::span<const ReadPart> parts);
    Result<void> read_in_turn(std::span<const ReadPart> parts);
    Result<void> read_each(std::span<const ReadPart> parts);
    Result<void> read_upper(std::span<const ReadPart> parts);
    Visit visit_of(std::span<const ReadPart> parts, bool banked) const;
    Result<void> read_selected(const Visit& visit, bool join);
    Result<void> read_joined(const Visit& visit);
    Result<void> read_separately(const Visit& visit);
    void note_joined_failure(bool selected);
    bool may_join(const Visit& visit) const;
    bool needs_pause() const;
    Result<void> checked(const Visit& visit, bool shown);
    Result<void> select(const Visit& visit);
    Result<bool> shows(const Visit& visit);
    SelectBytes select_bytes(const Visit& visit) const;
    Result<PageRules> rules();
    Result<void> read_pieces(cmis::PageId page, std::uint8_t offset, cmis::MutableBytes out);
    Result<std::size_t> read_piece(std::uint8_t address, std::uint8_t offset, cmis::MutableBytes rest);
    bool could_tear(cmis::PageId page, std::uint8_t offset, std::size_t rest) const;
    Result<void> read_steady_pair(std::uint8_t address, std::uint8_t offset, cmis::MutableBytes pair);
    Result<void> write(cmis::Bytes bytes);
    Result<void> transfer(std::uint8_t address, cmis::Bytes bytes, cmis::MutableBytes out);
    Result<void> transfer_joined(const JoinedRead& joined);
    void note(const Result<void>& done, std::size_t size, TimePoint begin, bool teaches);
    bool is_late();
    Result<void> prepare_retry(Fault fault, unsigned retry);
    void learn(cmis::ByteRange range, cmis::Bytes bytes);
    bool mirrors_page_zero(const ReadPart& part) const;
    void forget_selection();
    std::size_t limit() const;

    I2cBus& bus_;
    Timing timing_;
    std::chrono::nanoseconds deadline_;
    TimePoint give_up_{};
    std::optional<PageSelection> selected_;  // nothing: the module's state is not known
    std::optional<PageRules> rules_;         // nothing: not known, or the module gave no identifier yet
    std::optional<cmis::Page> page_zero_;
    bool silent_ = false;           // it did not answer at all last time: one try is enough
    std::size_t read_limit_;        // the largest read that this module has not failed
    unsigned select_failures_ = 0;  // in a row, of selects and reads in one transaction: then it gets time in between
    unsigned joined_failures_ = 0;  // in a row, of transactions that did well in separate transfers
    bool explained_ = false;        // the bus knows more about the latest failed read
    AccessCounters counters_;
};

}  // namespace opticward::drivers
