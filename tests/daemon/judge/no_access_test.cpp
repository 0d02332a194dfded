// Ports that this host cannot read: something to put right, or just how the host is.
#include "daemon/judge/judge.h"
#include "tests/daemon/judge/samples.h"

#include <chrono>
#include <gtest/gtest.h>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;
using samples::after;
using samples::of_kind;
using samples::OnePort;

TEST(JudgeNoAccessTest, APortThatThisHostMayNotReadIsToldAtOnce) {
    OnePort port;
    Reading unread = samples::empty_cage(after(0s));
    unread.state = PortState::no_access;
    unread.fault = drivers::Fault::permission;
    port.take(unread);
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].sentence, "This host cannot read swp7: permission.");
}

TEST(JudgeNoAccessTest, WhatStandsInTheWayIsSaid) {
    OnePort port;
    Reading unread = samples::empty_cage(after(0s));
    unread.state = PortState::no_access;
    unread.fault = drivers::Fault::driver_bound;
    unread.explanation = "the kernel driver optoe1 is bound to 0x50 of i2c-7";
    port.take(unread);
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].sentence, "This host cannot read swp7: the kernel driver optoe1 is bound to 0x50 of i2c-7.");
    EXPECT_EQ(port.snapshot(after(1s))->explanation, "the kernel driver optoe1 is bound to 0x50 of i2c-7");
}

PortSettings network_port(const std::string& name) {
    PortSettings settings = samples::port(name);
    settings.source = "ethtool";
    return settings;
}

TEST(JudgeNoAccessTest, APortThatThisHostHasNoWayToReadIsToldOnceAndIsNoAlert) {
    OnePort port{network_port("ib0")};
    for (std::uint32_t failures = 1; failures < 10; ++failures) {
        Reading unread = samples::empty_cage(after(failures * 30s));
        unread.state = PortState::no_access;
        unread.fault = drivers::Fault::not_supported;
        unread.explanation = "ib0 is an InfiniBand device, and its driver reads no modules";
        unread.failures_in_row = failures;
        port.take(unread);
    }
    EXPECT_TRUE(of_kind(port.all, EventKind::raise).empty());
    const auto told = of_kind(port.all, EventKind::state);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].sentence,
              "This host cannot read ib0: ib0 is an InfiniBand device, and its driver reads no modules.");
    EXPECT_EQ(port.snapshot(after(270s))->state, PortState::no_access);
    EXPECT_EQ(port.snapshot(after(270s))->fault, drivers::Fault::not_supported);
}

TEST(JudgeNoAccessTest, AnAdapterThatRefusesEverythingIsTold) {
    OnePort port;
    Reading unread = samples::empty_cage(after(0s));
    unread.state = PortState::no_access;
    unread.fault = drivers::Fault::not_supported;
    unread.explanation = "the adapter i2c-7 reads nothing";
    port.take(unread);
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].sentence, "This host cannot read swp7: the adapter i2c-7 reads nothing.");
}

TEST(JudgeCageTest, AModuleThatTheBoardHoldsInResetIsNotCalledBroken) {
    OnePort port;
    port.take(samples::reading(samples::sr4(), after(0s)));
    for (std::uint32_t failures = 1; failures <= 3; ++failures) {
        Reading silent = samples::failed_reading(samples::sr4(), after(failures * 10s), failures);
        silent.cage.in_reset = true;
        port.take(silent);
    }
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].sentence, "The module in swp7 is held in reset by the board.");
}

TEST(JudgeCageTest, APresenceLineOfNoUseIsTold) {
    OnePort port;
    Reading unknown = samples::reading(samples::sr4(), after(0s));
    unknown.presence_problem = "there is no /sys/present_7";
    port.take(unknown);
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].sentence, "The presence line of swp7 is of no use: there is no /sys/present_7.");
    port.take(samples::reading(samples::sr4(), after(10s)));
    EXPECT_EQ(of_kind(port.all, EventKind::clear).size(), 1U);
}

TEST(JudgeCageTest, AnEmptyCageWithAPresenceLineOfNoUseIsNoNews) {
    OnePort port;
    Reading unknown = samples::empty_cage(after(0s));
    unknown.presence_problem = "there is no /sys/present_7";
    port.take(unknown);
    unknown.at = after(10s);
    port.take(unknown);
    EXPECT_TRUE(port.all.empty());
}

TEST(JudgeCageTest, WhatTheBoardSaidLongAgoIsForgotten) {
    OnePort port;
    Reading read = samples::reading(samples::sr4(), after(0s));
    read.cage = {.in_reset = false, .low_power = {}, .temperature = cmis::Celsius{44}};
    port.take(read);
    EXPECT_EQ(port.snapshot(after(20s))->cage, read.cage);
    EXPECT_EQ(port.snapshot(after(31s))->cage, CageState{});
}

Reading unread_with_dump(std::chrono::seconds at, std::string problem) {
    Reading unread = samples::empty_cage(after(at));
    unread.state = PortState::no_access;
    unread.fault = drivers::Fault::not_supported;
    unread.evidence_problem = std::move(problem);
    if (unread.evidence_problem.empty()) unread.evidence = std::make_shared<const drivers::Evidence>();
    return unread;
}

TEST(JudgeDumpTest, ADumpThatCannotBeReadIsToldOnceAndClearedWhenItCan) {
    OnePort port{network_port("swp7")};
    port.take(unread_with_dump(0s, "/dump.txt:3: 'zz' is no byte"));
    port.take(unread_with_dump(10s, "/dump.txt:3: 'zz' is no byte"));
    const auto raised = of_kind(port.all, EventKind::raise);
    ASSERT_EQ(raised.size(), 1U);
    EXPECT_EQ(raised[0].severity, Severity::warning);
    EXPECT_EQ(raised[0].sentence, "The dump for swp7 cannot be read: /dump.txt:3: 'zz' is no byte.");
    ASSERT_TRUE(raised[0].alert);
    EXPECT_EQ(raised[0].alert.value_or(Alert{}).id, "swp7/configuration");
    EXPECT_EQ(raised[0].alert.value_or(Alert{}).kind, "configuration");

    port.take(unread_with_dump(20s, ""));
    const auto cleared = of_kind(port.all, EventKind::clear);
    ASSERT_EQ(cleared.size(), 1U);
    EXPECT_EQ(cleared[0].sentence, "The dump for swp7 can be read.");
    EXPECT_TRUE(port.snapshot(after(20s))->alerts.empty());
}

TEST(JudgeDumpTest, ADumpIsNoLongerNeededWhereTheModuleIsRead) {
    OnePort port{network_port("swp7")};
    port.take(unread_with_dump(0s, "/dump.txt: No such file or directory"));
    Reading paused = samples::empty_cage(after(10s));
    paused.state = PortState::paused;
    port.take(paused);
    EXPECT_TRUE(of_kind(port.all, EventKind::clear).empty());
    port.take(samples::reading(samples::sr4(), after(20s)));
    const auto cleared = of_kind(port.all, EventKind::clear);
    ASSERT_EQ(cleared.size(), 1U);
    EXPECT_EQ(cleared[0].sentence, "The dump for swp7 is no longer needed.");
}

}  // namespace
}  // namespace opticward::daemon
