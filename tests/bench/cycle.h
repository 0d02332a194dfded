// One cycle of a chassis in real clock time: each bus has a thread that polls its ports one after the other, with the
// daemon's poller, over a simulated wire at 400 kHz behind a mux.
#pragma once

#include "cmis/memory_map.h"

namespace opticward::test {

struct CycleTimes {
    // What a bus needs at least: the least of each of its ports, and one mux select a port.
    double limit_seconds = 0;
    // Of the bus that took longest in a cycle; the median and the 95th percentile over the cycles.
    double median_seconds = 0;
    double slow_seconds = 0;
    // The same for threads that sleep to the same instants and do nothing else, in turn with the cycles: what the timers
    // of this machine allow.
    double floor_median_seconds = 0;
    double floor_slow_seconds = 0;
};

CycleTimes cycle_times(const cmis::MemoryMap& image, unsigned ports, unsigned buses, unsigned cycles);

}  // namespace opticward::test
