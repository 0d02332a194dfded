// A bus with its thread: what is due is done, and a driver that hangs stops nobody.
#include "daemon/poll/bus_worker.h"

#include "tests/daemon/poll/poller_bench.h"

#include <atomic>
#include <future>
#include <latch>
#include <mutex>

namespace opticward::test {

using daemon::BusParts;
using daemon::BusSchedule;
using daemon::BusWorker;
using daemon::Instant;
using daemon::SteadyTime;

namespace {

// Readings by the thread, for another one that waits for them.
class WaitedForSink final : public daemon::ReadingSink {
public:
    void publish(daemon::Reading reading) override {
        const std::lock_guard lock{mutex_};
        ++count_;
        last_ = reading.state;
        changed_.notify_all();
    }
    // The count that was reached; a test that fails ends after a while.
    std::size_t wait_for(std::size_t count) {
        std::unique_lock lock{mutex_};
        changed_.wait_for(lock, seconds{20}, [&] { return count_ >= count; });
        return count_;
    }
    daemon::PortState last() {
        const std::lock_guard lock{mutex_};
        return last_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t count_ = 0;
    daemon::PortState last_ = daemon::PortState::unknown;
};

class SilentAccess final : public drivers::ModuleAccess {
public:
    drivers::Result<void> read(cmis::ByteRange, cmis::MutableBytes) override {
        return drivers::failed(drivers::Fault::nack);
    }
};

// Hangs in its first read until somebody lets go.
class HangingAccess final : public drivers::ModuleAccess {
public:
    HangingAccess(std::promise<void> entered, std::shared_future<void> let_go)
        : entered_{std::move(entered)}, let_go_{std::move(let_go)} {}

    drivers::Result<void> read(cmis::ByteRange, cmis::MutableBytes) override {
        if (!std::exchange(has_entered_, true)) {
            entered_.set_value();
        }
        let_go_.wait();
        return drivers::failed(drivers::Fault::timeout);
    }

private:
    std::promise<void> entered_;
    std::shared_future<void> let_go_;
    bool has_entered_ = false;
};

// Takes that long on the clock that it moves.
class SlowAccess final : public drivers::ModuleAccess {
public:
    SlowAccess(SteadyTime& now, milliseconds cost) : now_{now}, cost_{cost} {}

    drivers::Result<void> read(cmis::ByteRange, cmis::MutableBytes) override {
        now_ += cost_;
        return drivers::failed(drivers::Fault::timeout);
    }

private:
    SteadyTime& now_;
    milliseconds cost_;
};

class AlwaysThere final : public drivers::Pin {
public:
    drivers::Result<bool> is_active() override { return true; }
};

Instant real_time() {
    return {.steady = std::chrono::steady_clock::now(), .wall = std::chrono::system_clock::now()};
}

BusParts parts_of(std::unique_ptr<drivers::ModuleAccess> access, std::shared_ptr<daemon::ReadingSink> sink) {
    BusParts parts;
    drivers::PortDevice& port = parts.device.ports.emplace_back();
    port.name = "swp1";
    port.access = std::move(access);
    port.presence = std::make_unique<AlwaysThere>();
    parts.ports = {0};
    parts.sink = std::move(sink);
    parts.clock = real_time;
    parts.periods = {.presence = std::chrono::hours{1}, .poll = std::chrono::hours{1}};
    parts.identity_check = std::chrono::hours{1};
    return parts;
}

}  // namespace

TEST(BusWorkerTest, PollsAtOnceAndStopsWhenAsked) {
    const auto sink = std::make_shared<WaitedForSink>();
    BusWorker worker{parts_of(std::make_unique<SilentAccess>(), sink)};
    EXPECT_EQ(sink->wait_for(1), 1U);
    worker.request_stop();
    EXPECT_TRUE(worker.ended_before(std::chrono::steady_clock::now() + seconds{20}));
}

TEST(BusWorkerTest, AMessageWakesTheWorker) {
    const auto sink = std::make_shared<WaitedForSink>();
    BusWorker worker{parts_of(std::make_unique<SilentAccess>(), sink)};
    sink->wait_for(1);
    EXPECT_TRUE(worker.post(daemon::Pause{0, std::chrono::steady_clock::now() + std::chrono::hours{1}}));
    EXPECT_EQ(sink->wait_for(2), 2U);
    EXPECT_EQ(sink->last(), daemon::PortState::paused);
}

TEST(BusWorkerTest, ADriverThatHangsDoesNotKeepTheWorkerFromBeingLeft) {
    std::promise<void> entered;
    auto has_entered = entered.get_future();
    std::promise<void> let_go;
    const auto sink = std::make_shared<WaitedForSink>();
    {
        BusWorker worker{
            parts_of(std::make_unique<HangingAccess>(std::move(entered), let_go.get_future().share()), sink)};
        has_entered.wait();
        worker.request_stop();
        EXPECT_FALSE(worker.ended_before(std::chrono::steady_clock::now()));
        EXPECT_TRUE(worker.post(daemon::Refresh{0}));
    }
    // The thread that was left behind owns what it goes on to use.
    let_go.set_value();
    EXPECT_EQ(sink->wait_for(1), 1U);
}

TEST(BusWorkerTest, TheMailboxOfABusThatHangsFillsUp) {
    std::promise<void> entered;
    auto has_entered = entered.get_future();
    std::promise<void> let_go;
    const auto sink = std::make_shared<WaitedForSink>();
    BusWorker worker{parts_of(std::make_unique<HangingAccess>(std::move(entered), let_go.get_future().share()), sink)};
    has_entered.wait();
    EXPECT_TRUE(worker.post(daemon::Refresh{0}));
    EXPECT_TRUE(worker.post(daemon::Refresh{1}));
    EXPECT_FALSE(worker.post(daemon::Refresh{2}));
    worker.request_stop();
    let_go.set_value();
    EXPECT_TRUE(worker.ended_before(std::chrono::steady_clock::now() + seconds{20}));
}

// Two reads of 0.5 s, in start-up one of them, cost the bus at most a fifth of its time.
TEST(BusScheduleTest, StretchesThePeriodOfABusThatIsTooSlow) {
    SteadyTime now = SteadyTime{} + std::chrono::hours{1};
    auto parts = parts_of(std::make_unique<SlowAccess>(now, milliseconds{500}), std::make_shared<WaitedForSink>());
    parts.clock = [&now] { return Instant{.steady = now, .wall = {}}; };
    parts.periods = {.presence = seconds{1}, .poll = seconds{1}};
    parts.max_bus_share = 0.2;
    BusSchedule schedule{std::move(parts)};
    const auto never = [] { return false; };
    schedule.run(never);
    EXPECT_EQ(schedule.periods().poll, milliseconds{2500});
    EXPECT_EQ(schedule.last_cycle(), milliseconds{500});
}

TEST(BusScheduleTest, StopsBetweenTwoPortsWhenInterrupted) {
    const auto sink = std::make_shared<WaitedForSink>();
    auto parts = parts_of(std::make_unique<SilentAccess>(), sink);
    BusSchedule schedule{std::move(parts)};
    schedule.run([] { return true; });
    EXPECT_EQ(sink->last(), daemon::PortState::unknown);
    EXPECT_FALSE(schedule.last_cycle());
}

TEST(BusScheduleTest, IgnoresMessagesForPortsOfOtherBuses) {
    SteadyTime now = SteadyTime{} + std::chrono::hours{1};
    auto parts = parts_of(std::make_unique<SilentAccess>(), std::make_shared<WaitedForSink>());
    parts.clock = [&now] { return Instant{.steady = now, .wall = {}}; };
    BusSchedule schedule{std::move(parts)};
    const auto never = [] { return false; };
    const SteadyTime next = schedule.run(never);
    schedule.take(daemon::Refresh{7});
    EXPECT_EQ(schedule.run(never), next);
    EXPECT_FALSE(schedule.last_cycle());
}

}  // namespace opticward::test
