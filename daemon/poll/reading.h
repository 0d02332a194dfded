// What a bus worker hands to the main thread: one poll of one port, everything decoded, nothing judged.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"
#include "daemon/instant.h"
#include "daemon/poll/cage.h"
#include "daemon/poll/port_state.h"
#include "drivers/evidence/image_evidence.h"
#include "drivers/host_port/host_port.h"
#include "drivers/result.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace opticward::daemon {

// One module in one cage, from the moment it was identified until it leaves. Immutable and shared.
struct Insertion {
    std::uint64_t number = 0;  // counts up for each port; a change of it is a removal and an insertion
    Instant at;
    cmis::Module module;     // the fixed parts and the controls as read at insertion; `live` as read then
    cmis::MemoryMap memory;  // the pages as they were read
    bool checksums_ok = true;
    std::uint32_t identity_changes = 0;  // fixed pages that differed when compared again without a swap
};

// Monotonic since the daemon started; a coalesced reading loses none of them.
struct ReadCounters {
    std::uint64_t reads = 0;
    std::uint64_t retries = 0;
    std::uint64_t page_mismatches = 0;
    std::array<std::uint64_t, drivers::fault_count> errors{};
    std::uint64_t insertions = 0;
    std::uint64_t removals = 0;

    void add(const ReadCounters& other);
};

// Latched flags seen since the last publication, OR-ed while readings wait in the queue.
struct FlagsSeen {
    cmis::ModuleFlags module;
    std::array<cmis::LaneFlags, cmis::max_lanes> lanes{};

    void add(const FlagsSeen& other);
    void add(const cmis::Live& live);
};

struct Reading {
    std::size_t port = 0;  // index into the settings' ports
    Instant at;
    PortState state = PortState::unknown;
    std::shared_ptr<const Insertion> insertion;  // null: no module known in the cage
    // Absent when this poll failed or there is nothing to read. A value that was beyond physics, or that jumped and did
    // not stay when read again, is absent from an otherwise good sample.
    std::optional<cmis::Live> live;
    std::optional<drivers::Fault> fault;  // why this poll failed
    std::string explanation;              // what stood in the way, for a person; empty where the fault says all
    // All pages as this poll left them, with it; null where `live` is absent.
    std::shared_ptr<const cmis::MemoryMap> memory;
    std::uint32_t failures_in_row = 0;
    std::uint32_t good_reads = 0;  // since this insertion
    FlagsSeen flags;
    ReadCounters counters;
    std::chrono::nanoseconds duration{};  // of this poll
    std::chrono::nanoseconds period{};    // until the next one: the interval, or longer where the bus is slow
    bool presence_contradicted = false;   // the presence line says empty, but a module answers
    std::string presence_problem;         // why the presence line cannot be read, for a person; empty where it can
    CageState cage;                       // what the board says of it, as seen with this poll
    drivers::HostPortState host;          // what the port runs, as seen with this poll
    // What a dump says of a module that this host cannot read; null otherwise, and where there is no dump.
    std::shared_ptr<const drivers::Evidence> evidence;
    std::string evidence_problem;  // why the dump that is asked for is of no use, with its file; empty where it is
};

}  // namespace opticward::daemon
