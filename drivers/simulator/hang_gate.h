// Where a transfer that hangs waits. release() may be called from any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace opticward::drivers {

class HangGate {
public:
    // Blocks until the next release(), or that long when a time is given.
    void wait(std::optional<std::chrono::nanoseconds> longest);
    void release();

private:
    std::mutex mutex_;
    std::condition_variable released_;
    unsigned releases_ = 0;
};

}  // namespace opticward::drivers
