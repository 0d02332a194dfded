// What the accesses to one module, or to one bus, have done so far. Plain numbers that only grow; the worker thread
// that owns the access or the bus reads them.
#pragma once

#include "drivers/result.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace opticward::drivers {

using FaultCounts = std::array<std::uint64_t, fault_count>;

constexpr std::uint64_t& count_of(FaultCounts& counts, Fault fault) {
    return counts[static_cast<std::size_t>(fault) < fault_count ? static_cast<std::size_t>(fault) : 0];
}

constexpr std::uint64_t count_of(const FaultCounts& counts, Fault fault) {
    return counts[static_cast<std::size_t>(fault) < fault_count ? static_cast<std::size_t>(fault) : 0];
}

struct AccessCounters {
    std::uint64_t transfers = 0;        // bus transactions or file reads, failed ones too
    std::uint64_t bytes_read = 0;       // module bytes delivered by transfers that succeeded
    std::uint64_t page_selects = 0;     // writes of PageSelect, with or without BankSelect
    std::uint64_t page_mismatches = 0;  // reads during which the module did not show the page asked for
    std::uint64_t retries = 0;          // transfers that repeated a failed one
    std::uint64_t failed_reads = 0;     // reads that gave the caller a Fault
    std::chrono::nanoseconds busy{0};   // time spent in transfers
    FaultCounts faults{};               // by kind: failed transfers, and page_refused once a failed read
};

struct BusCounters {
    std::uint64_t transfers = 0;
    std::uint64_t bytes_read = 0;
    std::uint64_t channel_selects = 0;  // writes to the mux, where we do them ourselves
    std::chrono::nanoseconds busy{0};   // time on the wire, or in the system calls where the wire is out of sight
    FaultCounts faults{};               // failed transfers by kind
};

// What a port that has its wire to itself adds to its bus.
constexpr BusCounters of_bus(const AccessCounters& access) {
    return {.transfers = access.transfers,
            .bytes_read = access.bytes_read,
            .channel_selects = 0,
            .busy = access.busy,
            .faults = access.faults};
}

constexpr BusCounters& operator+=(BusCounters& sum, const BusCounters& more) {
    sum.transfers += more.transfers;
    sum.bytes_read += more.bytes_read;
    sum.channel_selects += more.channel_selects;
    sum.busy += more.busy;
    for (std::size_t kind = 0; kind < fault_count; ++kind)
        sum.faults[kind] += more.faults[kind];
    return sum;
}

}  // namespace opticward::drivers
