// The thread of one bus. A driver that hangs in the kernel cannot be interrupted or joined, so the thread owns all that
// it touches and can be left behind.
#pragma once

#include "daemon/latest.h"
#include "daemon/poll/bus_schedule.h"
#include "daemon/poll/mailbox.h"
#include "daemon/poll/progress.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace opticward::daemon {

// What a bus has done so far.
struct BusStatus {
    drivers::BusCounters counters;
    std::uint64_t overruns = 0;
    std::chrono::nanoseconds period{};  // between two polls of a port, as stretched
};

// Owned by the main thread; every function is for it alone.
class BusWorker {
public:
    explicit BusWorker(BusParts parts);
    // Leaves the thread behind when it did not end before.
    ~BusWorker();
    BusWorker(const BusWorker&) = delete;
    BusWorker& operator=(const BusWorker&) = delete;

    void request_stop();
    // True when the thread has ended by then. Ask for the stop first.
    bool ended_before(SteadyTime deadline);
    // False when the bus hangs and its mailbox is full.
    bool post(const Message& message);
    BusStatus status() const;
    // Where the thread is.
    WorkerProgress progress() const;
    // How long each cycle took, since the last call; a thousand at most.
    std::vector<std::chrono::nanoseconds> take_cycles();

private:
    struct Shared;
    static void run(const std::stop_token& stop, const std::shared_ptr<Shared>& shared);

    std::shared_ptr<Shared> shared_;
    std::jthread thread_;
};

}  // namespace opticward::daemon
