#include "daemon/judge/levels.h"

#include <gtest/gtest.h>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;

const cmis::Limits<double> limits{.high_alarm = 75, .low_alarm = -5, .high_warning = 70, .low_warning = 0};
const MonitorRow& temperature = monitors[static_cast<std::size_t>(MonitorId::temperature)];
const MonitorRow& bias = monitors[static_cast<std::size_t>(MonitorId::tx_bias)];
const MonitorRow& received = monitors[static_cast<std::size_t>(MonitorId::rx_power)];

TEST(ClassifyTest, AValueBetweenTheWarningsIsNormal) {
    EXPECT_EQ(classify(41.5, limits), (Crossing{Level::normal, Bound::none}));
    EXPECT_EQ(classify(69.99, limits), (Crossing{Level::normal, Bound::none}));
    EXPECT_EQ(classify(0.01, limits), (Crossing{Level::normal, Bound::none}));
}

TEST(ClassifyTest, AValueAtALimitIsBeyondIt) {
    EXPECT_EQ(classify(70, limits), (Crossing{Level::warning, Bound::high}));
    EXPECT_EQ(classify(75, limits), (Crossing{Level::alarm, Bound::high}));
    EXPECT_EQ(classify(0, limits), (Crossing{Level::warning, Bound::low}));
    EXPECT_EQ(classify(-5, limits), (Crossing{Level::alarm, Bound::low}));
}

TEST(ClassifyTest, AnAlarmIsNotAlsoAWarning) {
    EXPECT_EQ(classify(99, limits), (Crossing{Level::alarm, Bound::high}));
    EXPECT_EQ(classify(-30, limits), (Crossing{Level::alarm, Bound::low}));
}

TEST(JudgedLimitsTest, TemperatureClearsTwoDegreesInside) {
    const JudgedLimits judged = judged_limits(temperature, limits, JudgeSettings{});
    EXPECT_DOUBLE_EQ(judged.inside.high_warning, 68);
    EXPECT_DOUBLE_EQ(judged.inside.high_alarm, 73);
    EXPECT_DOUBLE_EQ(judged.inside.low_warning, 2);
    EXPECT_DOUBLE_EQ(judged.inside.low_alarm, -3);
}

TEST(JudgedLimitsTest, BiasClearsTwoPercentInside) {
    const JudgedLimits judged = judged_limits(
        bias, {.high_alarm = 0.015, .low_alarm = 0.003, .high_warning = 0.010, .low_warning = 0.005}, JudgeSettings{});
    EXPECT_NEAR(judged.inside.high_warning, 0.0098, 1e-9);
    EXPECT_NEAR(judged.inside.low_warning, 0.0051, 1e-9);
}

TEST(JudgedLimitsTest, LightClearsHalfADecibelInside) {
    // 1 mW is 0 dBm and 0.891 mW is -0.5 dBm; 0.1 mW is -10 dBm and 0.1122 mW is -9.5 dBm.
    const JudgedLimits judged = judged_limits(
        received, {.high_alarm = 0.002, .low_alarm = 0.00005, .high_warning = 0.001, .low_warning = 0.0001},
        JudgeSettings{});
    EXPECT_NEAR(judged.inside.high_warning, 0.000891, 1e-6);
    EXPECT_NEAR(judged.inside.low_warning, 0.0001122, 1e-7);
}

TEST(JudgedLimitsTest, ALowLimitOfZeroIsNoLimitOfLight) {
    const JudgedLimits judged = judged_limits(
        received, {.high_alarm = 0.002, .low_alarm = 0, .high_warning = 0.001, .low_warning = 0}, JudgeSettings{});
    EXPECT_EQ(classify(0, judged.limits).level, Level::normal);
}

TEST(JudgedLimitsTest, ALowLimitOfZeroDegreesIsALimit) {
    const JudgedLimits judged = judged_limits(temperature, limits, JudgeSettings{});
    EXPECT_EQ(classify(-1, judged.limits).level, Level::warning);
}

TEST(JudgedLimitsTest, ANarrowWindowCanBeLeftAgain) {
    const JudgedLimits judged = judged_limits(
        temperature, {.high_alarm = 21, .low_alarm = 19, .high_warning = 20.5, .low_warning = 19.5}, JudgeSettings{});
    LevelTracker tracker;
    tracker.take(21, judged, SteadyTime{0s}, 60s);
    tracker.take(20, judged, SteadyTime{10s}, 60s);
    EXPECT_EQ(tracker.take(20, judged, SteadyTime{70s}, 60s)->after.level, Level::normal);
}

class LevelTrackerTest : public testing::Test {
protected:
    std::optional<LevelChange> take(double value, std::chrono::seconds at) {
        return tracker_.take(value, judged_, SteadyTime{at}, 60s);
    }

    JudgedLimits judged_ = judged_limits(temperature, limits, JudgeSettings{});
    LevelTracker tracker_;
};

TEST_F(LevelTrackerTest, RaisesAtOnce) {
    const auto change = take(70.1, 0s);
    ASSERT_TRUE(change);
    EXPECT_TRUE(change->raised);
    EXPECT_EQ(change->after, (Crossing{Level::warning, Bound::high}));
}

TEST_F(LevelTrackerTest, SaysNothingTwice) {
    take(70.1, 0s);
    EXPECT_FALSE(take(70.2, 10s));
}

TEST_F(LevelTrackerTest, DoesNotClearJustBelowTheLimit) {
    take(70.1, 0s);
    EXPECT_FALSE(take(68.5, 10s));
    EXPECT_FALSE(take(68.5, 600s));
    EXPECT_EQ(tracker_.current().level, Level::warning);
}

TEST_F(LevelTrackerTest, ClearsAfterSixtySecondsInside) {
    take(70.1, 0s);
    EXPECT_FALSE(take(66, 10s));
    EXPECT_FALSE(take(66, 69s));
    const auto change = take(66, 70s);
    ASSERT_TRUE(change);
    EXPECT_FALSE(change->raised);
    EXPECT_EQ(change->after.level, Level::normal);
}

TEST_F(LevelTrackerTest, ALookOutsideStartsTheWaitAgain) {
    take(70.1, 0s);
    take(66, 10s);
    take(69, 60s);
    EXPECT_FALSE(take(66, 75s));
    EXPECT_FALSE(take(66, 130s));
    EXPECT_TRUE(take(66, 135s));
}

TEST_F(LevelTrackerTest, AnAlarmEasesToAWarning) {
    take(76, 0s);
    take(72, 10s);
    const auto change = take(72, 70s);
    ASSERT_TRUE(change);
    EXPECT_FALSE(change->raised);
    EXPECT_EQ(change->after, (Crossing{Level::warning, Bound::high}));
}

TEST_F(LevelTrackerTest, TheOtherBoundIsANewRaise) {
    take(70.1, 0s);
    const auto change = take(-1, 10s);
    ASSERT_TRUE(change);
    EXPECT_TRUE(change->raised);
    EXPECT_EQ(change->after, (Crossing{Level::warning, Bound::low}));
}

TEST(BelievableTest, WhatNoModuleCanBeIsNotJudged) {
    EXPECT_TRUE(believable(temperature, 41.5));
    EXPECT_TRUE(believable(temperature, -0.5));
    EXPECT_FALSE(believable(temperature, -128));
    EXPECT_FALSE(believable(temperature, 126));
    EXPECT_FALSE(believable(temperature, 0));
    EXPECT_FALSE(believable(temperature, -1.0 / 256));
    EXPECT_TRUE(believable(received, 0));
    EXPECT_FALSE(believable(received, 0.0065535));
}

}  // namespace
}  // namespace opticward::daemon
