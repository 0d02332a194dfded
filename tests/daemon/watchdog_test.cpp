// When the service manager's watchdog is fed: not while our own code stalls, but while a driver hangs.
#include "daemon/watchdog.h"

#include <gtest/gtest.h>

namespace opticward::test {

using daemon::BusHealth;
using daemon::health;
using daemon::SteadyTime;
using daemon::Watchdog;
using daemon::WorkerPlace;
using daemon::WorkerProgress;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

const SteadyTime start{seconds{1000}};

}  // namespace

TEST(WatchdogTest, AThreadThatWorksForTooLongStalls) {
    const WorkerProgress working{.place = WorkerPlace::working, .since = start};
    EXPECT_EQ(health(working, start + seconds{15}, seconds{15}), BusHealth::good);
    EXPECT_EQ(health(working, start + milliseconds{15'001}, seconds{15}), BusHealth::stalled);
}

TEST(WatchdogTest, AThreadThatOversleepsStalls) {
    const WorkerProgress waiting{.place = WorkerPlace::waiting, .since = start, .until = start + seconds{60}};
    EXPECT_EQ(health(waiting, start + seconds{60}, seconds{15}), BusHealth::good);
    EXPECT_EQ(health(waiting, start + seconds{76}, seconds{15}), BusHealth::stalled);
}

TEST(WatchdogTest, AThreadInADriverHangsAfterTenSecondsAndNeverStalls) {
    const WorkerProgress reading{.place = WorkerPlace::in_driver, .since = start};
    EXPECT_EQ(health(reading, start + seconds{10}, seconds{1}), BusHealth::good);
    EXPECT_EQ(health(reading, start + milliseconds{10'001}, seconds{1}), BusHealth::hung);
    EXPECT_EQ(health(reading, start + std::chrono::hours{24}, seconds{1}), BusHealth::hung);
}

TEST(WatchdogTest, AThreadThatEndedIsNoReason) {
    const WorkerProgress ended{.place = WorkerPlace::ended, .since = start};
    EXPECT_EQ(health(ended, start + seconds{3600}, seconds{1}), BusHealth::good);
}

TEST(WatchdogTest, IsFedFourTimesAnInterval) {
    Watchdog watchdog{seconds{30}};
    EXPECT_EQ(watchdog.period(), milliseconds{7500});
    EXPECT_TRUE(watchdog.due(start, false));
    EXPECT_FALSE(watchdog.due(start + milliseconds{7499}, false));
    EXPECT_TRUE(watchdog.due(start + milliseconds{7500}, false));
}

TEST(WatchdogTest, IsNotFedWhileSomethingStallsAndAtOnceAfterwards) {
    Watchdog watchdog{seconds{30}};
    EXPECT_TRUE(watchdog.due(start, false));
    EXPECT_FALSE(watchdog.due(start + seconds{20}, true));
    EXPECT_TRUE(watchdog.due(start + seconds{21}, false));
}

TEST(WatchdogTest, IsNeverFedWhereNobodyWatches) {
    Watchdog watchdog{std::nullopt};
    EXPECT_FALSE(watchdog.is_on());
    EXPECT_FALSE(watchdog.due(start, false));
    EXPECT_EQ(watchdog.period(), seconds{10});
}

}  // namespace opticward::test
