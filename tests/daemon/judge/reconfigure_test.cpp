// What is known of a port when the configuration changes: kept for a port that stays, whoever reads it from now on.
#include "tests/daemon/judge/samples.h"

#include <gtest/gtest.h>

namespace opticward::daemon {

namespace {

using samples::after;
using samples::port;
using samples::sr4;
using samples::start;
using std::chrono::seconds;

// Two ports with modules, first sweep done; swp2 is too hot.
class ReconfigureTest : public testing::Test {
protected:
    ReconfigureTest() : judge_{{port("swp1"), port("swp2")}, {}, start()} {
        take(0, sr4(), 1);
        cmis::Module hot = sr4();
        hot.live.temperature = cmis::Celsius{80};
        take(1, hot, 1);
        take(1, hot, 2);
    }

    std::vector<Event> take(std::size_t number, const cmis::Module& module, int second, std::uint64_t insertion = 1) {
        Reading taken = samples::reading_of_insertion(insertion, module, after(seconds{second}));
        taken.port = number;
        return judge_.take(taken, after(seconds{second}));
    }
    std::vector<Event> change(std::vector<NumberedPort> ports, int second) {
        return judge_.reconfigure(std::move(ports), {}, after(seconds{second}));
    }
    std::shared_ptr<const PortSnapshot> snapshot(std::size_t place, int second) {
        return judge_.board(after(seconds{second}))->ports.at(place);
    }

    Judge judge_;
};

}  // namespace

TEST_F(ReconfigureTest, APortThatStaysKeepsItsModuleAndItsAlerts) {
    EXPECT_TRUE(change({{.number = 1, .settings = port("swp2")}, {.number = 0, .settings = port("swp1")}}, 3).empty());
    EXPECT_EQ(snapshot(0, 3)->name, "swp2");
    EXPECT_EQ(snapshot(0, 3)->state, PortState::ok);
    EXPECT_EQ(snapshot(0, 3)->alerts.size(), 1U);
    EXPECT_EQ(snapshot(1, 3)->name, "swp1");
    EXPECT_TRUE(snapshot(1, 3)->alerts.empty());
}

TEST_F(ReconfigureTest, TheAlertsOfAPortThatIsGoneAreCleared) {
    const auto events = change({{.number = 0, .settings = port("swp1")}}, 3);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, EventKind::clear);
    EXPECT_EQ(events[0].port, "swp2");
    EXPECT_TRUE(events[0].sentence.starts_with("Closed because the port is no longer configured: "));
    EXPECT_EQ(judge_.board(after(seconds{3}))->ports.size(), 1U);
}

TEST_F(ReconfigureTest, ReadingsOfAnEarlierReaderAreIgnored) {
    change({{.number = 0, .settings = port("swp1")}, {.number = 7, .settings = port("swp2")}}, 3);
    EXPECT_TRUE(take(1, samples::hdr_copper(), 4, 9).empty());
    EXPECT_EQ(snapshot(1, 4)->facts->form_factor, "QSFP56");
    EXPECT_EQ(snapshot(1, 4)->alerts.size(), 1U);
}

TEST_F(ReconfigureTest, WhatIsKnownStaysUntilTheNewReaderHasFoundOutWhatIsThere) {
    change({{.number = 0, .settings = port("swp1")}, {.number = 7, .settings = port("swp2")}}, 3);
    Reading nothing_yet;
    nothing_yet.port = 7;
    nothing_yet.at = after(seconds{4});
    nothing_yet.state = PortState::unknown;
    EXPECT_TRUE(judge_.take(nothing_yet, after(seconds{4})).empty());
    EXPECT_EQ(snapshot(1, 4)->state, PortState::ok);
    EXPECT_EQ(snapshot(1, 4)->alerts.size(), 1U);
}

TEST_F(ReconfigureTest, TheSameModuleReadByAnotherReaderIsNoInsertion) {
    change({{.number = 0, .settings = port("swp1")}, {.number = 7, .settings = port("swp2")}}, 3);
    cmis::Module hot = sr4();
    hot.live.temperature = cmis::Celsius{80};
    EXPECT_TRUE(take(7, hot, 4, 5).empty());
    EXPECT_EQ(snapshot(1, 4)->alerts.size(), 1U);
    EXPECT_EQ(snapshot(1, 4)->insertion->number, 5U);
}

TEST_F(ReconfigureTest, AnotherModuleReadByAnotherReaderIsASwap) {
    change({{.number = 0, .settings = port("swp1")}, {.number = 7, .settings = port("swp2")}}, 3);
    cmis::Module other = sr4();
    other.identity.serial_number = "OTHER";
    const auto events = take(7, other, 4, 5);
    EXPECT_EQ(samples::of_kind(events, EventKind::remove).size(), 1U);
    EXPECT_EQ(samples::of_kind(events, EventKind::insert).size(), 1U);
    EXPECT_TRUE(snapshot(1, 4)->alerts.empty());
}

TEST_F(ReconfigureTest, CountersGoOnWhereTheEarlierReaderLeftThem) {
    Reading counted = samples::reading_of_insertion(1, sr4(), after(seconds{3}));
    counted.port = 0;
    counted.counters.reads = 40;
    counted.counters.insertions = 1;
    judge_.take(counted, after(seconds{3}));
    change({{.number = 8, .settings = port("swp1")}, {.number = 1, .settings = port("swp2")}}, 4);
    counted.port = 8;
    counted.counters.reads = 2;
    judge_.take(counted, after(seconds{5}));
    EXPECT_EQ(snapshot(0, 5)->counters.reads, 42U);
    EXPECT_EQ(snapshot(0, 5)->counters.insertions, 1U);
}

TEST_F(ReconfigureTest, ANewPortStartsUnknown) {
    change({{.number = 0, .settings = port("swp1")},
            {.number = 1, .settings = port("swp2")},
            {.number = 9, .settings = port("swp3")}},
           3);
    EXPECT_EQ(snapshot(2, 3)->state, PortState::unknown);
    EXPECT_EQ(samples::of_kind(take(9, sr4(), 4), EventKind::insert).size(), 1U);
}

TEST_F(ReconfigureTest, AnotherLabelAndProtocolShowAtOnce) {
    PortSettings renamed = port("swp1");
    renamed.label = "Rack 3";
    renamed.expected_protocol = drivers::LinkLayer::infiniband;
    change({{.number = 0, .settings = renamed}, {.number = 1, .settings = port("swp2")}}, 3);
    EXPECT_EQ(snapshot(0, 3)->label, "Rack 3");
    EXPECT_EQ(snapshot(0, 3)->expected_protocol, "infiniband");
}

}  // namespace opticward::daemon
