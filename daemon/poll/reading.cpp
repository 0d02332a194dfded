#include "daemon/poll/reading.h"

namespace opticward::daemon {

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
