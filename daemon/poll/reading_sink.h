// Where pollers put their readings. Called by worker threads; never blocks and never throws.
#pragma once

#include "daemon/poll/reading.h"

namespace opticward::daemon {

class ReadingSink {
public:
    virtual ~ReadingSink() = default;
    virtual void publish(Reading reading) = 0;
};

}  // namespace opticward::daemon
