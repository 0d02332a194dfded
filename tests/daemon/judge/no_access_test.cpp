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

TEST(JudgeNoAccessTest, APortThatThisHostHasNoWayToReadIsNoNews) {
    OnePort port;
    for (std::uint32_t failures = 1; failures < 10; ++failures) {
        Reading unread = samples::empty_cage(after(failures * 30s));
        unread.state = PortState::no_access;
        unread.fault = drivers::Fault::not_supported;
        unread.failures_in_row = failures;
        port.take(unread);
    }
    EXPECT_TRUE(of_kind(port.all, EventKind::raise).empty());
    EXPECT_EQ(port.snapshot(after(270s))->state, PortState::no_access);
    EXPECT_EQ(port.snapshot(after(270s))->fault, drivers::Fault::not_supported);
}

}  // namespace
}  // namespace opticward::daemon
