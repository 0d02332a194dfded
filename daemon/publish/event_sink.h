// Where the judge's events go.
#pragma once

#include "daemon/judge/event.h"

namespace opticward::daemon {

// Main thread. Does not block on whoever reads the events.
class EventSink {
public:
    virtual ~EventSink() = default;
    virtual void write(const Event& event) = 0;
};

}  // namespace opticward::daemon
