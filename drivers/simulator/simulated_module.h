// A module as the wire shows it: a window of 256 bytes with page and bank registers, below page selection.
// Called by the one thread that owns its bus. Sources: CMIS 5.x 8.2 (selection and fall-back), SFF-8636 6.1.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/description.h"
#include "drivers/driver_registry.h"
#include "drivers/result.h"

#include <bitset>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace opticward::drivers {

class SimulatedModule {
public:
    SimulatedModule(cmis::MemoryMap image, bool inserted, ClearOnRead clear_on_read);

    // What an operator does.
    void insert();
    void remove();
    void replace(cmis::MemoryMap image);
    bool inserted() const { return inserted_; }
    void patch(cmis::Location location, std::uint8_t byte);

    // What goes wrong, until a time on the bus's time line, for a number of transfers, or both.
    void fail(SimulatedFault fault, std::chrono::nanoseconds until);
    void fail_next(SimulatedFault fault, unsigned transfers);
    void recover();                                       // ends every fault
    // Uses up one transfer's share of the fault when it holds at `now`.
    bool suffers(SimulatedFault fault, std::chrono::nanoseconds now);
    std::optional<std::chrono::nanoseconds> ends(SimulatedFault fault) const;  // of one that lasts until a time

    // Habits of this module.
    void limit_reads(std::size_t bytes) { read_limit_ = bytes; }  // longer ones come back short
    std::size_t read_limit() const { return read_limit_; }
    void refuse_page_select() { refuses_select_ = true; }         // NACK instead of ignoring, when flat
    void wander(const Wander& wander, std::chrono::nanoseconds since);

    // The wire: sets the address counter and writes, then reads on from there. The counter stays within its half.
    Result<void> write(std::uint8_t offset, cmis::Bytes bytes, std::chrono::nanoseconds now);
    Result<void> read(std::uint8_t offset, cmis::MutableBytes out, std::chrono::nanoseconds now);

    std::uint8_t selected_page() const { return page_; }
    std::uint8_t selected_bank() const { return bank_; }

private:
    struct ActiveFault {
        SimulatedFault fault;
        std::optional<std::chrono::nanoseconds> until;
        std::optional<unsigned> transfers;
    };
    struct Wandering {
        Wander wander;
        std::chrono::nanoseconds since;
    };
    struct StoredPage {
        cmis::PageId id;
        cmis::Page bytes{};
        std::bitset<cmis::page_size> clears;
    };

    void load(const cmis::MemoryMap& image);
    StoredPage* find(cmis::PageId id);
    cmis::PageId shown_upper() const;
    bool is_flat() const;
    bool is_banked() const;
    Result<void> select(std::uint8_t page, std::chrono::nanoseconds now);
    std::uint8_t take(StoredPage& page, std::uint8_t offset, std::chrono::nanoseconds now);

    std::vector<StoredPage> pages_;
    ClearOnRead clear_on_read_;
    std::vector<ActiveFault> faults_;
    std::vector<Wandering> wanderings_;
    std::size_t read_limit_ = 256;
    bool refuses_select_ = false;
    bool inserted_ = false;
    std::uint8_t page_ = 0;
    std::uint8_t bank_ = 0;
    std::uint8_t bank_written_ = 0;
};

}  // namespace opticward::drivers
