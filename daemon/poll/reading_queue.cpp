#include "daemon/poll/reading_queue.h"

#include <utility>

namespace opticward::daemon {

namespace {

std::uint64_t insertion_number(const Reading& reading) {
    return reading.insertion ? reading.insertion->number : 0;
}

}  // namespace

void ReadingQueue::publish(Reading reading) {
    const std::lock_guard lock{mutex_};
    const auto waiting = newest_.find(reading.port);
    if (waiting == newest_.end()) {
        order_.push_back(reading.port);
        newest_.emplace(reading.port, std::move(reading));
    } else {
        // Those of a module that has left since would be blamed on the one that came.
        if (insertion_number(waiting->second) == insertion_number(reading)) {
            reading.flags.add(waiting->second.flags);
        }
        waiting->second = std::move(reading);
    }
    wakeup_.raise();
}

std::vector<Reading> ReadingQueue::drain() {
    std::vector<Reading> readings;
    const std::lock_guard lock{mutex_};
    readings.reserve(order_.size());
    for (const std::size_t port : order_) {
        readings.push_back(std::move(newest_.at(port)));
    }
    newest_.clear();
    order_.clear();
    wakeup_.lower();
    return readings;
}

}  // namespace opticward::daemon
