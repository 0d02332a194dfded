#include "daemon/poll/bus_worker.h"

#include "daemon/poll/watched_device.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <stop_token>
#include <utility>

namespace opticward::daemon {

namespace {

constexpr std::size_t most_cycles_kept = 1000;
constexpr std::size_t longest_thread_name = 15;  // of Linux

}  // namespace

// Everything that the thread touches; the thread keeps it alive.
struct BusWorker::Shared {
    explicit Shared(BusParts parts)
        : name{("bus:" + parts.name).substr(0, longest_thread_name)},
          mailbox{2 * std::max<std::size_t>(parts.ports.size(), 1)},
          schedule{watched(std::move(parts), progress)} {
        progress->enter(WorkerPlace::working, std::chrono::steady_clock::now());
    }

    static BusParts watched(BusParts parts, const std::shared_ptr<Progress>& progress) {
        watch_driver_calls(parts, progress);
        return parts;
    }

    std::string name;
    const std::shared_ptr<Progress> progress = std::make_shared<Progress>();
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

WorkerProgress BusWorker::progress() const {
    return shared_->progress->get();
}

std::vector<std::chrono::nanoseconds> BusWorker::take_cycles() {
    const std::lock_guard lock{shared_->mutex};
    return std::exchange(shared_->cycles, {});
}

void BusWorker::run(const std::stop_token& stop, const std::shared_ptr<Shared>& shared) {
    pthread_setname_np(pthread_self(), shared->name.c_str());
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
        const SteadyTime now = std::chrono::steady_clock::now();
        const SteadyTime wake = std::min(next, now + std::chrono::hours{1});
        shared->progress->enter(WorkerPlace::waiting, now, wake);
        shared->changed.wait_until(lock, stop, wake, [&] { return shared->has_mail; });
        shared->progress->enter(WorkerPlace::working, std::chrono::steady_clock::now());
        shared->has_mail = false;
    }
    {
        const std::lock_guard lock{shared->mutex};
        shared->progress->enter(WorkerPlace::ended, std::chrono::steady_clock::now());
        shared->ended = true;
    }
    shared->changed.notify_all();
}

}  // namespace opticward::daemon
