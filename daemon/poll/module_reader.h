// Reads the memory of one module and counts what it cost. Owned by one port poller; called by its worker.
#pragma once

#include "cmis/codec.h"
#include "cmis/memory_map.h"
#include "cmis/module.h"
#include "daemon/poll/reading.h"
#include "drivers/module_access.h"
#include "drivers/result.h"

#include <optional>
#include <span>
#include <vector>

namespace opticward::daemon {

// All that was read of a module to find out which one it is.
struct Candidate {
    cmis::MemoryMap memory;
    cmis::Module module;
    cmis::Readability readability = cmis::Readability::no_bytes;
    bool checksums_ok = true;
    std::optional<drivers::Fault>
        missing;          // why a page that the module advertises is not there; nothing: it is all there
    bool settled = true;  // the pages without a checksum read the same twice
};

class ModuleReader {
public:
    // `access` must live longer.
    explicit ModuleReader(drivers::ModuleAccess& access) : access_{access} {}

    // Lower memory, page 00h and whatever pages these advertise. Fails when the first two cannot be read. Reading lower
    // memory clears its latched flags: they are in the candidate's live part.
    drivers::Result<Candidate> read_module();
    drivers::Result<cmis::Page> read_page(cmis::PageId id);
    // Reads runs of one page into `memory`; after a fault the bytes there are as before, but for those of runs of lower
    // memory that came before it.
    // Adds to `taken` how many runs were read.
    drivers::Result<void> read_ranges(std::span<const cmis::ByteRange> ranges, cmis::MemoryMap& memory,
                                      std::size_t& taken);
    // Whether a module answers at its address. Not counted: an empty cage answers nothing and that is no error.
    drivers::Result<void> probe();
    // What was learnt about the module is not true of the next one.
    void forget() { access_.forget(); }
    const drivers::ModuleAccess& access() const { return access_; }

    void count(drivers::Fault fault);
    // Why the latest probe told nothing; not counted where it only repeats an earlier fault.
    void count_probe(drivers::Fault fault);
    // Faults from now on are expected (a module within t_init may stay silent) and not counted, or are again.
    void expect_faults(bool expected) { faults_expected_ = expected; }
    // Fills the fields that are counted here; insertions and removals stay.
    void fill(ReadCounters& counters) const;

private:
    drivers::Result<void> read(cmis::ByteRange range, cmis::MutableBytes out);
    drivers::Result<void> read(std::span<const drivers::ReadPart> parts);
    void read_further_pages(Candidate& candidate);
    drivers::Result<void> read_further_page(cmis::PageId id, Candidate& candidate);

    drivers::ModuleAccess& access_;
    std::uint64_t reads_ = 0;
    std::array<std::uint64_t, drivers::fault_count> errors_{};
    bool faults_expected_ = false;
};

// Whether the bytes at the places that tell one module from another say the same.
bool same_module(const cmis::Identity& one, const cmis::Identity& other);

// Whether the fixed pages of both are alike: page 00h and every page with a checksum.
bool same_fixed_pages(cmis::MemoryModelId model, const cmis::MemoryMap& one, const cmis::MemoryMap& other);

}  // namespace opticward::daemon
