// Which bytes a poll reads of a module. CMIS modules say in lower memory (FlagsSummary, bytes 4..7) whether a lane flag is
// set; while none is, the page of lanes is read for its monitors only. Owned and called by one port poller; pure.
//
// The page is read whole when: the summary says so; the module's state or a path of data is on the move; the module is
// new; five minutes went by (what no flag tells: states on the move, Tx output); or the summary was once found to have
// said nothing of a flag, until it is found telling the truth. Sources: CMIS table 8-5 to 8-8 and 8-69 to 8-74.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"
#include "daemon/instant.h"
#include "drivers/module_access.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace opticward::daemon {

class LivePlan {
public:
    static constexpr std::chrono::minutes longest_without_states{5};
    // A path of data that is on the move for longer is stuck there.
    static constexpr std::chrono::minutes longest_move{1};

    LivePlan() = default;
    // Runs that `access` would rather read through are joined.
    LivePlan(const cmis::Module& module, const drivers::ModuleAccess& access);

    // In the order to read them: lower memory, which holds the summary, comes first.
    std::size_t page_count() const { return pages_.size(); }
    cmis::PageId page(std::size_t index) const { return pages_[index].id; }
    // Not to be read at all.
    void leave_out(cmis::PageId page);

    // Bytes that clear on read, also those of lower memory that are not polled: set to zero before a poll, they hold what
    // this very poll has seen.
    std::span<const cmis::Location> latched() const { return latched_; }

    // What to read of that page now. `memory` holds lower memory as just read. Bytes that clear on read come last where
    // one read of the page has several runs: a fault in another run then costs no flag.
    std::span<const cmis::ByteRange> ranges(std::size_t index, const cmis::MemoryMap& memory, SteadyTime now);
    // What was read of that page, last time.
    std::span<const cmis::ByteRange> last_ranges(std::size_t index) const;
    // The page was read as ranges() said; `live` is decoded from it.
    void learn(std::size_t index, const cmis::MemoryMap& memory, const cmis::Live& live, SteadyTime now);

private:
    struct PagePlan {
        cmis::PageId id;
        std::vector<cmis::ByteRange> whole = {};
        std::vector<cmis::ByteRange> quiet = {};
        std::optional<unsigned> bank = {};  // whose summary stands for this page
        bool read_whole = true;             // by the latest ranges()
        bool summary_lied = false;
        std::uint8_t module_state = 0;  // byte 3 when it was last read whole
        SteadyTime next_whole = SteadyTime::min();
        std::optional<SteadyTime> restless_since = {};  // a lane is on the move
    };

    PagePlan& plan_of(cmis::PageId id);
    void add(const cmis::Module& module, const drivers::ModuleAccess& access, bool quiet);
    void find_latched(cmis::MemoryModelId model);
    bool flag_is_set(const PagePlan& plan, const cmis::MemoryMap& memory) const;

    std::vector<PagePlan> pages_;
    std::vector<cmis::Location> latched_;
};

}  // namespace opticward::daemon
