#include "daemon/poll/bus_worker.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

namespace opticward::daemon {

namespace {

constexpr std::size_t most_cycles_kept = 1000;

}  // namespace

// Everything that the thread touches; the thread keeps it alive.
struct BusWorker::Shared {
    explicit Shared(BusParts parts)
        : mailbox{2 * std::max<std::size_t>(parts.ports.size(), 1)}, schedule{std::move(parts)} {}

    Mailbox mailbox;
    Latest<BusStatus> status;
    BusSchedule schedule;  // of the thread alone

    std::mutex mutex;
    std::condition_variable_any changed;
    std::vector<std::chrono::nanoseconds> cycles;
    bool has_mail = false;
    bool ended = false;
};

BusWorker::BusWorker(BusParts parts)
    : shared_{std::make_shared<Shared>(std::move(parts))}, thread_{[shared = shared_](const std::stop_token& stop) {
          run(stop, shared);
      }} {}

BusWorker::~BusWorker() {
    request_stop();
    if (!ended_before(SteadyTime::min())) {
        thread_.detach();
    }
}

void BusWorker::request_stop() {
    thread_.request_stop();
}

bool BusWorker::ended_before(SteadyTime deadline) {
    std::unique_lock lock{shared_->mutex};
    return shared_->changed.wait_until(lock, deadline, [&] { return shared_->ended; });
}

bool BusWorker::post(const Message& message) {
    const bool taken = shared_->mailbox.post(message);
    {
        const std::lock_guard lock{shared_->mutex};
        shared_->has_mail = true;
    }
    shared_->changed.notify_all();
    return taken;
}

BusStatus BusWorker::status() const {
    return shared_->status.get();
}

std::vector<std::chrono::nanoseconds> BusWorker::take_cycles() {
    const std::lock_guard lock{shared_->mutex};
    return std::exchange(shared_->cycles, {});
}

void BusWorker::run(const std::stop_token& stop, const std::shared_ptr<Shared>& shared) {
    while (!stop.stop_requested()) {
        for (const Message& message : shared->mailbox.take()) {
            shared->schedule.take(message);
        }
        const SteadyTime next = shared->schedule.run([&] { return stop.stop_requested(); });
        shared->status.set({.counters = shared->schedule.counters(),
                            .overruns = shared->schedule.overruns(),
                            .period = shared->schedule.periods().poll});

        std::unique_lock lock{shared->mutex};
        const auto cycle = shared->schedule.last_cycle();
        if (cycle && shared->cycles.size() < most_cycles_kept) {
            shared->cycles.push_back(*cycle);
        }
        // Not wait_until(SteadyTime::max()): that overflows on its way to the system's clock.
        const SteadyTime wake = std::min(next, std::chrono::steady_clock::now() + std::chrono::hours{1});
        shared->changed.wait_until(lock, stop, wake, [&] { return shared->has_mail; });
        shared->has_mail = false;
    }
    {
        const std::lock_guard lock{shared->mutex};
        shared->ended = true;
    }
    shared->changed.notify_all();
}

}  // namespace opticward::daemon
