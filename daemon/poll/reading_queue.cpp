#include "daemon/poll/reading_queue.h"

#include <utility>

namespace opticward::daemon {

namespace {

std::uint64_t insertion_number(const Reading& reading) {
    return reading.insertion ? reading.insertion->number : 0;
}

}  // namespace

ReadingQueue::ReadingQueue(std::size_t ports) : newest_(ports) {
    order_.reserve(ports);
}

void ReadingQueue::publish(Reading reading) {
    const std::lock_guard lock{mutex_};
    if (reading.port >= newest_.size()) {
        return;
    }
    auto& slot = newest_[reading.port];
    if (!slot) {
        order_.push_back(reading.port);
    } else if (insertion_number(*slot) == insertion_number(reading)) {
        // Those of a module that has left since would be blamed on the one that came.
        reading.flags.add(slot->flags);
    }
    slot = std::move(reading);
    wakeup_.raise();
}

std::vector<Reading> ReadingQueue::drain() {
    std::vector<Reading> readings;
    const std::lock_guard lock{mutex_};
    readings.reserve(order_.size());
    for (const std::size_t port : order_) {
        readings.push_back(std::move(*newest_[port]));
        newest_[port].reset();
    }
    order_.clear();
    wakeup_.lower();
    return readings;
}

}  // namespace opticward::daemon
