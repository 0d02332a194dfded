#include "daemon/judge/judge.h"

#include "tests/daemon/judge/samples.h"

#include <gtest/gtest.h>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;
using samples::after;
using samples::of_kind;
using samples::OnePort;
using samples::reading;

std::string field(const Event& event, std::string_view key) {
    for (const EventField& field : event.fields) {
        if (field.key == key) return field.value;
    }
    return {};
}

cmis::Module sr4_at(double celsius) {
    cmis::Module module = samples::sr4();
    module.live.temperature = cmis::Celsius{celsius};
    return module;
}

cmis::Module sr4_dark_on_lane_3() {
    cmis::Module module = samples::sr4();
    module.live.lanes[2].rx_power = cmis::Watts{0};
    module.live.lanes[2].flags.record(cmis::LaneFlag::rx_los, true);
    return module;
}

// Field report T8: one reading every 10 s.
TEST(JudgeTemperatureTest, ASeriesAroundALimitRaisesOnceAndClearsOnce) {
    OnePort port;
    auto at = 0s;
    for (const double celsius : {69.9, 70.1, 69.9, 70.1, 69.9, 70.1, 75.5, 66.0, 66.0, 66.0, 66.0, 66.0, 66.0, 66.0}) {
        port.take(reading(sr4_at(celsius), after(at)));
        at += 10s;
    }
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 2U);
    EXPECT_EQ(raised[0].severity, Severity::warning);
    EXPECT_EQ(field(raised[0], "threshold"), "70");
    EXPECT_EQ(raised[1].severity, Severity::critical);
    EXPECT_EQ(field(raised[1], "value"), "75.5");
    EXPECT_EQ(field(raised[1], "threshold"), "75");
    const auto cleared = of_kind(port.all, EventKind::clear);
    ASSERT_EQ(cleared.size(), 1U);
    EXPECT_EQ(field(cleared[0], "value"), "66");
    EXPECT_TRUE(of_kind(port.all, EventKind::update).empty());

    const auto snapshot = port.snapshot(after(at));
    EXPECT_EQ(snapshot->monitor_alerts.at("temperature warning high"), 1U);
    EXPECT_EQ(snapshot->monitor_alerts.at("temperature alarm high"), 1U);
    EXPECT_TRUE(snapshot->alerts.empty());
}

TEST(JudgeTemperatureTest, AnImpossibleSampleIsNotJudged) {
    OnePort port;
    port.take(reading(sr4_at(-128), after(0s)));
    EXPECT_TRUE(of_kind(port.all, EventKind::raise).empty());
    EXPECT_EQ(port.snapshot(after(0s))->levels.judged[0], 0U);
}

TEST(JudgeTemperatureTest, AnImpossibleSampleDoesNotEndAnAlarm) {
    OnePort port;
    port.take(reading(sr4_at(76), after(0s)));
    port.take(reading(sr4_at(-128), after(10s)));
    port.take(reading(sr4_at(-128), after(100s)));
    EXPECT_EQ(port.snapshot(after(100s))->alerts.size(), 1U);
}

TEST(JudgeTemperatureTest, TheAlertSaysWhatIsWrong) {
    OnePort port;
    port.take(reading(sr4_at(76), after(5s)));
    const Alert alert = port.snapshot(after(5s))->alerts.at(0);
    EXPECT_EQ(alert.id, "swp7/monitor/temperature");
    EXPECT_EQ(alert.kind, "monitor");
    EXPECT_EQ(alert.monitor, "temperature");
    EXPECT_FALSE(alert.lane);
    EXPECT_EQ(alert.severity, Severity::critical);
    EXPECT_EQ(alert.bound, Bound::high);
    EXPECT_EQ(alert.value, 76.0);
    EXPECT_EQ(alert.threshold, 75.0);
    EXPECT_EQ(alert.threshold_source, "module");
    EXPECT_EQ(alert.since, after(5s).wall);
    EXPECT_EQ(alert.count, 1U);
    EXPECT_EQ(alert.sentence, "The temperature of swp7 rose to 76.0 C; its high alarm is at 75.0 C.");
    EXPECT_FALSE(alert.remedy.empty());
}

// Field report T7.
TEST(JudgeThresholdsTest, LimitsThatCannotBeTrueAreNotJudged) {
    const cmis::Celsius zero{0};
    const cmis::Celsius unprogrammed{-1.0 / 256};
    for (const cmis::Limits<cmis::Celsius>& limits :
         {cmis::Limits<cmis::Celsius>{zero, zero, zero, zero},
          cmis::Limits<cmis::Celsius>{unprogrammed, unprogrammed, unprogrammed, unprogrammed},
          cmis::Limits<cmis::Celsius>{{70}, {70}, {70}, {70}}, cmis::Limits<cmis::Celsius>{{0}, {75}, {70}, {5}}}) {
        cmis::Module module = samples::sr4();
        module.thresholds.temperature = limits;
        OnePort port;
        port.take(reading(module, after(0s)));
        EXPECT_TRUE(of_kind(port.all, EventKind::raise).empty());
        EXPECT_EQ(port.snapshot(after(0s))->levels.judged[0], 0U);
    }
}

// Field report T6.
TEST(JudgeLaneTest, ADarkLaneRaisesItsPowerAndItsFlag) {
    OnePort port;
    port.take(reading(sr4_dark_on_lane_3(), after(0s)));
    const auto snapshot = port.snapshot(after(0s));
    ASSERT_EQ(snapshot->alerts.size(), 2U);
    EXPECT_EQ(snapshot->alerts[0].id, "swp7/flag/rx_los/3");
    EXPECT_EQ(snapshot->alerts[0].severity, Severity::warning);
    EXPECT_EQ(snapshot->alerts[0].lane, 3U);
    EXPECT_EQ(snapshot->alerts[1].id, "swp7/monitor/rx_power/3");
    EXPECT_EQ(snapshot->alerts[1].severity, Severity::critical);
    EXPECT_EQ(snapshot->alerts[1].bound, Bound::low);
    EXPECT_EQ(snapshot->alerts[1].sentence,
              "The received optical power of swp7 lane 3 fell to -40.00 dBm; its low alarm is at -11.00 dBm.");
    const auto rx_power = static_cast<std::size_t>(MonitorId::rx_power);
    EXPECT_EQ(snapshot->levels.rows[rx_power][2], Level::alarm);
    EXPECT_EQ(snapshot->levels.rows[rx_power][0], Level::normal);
}

TEST(JudgeLaneTest, ADarkLaneIsToldOnce) {
    OnePort port;
    for (auto at = 0s; at < 300s; at += 10s) {
        port.take(reading(sr4_dark_on_lane_3(), after(at)));
    }
    EXPECT_EQ(of_kind(port.all, EventKind::raise).size(), 2U);
    EXPECT_EQ(port.snapshot(after(300s))->flag_events.at("rx_los"), 1U);
}

TEST(JudgeLaneTest, LightThatReturnsClearsBothAfterAMinute) {
    OnePort port;
    port.take(reading(sr4_dark_on_lane_3(), after(0s)));
    port.take(reading(samples::sr4(), after(10s)));
    port.take(reading(samples::sr4(), after(59s)));
    EXPECT_EQ(port.snapshot(after(59s))->alerts.size(), 2U);
    port.take(reading(samples::sr4(), after(70s)));
    EXPECT_TRUE(port.snapshot(after(70s))->alerts.empty());
    EXPECT_EQ(of_kind(port.all, EventKind::clear).size(), 2U);
}

TEST(JudgeLaneTest, AFlagThatFlapsIsCountedEachTime) {
    OnePort port;
    for (auto at = 0s; at < 60s; at += 20s) {
        port.take(reading(sr4_dark_on_lane_3(), after(at)));
        port.take(reading(samples::sr4(), after(at + 10s)));
    }
    EXPECT_EQ(port.snapshot(after(60s))->flag_events.at("rx_los"), 3U);
}

TEST(JudgeLaneTest, AThresholdFlagIsCountedAndRaisesNothing) {
    cmis::Module module = samples::sr4();
    module.live.lanes[0].flags.record(cmis::LaneFlag::rx_power_low_alarm, true);
    OnePort port;
    port.take(reading(module, after(0s)));
    EXPECT_TRUE(port.snapshot(after(0s))->alerts.empty());
    EXPECT_EQ(port.snapshot(after(0s))->flag_events.at("rx_power_low_alarm"), 1U);
}

TEST(JudgeLaneTest, ATransmitterFaultIsCritical) {
    cmis::Module module = samples::sr4();
    module.live.lanes[1].flags.record(cmis::LaneFlag::tx_fault, true);
    OnePort port;
    port.take(reading(module, after(0s)));
    const auto alerts = port.snapshot(after(0s))->alerts;
    ASSERT_EQ(alerts.size(), 1U);
    EXPECT_EQ(alerts[0].id, "swp7/flag/tx_fault/2");
    EXPECT_EQ(alerts[0].severity, Severity::critical);
}

// Field report T9.
TEST(JudgeLaneTest, LanesThatAreNotThereRaiseNothing) {
    OnePort port;
    port.take(reading(samples::single_lane(), after(0s)));
    const auto snapshot = port.snapshot(after(0s));
    EXPECT_TRUE(snapshot->alerts.empty());
    EXPECT_EQ(snapshot->levels.judged[static_cast<std::size_t>(MonitorId::rx_power)], 1U);
    EXPECT_FALSE(snapshot->flag_events.contains("rx_los"));
}

TEST(JudgeLaneTest, APortThatIsSwitchedOffMayBeDark) {
    cmis::Module module = samples::sr4();
    for (std::size_t lane = 0; lane < 4; ++lane) {
        module.live.lanes[lane].rx_power = cmis::Watts{0};
        module.live.lanes[lane].tx_power = cmis::Watts{0};
        module.live.lanes[lane].tx_bias = cmis::Amperes{0.000002};
        module.live.lanes[lane].flags.record(cmis::LaneFlag::rx_los, true);
    }
    PortSettings settings = samples::port("swp7");
    settings.admin_up = false;
    OnePort port(settings);
    port.take(reading(module, after(0s)));
    EXPECT_TRUE(port.snapshot(after(0s))->alerts.empty());
}

TEST(JudgeModeTest, NoVerdictFromOneRead) {
    PortSettings settings = samples::port("swp7");
    settings.protocol = drivers::LinkLayer::infiniband;
    settings.admin_up = true;
    settings.link_up = false;
    OnePort port(settings);
    port.take(reading(samples::sr4(), after(0s), 1));
    EXPECT_TRUE(port.snapshot(after(0s))->verdicts.empty());
    EXPECT_TRUE(port.snapshot(after(0s))->alerts.empty());
    port.take(reading(samples::sr4(), after(10s), 2));
    EXPECT_EQ(port.snapshot(after(10s))->verdicts.at(0).kind, VerdictKind::mismatch);
    const Alert alert = port.snapshot(after(10s))->alerts.at(0);
    EXPECT_EQ(alert.kind, "link_mode_mismatch");
    EXPECT_EQ(alert.reason, "ethernet_module_in_ib_port");
    EXPECT_EQ(alert.severity, Severity::critical);
}

TEST(JudgeModeTest, WhatIsObservedWinsOverTheBoardFile) {
    PortSettings settings = samples::port("swp7");
    settings.protocol = drivers::LinkLayer::infiniband;
    OnePort port(settings);
    Reading seen = reading(samples::sr4(), after(0s));
    seen.host.link_layer = drivers::LinkLayer::ethernet;
    port.take(seen);
    EXPECT_EQ(port.snapshot(after(0s))->port_protocol, "ethernet");
    EXPECT_EQ(port.snapshot(after(0s))->verdicts.at(0).kind, VerdictKind::match);
}

TEST(JudgeModeTest, TheProofEndsWithTheInsertion) {
    PortSettings settings = samples::port("swp7");
    settings.protocol = drivers::LinkLayer::ethernet;
    settings.admin_up = true;
    OnePort port(settings);
    Reading up = samples::reading_of_insertion(1, samples::hdr_copper(), after(0s));
    up.host.link_up = true;
    Reading down = samples::reading_of_insertion(1, samples::hdr_copper(), after(10s));
    down.host.link_up = false;
    Reading other = samples::reading_of_insertion(2, samples::hdr_copper(), after(20s));
    other.host.link_up = false;
    port.take(up);
    port.take(down);
    EXPECT_EQ(port.snapshot(after(10s))->verdicts.at(0).reason, "proven_by_link");
    port.take(other);
    EXPECT_EQ(port.snapshot(after(20s))->verdicts.at(0).reason, "ib_module_in_ethernet_port");
}

TEST(JudgeModeTest, ALinkThatComesUpEndsTheMismatch) {
    PortSettings settings = samples::port("swp7");
    settings.protocol = drivers::LinkLayer::ethernet;
    OnePort port(settings);
    port.take(reading(samples::hdr_copper(), after(0s)));
    EXPECT_EQ(of_kind(port.all, EventKind::raise).size(), 1U);
    Reading up = reading(samples::hdr_copper(), after(10s));
    up.host.link_up = true;
    port.take(up);
    EXPECT_EQ(of_kind(port.all, EventKind::clear).size(), 1U);
    EXPECT_TRUE(port.snapshot(after(10s))->alerts.empty());
}

TEST(JudgeModeTest, AnUnexpectedPortModeIsItsOwnFinding) {
    PortSettings settings = samples::port("swp7");
    settings.protocol = drivers::LinkLayer::infiniband;
    settings.expected_protocol = drivers::LinkLayer::ethernet;
    OnePort port(settings);
    port.take(reading(samples::sr4(), after(0s)));
    const auto alerts = port.snapshot(after(0s))->alerts;
    ASSERT_EQ(alerts.size(), 1U);
    EXPECT_EQ(alerts[0].kind, "port_mode_unexpected");
    EXPECT_EQ(alerts[0].severity, Severity::critical);
}

TEST(JudgeModeTest, AWrongChecksumIsOneInfoFinding) {
    PortSettings settings = samples::port("swp7");
    settings.protocol = drivers::LinkLayer::infiniband;
    OnePort port(settings);
    for (const auto at : {0s, 10s, 20s}) {
        Reading suspect = reading(samples::sr4(), after(at));
        Insertion insertion = *suspect.insertion;
        insertion.checksums_ok = false;
        suspect.insertion = std::make_shared<const Insertion>(std::move(insertion));
        port.take(suspect);
    }
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].alert->kind, "checksum");
    EXPECT_EQ(raised[0].severity, Severity::info);
    EXPECT_EQ(port.snapshot(after(20s))->verdicts.at(0).kind, VerdictKind::unknown);
    EXPECT_EQ(port.snapshot(after(20s))->verdicts.at(0).reason, "checksum");
}

TEST(JudgeSilenceTest, AModuleThatFailsOnceIsNoNews) {
    OnePort port;
    port.take(reading(samples::sr4(), after(0s)));
    port.take(samples::failed_reading(samples::sr4(), after(10s), 1));
    port.take(samples::failed_reading(samples::sr4(), after(20s), 2));
    port.take(reading(samples::sr4(), after(30s)));
    EXPECT_TRUE(of_kind(port.all, EventKind::raise).empty());
}

TEST(JudgeSilenceTest, ASilentModuleAndItsReturnAreToldOnceEach) {
    OnePort port;
    port.take(reading(samples::sr4(), after(0s)));
    for (std::uint32_t failures = 1; failures < 10; ++failures) {
        port.take(samples::failed_reading(samples::sr4(), after(failures * 10s), failures));
    }
    port.take(reading(samples::sr4(), after(100s)));
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].alert->kind, "read");
    EXPECT_EQ(raised[0].severity, Severity::warning);
    EXPECT_EQ(raised[0].sentence, "The module in swp7 stopped answering: timeout.");
    EXPECT_EQ(field(raised[0], "reason"), "timeout");
    const auto cleared = of_kind(port.all, EventKind::clear);
    ASSERT_EQ(cleared.size(), 1U);
    EXPECT_EQ(cleared[0].sentence, "The module in swp7 answered again.");
}

TEST(JudgeSilenceTest, AFailedPollKeepsTheLastValues) {
    OnePort port;
    port.take(reading(samples::sr4(), after(0s)));
    port.take(samples::failed_reading(samples::sr4(), after(10s), 1));
    const auto snapshot = port.snapshot(after(10s));
    EXPECT_FALSE(snapshot->read_success);
    EXPECT_FALSE(snapshot->stale);
    EXPECT_EQ(snapshot->read_at->wall, after(0s).wall);
    EXPECT_EQ(snapshot->live->temperature->value, 41.5);
}

TEST(JudgeSilenceTest, ValuesAreStaleAfterThreePeriodsAndThirtySeconds) {
    OnePort slow;
    slow.take(reading(samples::sr4(), after(0s)));
    EXPECT_FALSE(slow.snapshot(after(30s))->stale);
    EXPECT_TRUE(slow.snapshot(after(31s))->stale);
    PortSettings fast_settings = samples::port("swp7");
    fast_settings.interval = 1s;
    OnePort fast(fast_settings);
    fast.take(reading(samples::sr4(), after(0s)));
    EXPECT_FALSE(fast.snapshot(after(30s))->stale);
    EXPECT_TRUE(fast.snapshot(after(31s))->stale);
}

// Field report T11.
TEST(JudgePresenceTest, ALineThatContradictsTheBusIsOneWarningUntilItAgrees) {
    OnePort port;
    for (int second = 0; second < 3; ++second) {
        Reading contradicted = reading(samples::sr4(), after(std::chrono::seconds{10 * second}));
        contradicted.presence_contradicted = true;
        port.take(contradicted);
    }
    port.take(reading(samples::sr4(), after(30s)));
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].alert->kind, "presence");
    EXPECT_EQ(raised[0].severity, Severity::warning);
    EXPECT_EQ(raised[0].sentence, "The presence line of swp7 says empty, but a module answers.");
    EXPECT_EQ(of_kind(port.all, EventKind::clear).size(), 1U);
}

TEST(JudgeInsertionTest, ASwapIsARemovalAndAnInsertion) {
    OnePort port;
    port.take(samples::reading_of_insertion(1, sr4_at(76), after(0s)));
    cmis::Module other = samples::sr4();
    other.identity.serial_number = "TST0000009";
    const auto events = port.take(samples::reading_of_insertion(2, other, after(10s)));
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0].kind, EventKind::clear);
    EXPECT_EQ(events[1].kind, EventKind::remove);
    EXPECT_EQ(field(events[1], "serial"), "TST0000001");
    EXPECT_EQ(events[2].kind, EventKind::insert);
    EXPECT_EQ(field(events[2], "serial"), "TST0000009");
    EXPECT_TRUE(port.snapshot(after(10s))->alerts.empty());
    EXPECT_TRUE(port.snapshot(after(10s))->monitor_alerts.empty());
}

TEST(JudgeInsertionTest, TheNewModuleIsJudgedByItsOwnLimits) {
    OnePort port;
    cmis::Module cooler = sr4_at(66);
    cooler.thresholds.temperature = cmis::Limits<cmis::Celsius>{{65}, {-5}, {60}, {0}};
    port.take(samples::reading_of_insertion(1, sr4_at(66), after(0s)));
    port.take(samples::reading_of_insertion(2, cooler, after(10s)));
    EXPECT_EQ(port.snapshot(after(10s))->alerts.at(0).threshold, 65.0);
}

TEST(JudgeInsertionTest, ARemovalLeavesNothingOfTheModule) {
    OnePort port;
    port.take(reading(sr4_at(76), after(0s)));
    port.take(samples::empty_cage(after(10s)));
    const auto snapshot = port.snapshot(after(10s));
    EXPECT_EQ(snapshot->state, PortState::empty);
    EXPECT_FALSE(snapshot->insertion);
    EXPECT_FALSE(snapshot->facts);
    EXPECT_FALSE(snapshot->live);
    EXPECT_FALSE(snapshot->read_at);
    EXPECT_TRUE(snapshot->alerts.empty());
    EXPECT_TRUE(snapshot->verdicts.empty());
}

TEST(JudgeInsertionTest, AHealthyModuleMakesNoEventButItsComing) {
    OnePort port;
    for (auto at = 0s; at < 600s; at += 10s) {
        port.take(reading(samples::sr4(), after(at)));
    }
    ASSERT_EQ(port.all.size(), 1U);
    EXPECT_EQ(port.all[0].kind, EventKind::insert);
    EXPECT_EQ(port.all[0].sentence, "A module came into swp7: QSFP56 EXAMPLE OPTICS EX-200-SR4.");
}

TEST(JudgeInsertionTest, BytesThatAreNoModuleAreOneFinding) {
    OnePort port;
    for (const auto at : {0s, 10s}) {
        Reading invalid;
        invalid.at = after(at);
        invalid.state = PortState::invalid;
        port.take(invalid);
    }
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].alert->kind, "identity");
    EXPECT_EQ(raised[0].severity, Severity::warning);
}

class FirstSweepTest : public testing::Test {
protected:
    std::vector<Event> take(std::size_t port, Reading reading) {
        reading.port = port;
        return judge_.take(reading, reading.at);
    }

    Judge judge_{
        {samples::port("swp1"), samples::port("swp2"), samples::port("swp3")}, JudgeSettings{}, samples::start()};
};

TEST_F(FirstSweepTest, IsOneSummaryInPlaceOfManyInsertions) {
    EXPECT_TRUE(take(0, reading(samples::sr4(), after(1s))).empty());
    EXPECT_TRUE(take(1, samples::empty_cage(after(1s))).empty());
    const auto events = take(2, reading(samples::sr4(), after(2s)));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, EventKind::sweep);
    EXPECT_EQ(field(events[0], "ports"), "3");
    EXPECT_EQ(field(events[0], "present"), "2");
    EXPECT_EQ(field(events[0], "ok"), "2");
    EXPECT_EQ(field(events[0], "empty"), "1");
    EXPECT_TRUE(judge_.first_sweep_done());
}

TEST_F(FirstSweepTest, ShowsWhatIsWrongAllTheSame) {
    const auto events = take(0, reading(sr4_at(76), after(1s)));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, EventKind::raise);
}

TEST_F(FirstSweepTest, IsNotHeldUpByAPortThatTellsNothing) {
    take(0, reading(samples::sr4(), after(1s)));
    EXPECT_TRUE(judge_.tick(after(19s)).empty());
    const auto events = judge_.tick(after(20s));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, EventKind::sweep);
    EXPECT_EQ(field(events[0], "unknown"), "2");
    EXPECT_TRUE(judge_.tick(after(21s)).empty());
}

TEST_F(FirstSweepTest, AModuleThatComesLaterIsAnInsertion) {
    take(0, reading(samples::sr4(), after(1s)));
    take(1, samples::empty_cage(after(1s)));
    take(2, samples::empty_cage(after(1s)));
    const auto events = take(1, reading(samples::sr4(), after(9s)));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, EventKind::insert);
    EXPECT_EQ(events[0].port, "swp2");
}

TEST_F(FirstSweepTest, AReadingOfAnUnknownPortIsIgnored) {
    EXPECT_TRUE(take(3, reading(samples::sr4(), after(1s))).empty());
    EXPECT_EQ(judge_.board(after(1s))->ports.size(), 3U);
}

TEST_F(FirstSweepTest, AnUnchangedPortSharesItsSnapshot) {
    take(0, reading(samples::sr4(), after(1s)));
    const auto before = judge_.board(after(1s));
    take(1, reading(samples::sr4(), after(2s)));
    const auto now = judge_.board(after(2s));
    EXPECT_EQ(before->ports[0], now->ports[0]);
    EXPECT_NE(before->ports[1], now->ports[1]);
}

}  // namespace
}  // namespace opticward::daemon
