// From the bus workers to the main thread: the newest reading of each port, with the flags of those it replaced. Holds
// at most one reading a port, so a slow reader costs no memory and loses no flag. Any thread may call it.
#pragma once

#include "daemon/poll/reading_sink.h"
#include "daemon/wakeup.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace opticward::daemon {

class ReadingQueue final : public ReadingSink {
public:
    void publish(Reading reading) override;
    // What came since the last call, in the order in which the ports first came.
    std::vector<Reading> drain();
    // Readable while there is something to drain.
    int file_descriptor() const { return wakeup_.file_descriptor(); }

private:
    std::mutex mutex_;
    std::map<std::size_t, Reading> newest_;  // by port
    std::vector<std::size_t> order_;
    Wakeup wakeup_;
};

}  // namespace opticward::daemon
