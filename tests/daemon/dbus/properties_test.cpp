#include "daemon/publish/dbus/module_properties.h"
#include "daemon/publish/dbus/monitor_properties.h"
#include "daemon/publish/dbus/port_properties.h"
#include "tests/daemon/judge/samples.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace opticward::daemon::bus {
namespace {

using std::chrono::seconds;
using Numbers = std::vector<double>;
using States = std::vector<std::uint32_t>;

PortSnapshot snapshot_of(const cmis::Module& module) {
    samples::OnePort port;
    port.take(samples::reading(module, samples::start()));
    return *port.snapshot(samples::start());
}

cmis::Module with(cmis::Module module, const cmis::Live& live) {
    module.live = live;
    return module;
}

ModuleProperties properties_of(const PortSnapshot& port) {
    return module_properties(*port.insertion, *port.facts);
}

TEST(MonitorPropertiesTest, AHealthyModuleShowsWhatItMeasured) {
    const auto properties = monitor_properties(snapshot_of(with(samples::sr4(), samples::healthy())));
    EXPECT_DOUBLE_EQ(properties.value(MonitorId::temperature), 41.5);
    EXPECT_DOUBLE_EQ(properties.value(MonitorId::supply_voltage), 3.295);
    EXPECT_EQ(properties.lanes(MonitorId::tx_bias), (Numbers{0.007, 0.007, 0.007, 0.007}));
    EXPECT_EQ(properties.lanes(MonitorId::tx_power), (Numbers{0.0011, 0.0011, 0.0011, 0.0011}));
    EXPECT_EQ(properties.lanes(MonitorId::rx_power), (Numbers{0.001, 0.001, 0.001, 0.001}));
    EXPECT_EQ(properties.supported,
              (std::vector<std::string>{"temperature", "supply_voltage", "tx_bias", "tx_power", "rx_power"}));
}

TEST(MonitorPropertiesTest, StatesAreThoseOfTheJudge) {
    cmis::Live hot = samples::healthy();
    hot.temperature = cmis::Celsius{72};
    const auto properties = monitor_properties(snapshot_of(with(samples::sr4(), hot)));
    EXPECT_EQ(properties.states.at("temperature"), States{1});
    EXPECT_EQ(properties.states.at("rx_power"), (States{0, 0, 0, 0}));
}

TEST(MonitorPropertiesTest, ThresholdsAreTheModulesOwn) {
    const auto properties = monitor_properties(snapshot_of(with(samples::sr4(), samples::healthy())));
    const auto limits = properties.thresholds.at("temperature");
    EXPECT_DOUBLE_EQ(limits.high_alarm, 75);
    EXPECT_DOUBLE_EQ(limits.high_warning, 70);
    EXPECT_DOUBLE_EQ(limits.low_warning, 0);
    EXPECT_DOUBLE_EQ(limits.low_alarm, -5);
}

TEST(MonitorPropertiesTest, WhatIsTooOldIsNotANumberAndNotJudged) {
    PortSnapshot port = snapshot_of(with(samples::sr4(), samples::healthy()));
    port.stale = true;
    const auto properties = monitor_properties(port);
    EXPECT_TRUE(std::isnan(properties.value(MonitorId::temperature)));
    ASSERT_EQ(properties.lanes(MonitorId::rx_power).size(), 4U);
    EXPECT_TRUE(std::isnan(properties.lanes(MonitorId::rx_power)[3]));
    EXPECT_EQ(properties.states.at("rx_power"), (States{255, 255, 255, 255}));
    EXPECT_EQ(module_state(port), 0U);
}

TEST(MonitorPropertiesTest, ACopperCableHasNoMonitorsAndNoNumbers) {
    const auto properties = monitor_properties(snapshot_of(samples::hdr_copper()));
    EXPECT_TRUE(properties.states.empty() || !properties.states.contains("tx_bias"));
    for (const double bias : properties.lanes(MonitorId::tx_bias)) {
        EXPECT_TRUE(std::isnan(bias));
    }
    EXPECT_TRUE(properties.data_path_states.empty());
}

TEST(MonitorPropertiesTest, OneLaneOfLightIsOneValue) {
    EXPECT_EQ(monitor_properties(snapshot_of(samples::single_lane())).lanes(MonitorId::tx_bias).size(), 1U);
}

TEST(MonitorPropertiesTest, AFlagIsShownFromWhenItWasFirstSet) {
    PortSnapshot port = snapshot_of(with(samples::sr4(), samples::healthy()));
    EXPECT_TRUE(monitor_properties(port).flags.empty());
    port.flags.lanes[2].record(cmis::LaneFlag::rx_los, true);
    EXPECT_EQ(monitor_properties(port).flags.at("rx_los"), (std::vector<bool>{false, false, true, false}));
    port.flags.lanes[2].record(cmis::LaneFlag::rx_los, false);
    port.flag_events["rx_los"] = 1;
    EXPECT_EQ(monitor_properties(port).flags.at("rx_los"), (std::vector<bool>{false, false, false, false}));
}

TEST(MonitorPropertiesTest, AFlagOfTheModuleIsOneValue) {
    PortSnapshot port = snapshot_of(with(samples::sr4(), samples::healthy()));
    port.flags.module.record(cmis::ModuleFlag::temperature_high_alarm, true);
    EXPECT_EQ(monitor_properties(port).flags.at("temperature_high_alarm"), std::vector<bool>{true});
}

TEST(MonitorPropertiesTest, DataPathStatesAreThoseOfTheHostLanes) {
    PortSnapshot port = snapshot_of(samples::cmis_ethernet());
    ASSERT_TRUE(port.live);
    port.live->lanes[0].data_path_state = cmis::DataPathState::activated;
    const auto states = monitor_properties(port).data_path_states;
    ASSERT_FALSE(states.empty());
    EXPECT_EQ(states[0], 4U);
}

TEST(MonitorPropertiesTest, DarknessIsMinusInfinityInDbm) {
    const auto list = dbm({0.001, 0.0, std::numeric_limits<double>::quiet_NaN()});
    ASSERT_EQ(list.size(), 3U);
    EXPECT_DOUBLE_EQ(list[0], 0);
    EXPECT_EQ(list[1], -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(list[2]));
}

TEST(MonitorPropertiesTest, PropertiesAreCalledAsTheMonitors) {
    EXPECT_EQ(property_name(monitors[0]), "Temperature");
    EXPECT_EQ(property_name(monitors[1]), "SupplyVoltage");
    EXPECT_EQ(property_name(monitors[4]), "RxPower");
}

TEST(ModulePropertiesTest, AnOpticSaysWhatItIs) {
    const auto properties = properties_of(snapshot_of(samples::sr4()));
    EXPECT_EQ(properties.management_interface, "SFF-8636");
    EXPECT_EQ(properties.media_type, "optical");
    EXPECT_EQ(properties.supported_modes, 1U);
    EXPECT_EQ(properties.lane_count, 4U);
    EXPECT_TRUE(std::isnan(properties.cable_length));
}

TEST(ModulePropertiesTest, SupportedModesHaveABitForEachProtocol) {
    EXPECT_EQ(properties_of(snapshot_of(samples::hdr_copper())).supported_modes, 2U);
    EXPECT_EQ(properties_of(snapshot_of(samples::dual_copper())).supported_modes, 3U);
}

TEST(ModulePropertiesTest, ACmisModuleListsItsApplications) {
    const auto properties = properties_of(snapshot_of(samples::cmis_infiniband()));
    EXPECT_EQ(properties.management_interface, "CMIS");
    ASSERT_EQ(properties.applications.size(), 2U);
    EXPECT_EQ(*properties.applications[0].find("number"), cmis::Value{1});
    EXPECT_EQ(*properties.applications[0].find("host_interface"), cmis::Value{"IB HDR"});
    EXPECT_EQ(*properties.applications[0].find("host_lanes"), cmis::Value{4});
}

TEST(PortPropertiesTest, APortSaysWhatIsInIt) {
    PortSnapshot port = snapshot_of(with(samples::sr4(), samples::healthy()));
    port.expected_protocol = "infiniband";
    port.port_protocol = "ethernet";
    const auto properties = port_properties(port);
    EXPECT_EQ(properties.name, "swp7");
    EXPECT_TRUE(properties.present);
    EXPECT_EQ(properties.module, "/alt/opticward/Transceivers1/ports/swp7/module");
    EXPECT_EQ(properties.state, "ok");
    EXPECT_EQ(properties.expected_mode, 2U);
    EXPECT_EQ(properties.actual_mode, 1U);
    EXPECT_EQ(properties.last_error, "");
}

TEST(PortPropertiesTest, AnEmptyPortHasNoModule) {
    samples::OnePort port;
    port.take(samples::empty_cage(samples::start()));
    const auto properties = port_properties(*port.snapshot(samples::start()));
    EXPECT_FALSE(properties.present);
    EXPECT_EQ(properties.module, "/");
    EXPECT_EQ(properties.state, "empty");
}

TEST(PortPropertiesTest, AFailedReadSaysWhy) {
    PortSnapshot port = snapshot_of(samples::sr4());
    port.fault = drivers::Fault::timeout;
    port.failures_in_row = 3;
    const auto properties = port_properties(port);
    EXPECT_EQ(properties.last_error, "timeout");
    EXPECT_EQ(properties.consecutive_failures, 3U);
}

TEST(PortPropertiesTest, TheVerdictIsThatOfTheProtocol) {
    PortSnapshot port = snapshot_of(samples::sr4());
    port.verdicts = {Verdict{.axis = "host", .kind = VerdictKind::match},
                     Verdict{.axis = "protocol", .kind = VerdictKind::mismatch, .reason = "declares_nothing"}};
    EXPECT_EQ(port_properties(port).mode_verdict, 2U);
    EXPECT_EQ(port_properties(port).mode_reason, "declares_nothing");
}

TEST(PortPropertiesTest, TextsCanBeSentWhateverTheyHold) {
    PortSnapshot port;
    port.label = "cage\xFF";
    EXPECT_EQ(port_properties(port).label, "cage\xEF\xBF\xBD");
}

TEST(ManagerPropertiesTest, TheBoardIsCounted) {
    PortSnapshot hot = snapshot_of(samples::sr4());
    hot.alerts.resize(2);
    hot.alerts[0].severity = Severity::warning;
    hot.alerts[1].severity = Severity::critical;
    PortSnapshot empty;
    empty.state = PortState::empty;
    Board board;
    board.ports = {std::make_shared<PortSnapshot>(hot), std::make_shared<PortSnapshot>(empty)};
    const auto properties = manager_properties(board);
    EXPECT_EQ(properties.port_count, 2U);
    EXPECT_EQ(properties.present_count, 1U);
    EXPECT_EQ(properties.active_alert_count, 2U);
    EXPECT_EQ(properties.severity, 3U);
}

}  // namespace
}  // namespace opticward::daemon::bus
