// Buses under a configuration that changes: what did not change is not disturbed, what hangs is left behind.
#include "daemon/running_buses.h"

#include "daemon/poll/reading_queue.h"
#include "daemon/wiring.h"

#include <gtest/gtest.h>
#include <poll.h>

namespace opticward::test {

using config::Settings;
using daemon::Posted;
using daemon::ReadingQueue;
using daemon::RunningBuses;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

using Numbers = std::vector<std::size_t>;

// Simulated buses "a", "b", ... with so many empty cages each: "a1", "a2", "b1", ...
Settings board(std::vector<std::size_t> ports_by_bus) {
    Settings settings;
    settings.file = "board.toml";
    for (std::size_t bus = 0; bus < ports_by_bus.size(); ++bus) {
        config::BusSettings described;
        described.description.name = std::string(1, static_cast<char>('a' + bus));
        described.description.driver = "simulated";
        described.interval = milliseconds{1000};
        for (std::size_t i = 0; i < ports_by_bus[bus]; ++i) {
            config::PortSettings port;
            port.name = described.description.name + std::to_string(i + 1);
            port.bus = bus;
            described.ports.push_back(settings.ports.size());
            drivers::PortDescription cage;
            cage.name = port.name;
            cage.inserted = false;
            described.description.ports.push_back(cage);
            settings.ports.push_back(port);
        }
        settings.buses.push_back(described);
    }
    return settings;
}

// The only module of the board hangs from its first transfer on, for four seconds.
Settings hanging_board() {
    Settings settings = board({1});
    drivers::PortDescription& port = settings.buses[0].description.ports[0];
    port.inserted = true;
    port.script.push_back(
        {.at = milliseconds{0},
         .every = std::nullopt,
         .action = drivers::InjectFault{.fault = drivers::SimulatedFault::hang, .duration = seconds{4}}});
    return settings;
}

class RunningBusesTest : public testing::Test {
protected:
    ~RunningBusesTest() override { buses_.stop(std::chrono::steady_clock::now() + seconds{20}); }

    std::expected<void, std::string> change_to(Settings settings) {
        remarks_.clear();
        return buses_.change_to(std::make_shared<const Settings>(std::move(settings)), remarks_);
    }
    // Not only in some call: the presence line is a call too, and ends at once.
    void wait_until_it_hangs_in_the_driver() {
        const auto deadline = std::chrono::steady_clock::now() + seconds{20};
        while (true) {
            const auto now = std::chrono::steady_clock::now();
            const daemon::WorkerProgress progress = buses_.progress_of("a");
            if (progress.place == daemon::WorkerPlace::in_driver && now - progress.since > milliseconds{500}) return;
            ASSERT_LT(now, deadline);
            std::this_thread::yield();
        }
    }

    std::shared_ptr<ReadingQueue> queue_ = std::make_shared<ReadingQueue>();
    RunningBuses buses_{daemon::real_environment("/"), queue_};
    std::vector<std::string> remarks_;
};

}  // namespace

TEST_F(RunningBusesTest, PortsAreNumberedInTheOrderOfTheSettings) {
    ASSERT_TRUE(change_to(board({2, 1})));
    EXPECT_EQ(buses_.port_numbers(), (Numbers{0, 1, 2}));
}

TEST_F(RunningBusesTest, ABusThatDidNotChangeKeepsItsNumbersAndOthersGetNewOnes) {
    ASSERT_TRUE(change_to(board({2, 1})));
    Settings changed = board({2, 1});
    changed.buses[1].interval = milliseconds{5000};
    ASSERT_TRUE(change_to(changed));
    EXPECT_EQ(buses_.port_numbers(), (Numbers{0, 1, 3}));
    EXPECT_TRUE(remarks_.empty());
}

TEST_F(RunningBusesTest, ABusThatComesFirstDoesNotDisturbTheOther) {
    Settings only_b = board({0, 1});
    only_b.buses.erase(only_b.buses.begin());
    only_b.ports[0].bus = 0;
    ASSERT_TRUE(change_to(only_b));
    ASSERT_TRUE(change_to(board({1, 1})));
    EXPECT_EQ(buses_.port_numbers(), (Numbers{1, 0}));
}

TEST_F(RunningBusesTest, ABusThatCanNeverWorkChangesNothing) {
    ASSERT_TRUE(change_to(board({1})));
    Settings wrong = board({1, 1});
    wrong.buses[1].description.driver = "telepathy";
    EXPECT_FALSE(change_to(wrong));
    EXPECT_EQ(buses_.port_numbers(), (Numbers{0}));
    EXPECT_EQ(buses_.snapshots().size(), 1U);
}

TEST_F(RunningBusesTest, MessagesReachThePortThatTheyName) {
    ASSERT_TRUE(change_to(board({1})));
    EXPECT_EQ(buses_.refresh("a1"), Posted::taken);
    EXPECT_EQ(buses_.refresh("swp99"), Posted::unknown_port);
    const auto paused = [&] {
        for (const daemon::Reading& reading : queue_->drain()) {
            if (reading.state == daemon::PortState::paused) return true;
        }
        return false;
    };
    EXPECT_EQ(buses_.pause("a1", std::chrono::steady_clock::now() + seconds{100}), Posted::taken);
    const auto deadline = std::chrono::steady_clock::now() + seconds{20};
    bool seen = false;
    while (!seen && std::chrono::steady_clock::now() < deadline) {
        pollfd waiting{.fd = queue_->file_descriptor(), .events = POLLIN, .revents = 0};
        poll(&waiting, 1, 1000);
        seen = paused();
    }
    EXPECT_TRUE(seen);
}

TEST_F(RunningBusesTest, AHungWorkerIsLeftBehindAndItsBusIsNotOpenedAgain) {
    ASSERT_TRUE(change_to(hanging_board()));
    wait_until_it_hangs_in_the_driver();
    Settings changed = hanging_board();
    changed.buses[0].interval = milliseconds{5000};
    ASSERT_TRUE(change_to(changed));
    EXPECT_EQ(remarks_, (std::vector<std::string>{"Bus a hangs in its driver and was left behind.",
                                                  "Bus a is not read: an earlier read of it still hangs."}));
    EXPECT_EQ(buses_.refresh("a1"), Posted::busy);
    EXPECT_EQ(buses_.port_numbers(), (Numbers{1}));
}

TEST_F(RunningBusesTest, ABusThatHangsIsNoticedOnceAndNotStalled) {
    ASSERT_TRUE(change_to(hanging_board()));
    wait_until_it_hangs_in_the_driver();
    const auto later = std::chrono::steady_clock::now() + seconds{60};
    const auto notices = buses_.notices(later, seconds{1});
    ASSERT_EQ(notices.size(), 1U);
    EXPECT_EQ(notices[0].bus, "a");
    EXPECT_EQ(notices[0].health, daemon::BusHealth::hung);
    EXPECT_TRUE(buses_.notices(later, seconds{1}).empty());
    EXPECT_FALSE(buses_.something_stalls());
}

}  // namespace opticward::test
