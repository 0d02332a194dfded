#include "daemon/publish/dbus/changes.h"

#include <gtest/gtest.h>
#include <limits>

namespace opticward::daemon::bus {
namespace {

using Names = std::vector<std::string>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

MonitorProperties module_at(double celsius) {
    MonitorProperties properties;
    properties.values = {{{celsius}, {3.3}, {0.007, 0.007}, {0.001, 0.001}, {0.0005, 0.0005}}};
    return properties;
}

TEST(DeadBandTest, ATemperatureIsToldBeyondHalfADegree) {
    EXPECT_FALSE(moved(Hysteresis::celsius, 40.0, 40.5));
    EXPECT_TRUE(moved(Hysteresis::celsius, 40.0, 40.51));
    EXPECT_TRUE(moved(Hysteresis::celsius, 40.0, 39.49));
}

TEST(DeadBandTest, AVoltageIsToldBeyondTenMillivolts) {
    EXPECT_FALSE(moved(Hysteresis::volts, 3.3, 3.309));
    EXPECT_TRUE(moved(Hysteresis::volts, 3.3, 3.311));
}

TEST(DeadBandTest, ABiasIsToldBeyondOnePercent) {
    EXPECT_FALSE(moved(Hysteresis::ratio_of_limit, 0.007, 0.00706));
    EXPECT_TRUE(moved(Hysteresis::ratio_of_limit, 0.007, 0.00708));
}

TEST(DeadBandTest, ABiasThatStartsFromZeroIsTold) {
    EXPECT_TRUE(moved(Hysteresis::ratio_of_limit, 0.0, 0.000002));
    EXPECT_TRUE(moved(Hysteresis::ratio_of_limit, 0.000002, 0.0));
    EXPECT_FALSE(moved(Hysteresis::ratio_of_limit, 0.0, 0.0));
}

TEST(DeadBandTest, LightIsToldBeyondATenthOfADecibel) {
    EXPECT_FALSE(moved(Hysteresis::decibels, 0.001, 0.00102));  // 0.086 dB
    EXPECT_TRUE(moved(Hysteresis::decibels, 0.001, 0.00103));   // 0.128 dB
    EXPECT_TRUE(moved(Hysteresis::decibels, 0.001, 0.00097));
}

TEST(DeadBandTest, LightThatGoesOutOrComesBackIsTold) {
    EXPECT_TRUE(moved(Hysteresis::decibels, 1e-7, 0.0));
    EXPECT_TRUE(moved(Hysteresis::decibels, 0.0, 1e-7));
    EXPECT_FALSE(moved(Hysteresis::decibels, 0.0, 0.0));
}

TEST(DeadBandTest, AValueThatComesOrGoesIsTold) {
    EXPECT_TRUE(moved(Hysteresis::celsius, nan, 40.0));
    EXPECT_TRUE(moved(Hysteresis::celsius, 40.0, nan));
    EXPECT_FALSE(moved(Hysteresis::celsius, nan, nan));
}

TEST(ChangesTest, NothingIsToldOfTheSameMonitors) {
    MonitorProperties told = module_at(40);
    EXPECT_EQ(tell(told, module_at(40)), Names{});
}

TEST(ChangesTest, WhatStaysWithinItsBandIsNotToldBesideWhatMoved) {
    MonitorProperties told = module_at(40);
    MonitorProperties now = module_at(41);
    now.values[1] = {3.305};
    EXPECT_EQ(tell(told, now), Names{"Temperature"});
}

TEST(ChangesTest, ASlowDriftIsToldOnceItPassedTheBand) {
    MonitorProperties told = module_at(40);
    EXPECT_EQ(tell(told, module_at(40.4)), Names{});
    EXPECT_EQ(tell(told, module_at(40.8)), Names{"Temperature"});
    EXPECT_EQ(tell(told, module_at(41.2)), Names{});
}

TEST(ChangesTest, OneLaneTellsTheArrayAndItsDbm) {
    MonitorProperties told = module_at(40);
    MonitorProperties now = module_at(40);
    now.values[4] = {0.0005, 0.0};
    EXPECT_EQ(tell(told, now), (Names{"RxPower", "RxPowerDbm"}));
}

TEST(ChangesTest, AnotherNumberOfLanesIsTold) {
    MonitorProperties told = module_at(40);
    MonitorProperties now = module_at(40);
    now.values[2] = {0.007};
    EXPECT_EQ(tell(told, now), Names{"TxBias"});
}

TEST(ChangesTest, StatesAndFlagsAreToldAtOnce) {
    MonitorProperties told = module_at(40);
    MonitorProperties now = module_at(40);
    now.states["temperature"] = {1};
    now.flags["rx_los"] = {false, true};
    now.data_path_states = {4, 4};
    EXPECT_EQ(tell(told, now), (Names{"MonitorStates", "Flags", "DataPathStates"}));
    EXPECT_EQ(tell(told, now), Names{});
}

TEST(ChangesTest, TheTimeOfASampleAloneIsNotTold) {
    MonitorProperties told = module_at(40);
    MonitorProperties now = module_at(40);
    now.sample_timestamp = 5;
    EXPECT_EQ(tell(told, now), Names{});
}

TEST(ChangesTest, OfAPortWhatChangedIsTold) {
    PortProperties told;
    PortProperties now;
    now.present = true;
    now.state = "ok";
    now.last_read_timestamp = 5;
    EXPECT_EQ(tell(told, now), (Names{"Present", "State"}));
    EXPECT_EQ(tell(told, now), Names{});
}

TEST(ChangesTest, OfTheManagerWhatChangedIsTold) {
    ManagerProperties told;
    ManagerProperties now;
    now.port_count = 32;
    now.severity = 3;
    now.last_poll_timestamp = 5;
    EXPECT_EQ(tell(told, now), (Names{"PortCount", "Severity"}));
}

}  // namespace
}  // namespace opticward::daemon::bus
