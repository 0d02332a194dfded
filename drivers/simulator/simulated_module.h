// A module as the wire shows it: a window of 256 bytes with page and bank registers, below page selection.
// Called by the one thread that owns its bus. Sources: CMIS 5.x 8.2 (selection and fall-back), SFF-8636 6.1.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/description.h"
#include "drivers/environment.h"
#include "drivers/page_rules.h"
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
    SimulatedModule(const cmis::MemoryMap& image, bool inserted, ClearOnRead clear_on_read);

    // What an operator does.
    void insert();
    void remove();
    void replace(const cmis::MemoryMap& image);
    bool inserted() const { return inserted_; }
    void patch(cmis::Location location, std::uint8_t byte);

    // What goes wrong, until a time on the bus's time line, for a number of transfers, or both.
    void fail(SimulatedFault fault, std::chrono::nanoseconds until);
    void fail_next(SimulatedFault fault, unsigned transfers);
    void recover();  // ends every fault
    // Uses up one transfer's share of the fault when it holds at `now`.
    bool suffers(SimulatedFault fault, std::chrono::nanoseconds now);
    // When a fault that lasts until a time will end.
    std::optional<std::chrono::nanoseconds> end_of(SimulatedFault fault) const;

    // Habits of this module.
    void limit_reads(std::size_t bytes) { read_limit_ = bytes; }  // longer ones come back short
    std::size_t read_limit() const { return read_limit_; }
    void refuse_page_select() { refuses_select_ = true; }  // NACK instead of ignoring, when flat
    void wander(const Wander& wander, std::chrono::nanoseconds since);
    // CMIS: the summary of lane flags (lower 4..7, bit 0) stays as in the image. Else it follows the flags where these
    // clear on read, as in a real module.
    void summarise_no_flags() { summarises_ = false; }

    // The wire: writes or reads from an offset on; the address counter rolls over at the end of its half.
    Result<void> write(std::uint8_t address, std::uint8_t offset, cmis::Bytes bytes, std::chrono::nanoseconds now);
    Result<void> read(std::uint8_t address, std::uint8_t offset, cmis::MutableBytes out, std::chrono::nanoseconds now);

    std::uint8_t selected_page() const { return page_; }
    std::uint8_t selected_bank() const { return bank_; }

private:
    struct ActiveFault {
        SimulatedFault fault = SimulatedFault::nack;
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
    cmis::PageId shown(std::uint8_t address, std::uint8_t offset) const;
    std::uint8_t lower_byte(std::uint8_t offset) const;
    std::uint8_t summary(std::uint8_t bank, std::uint8_t stored) const;
    PageRules rules() const;
    bool offers(std::uint8_t page, std::uint8_t bank);
    Result<void> select(std::uint8_t page, std::chrono::nanoseconds now);
    std::uint8_t value(const StoredPage& page, std::size_t index, std::chrono::nanoseconds now) const;
    std::uint8_t take(std::uint8_t address, std::uint8_t offset, std::chrono::nanoseconds now);

    std::vector<StoredPage> pages_;
    ClearOnRead clear_on_read_;
    std::vector<ActiveFault> faults_;
    std::vector<Wandering> wanderings_;
    std::size_t read_limit_ = 256;
    bool refuses_select_ = false;
    bool summarises_ = true;
    bool inserted_ = false;
    std::uint8_t page_ = 0;
    std::uint8_t bank_ = 0;
    std::uint8_t bank_written_ = 0;
};

}  // namespace opticward::drivers
