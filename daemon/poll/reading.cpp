#include "daemon/poll/reading.h"

namespace opticward::daemon {

void ReadCounters::add(const ReadCounters& other) {
    reads += other.reads;
    retries += other.retries;
    page_mismatches += other.page_mismatches;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        errors[i] += other.errors[i];
    }
    insertions += other.insertions;
    removals += other.removals;
}

void FlagsSeen::add(const FlagsSeen& other) {
    module |= other.module;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        lanes[i] |= other.lanes[i];
    }
}

void FlagsSeen::add(const cmis::Live& live) {
    module |= live.flags;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        lanes[i] |= live.lanes[i].flags;
    }
}

}  // namespace opticward::daemon
