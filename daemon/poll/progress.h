// Where the thread of a bus is: written by that thread, read by the main thread, which feeds the watchdog by it.
#pragma once

#include "daemon/instant.h"
#include "daemon/latest.h"

#include <cstdint>

namespace opticward::daemon {

enum class WorkerPlace : std::uint8_t {
    working,    // in our own code
    in_driver,  // in a call that may hang in the kernel, for which nobody here is to blame
    waiting,    // until `until`
    ended,
};

struct WorkerProgress {
    WorkerPlace place = WorkerPlace::working;
    SteadyTime since = SteadyTime::min();  // of the place
    SteadyTime until = SteadyTime::min();  // of waiting
};

// Any thread may call it.
class Progress {
public:
    void enter(WorkerPlace place, SteadyTime now, SteadyTime until = SteadyTime::min()) {
        latest_.set({.place = place, .since = now, .until = until});
    }
    WorkerProgress get() const { return latest_.get(); }

private:
    Latest<WorkerProgress> latest_;
};

}  // namespace opticward::daemon
