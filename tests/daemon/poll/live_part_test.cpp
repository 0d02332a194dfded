// What changes: flags that clear on read, samples that are lost, values that cannot be.
#include "tests/daemon/poll/poller_bench.h"

namespace opticward::test {

using cmis::LaneFlag;
using cmis::ModuleFlag;
using daemon::PortState;

class LivePartTest : public PollerTest {};

TEST_F(LivePartTest, FlagsFromBeforeTheInsertionAreDiscarded) {
    cmis::MemoryMap image = image_a();
    put(image, cmis::lower(3), {0x0F});
    put(image, cmis::lower(6), {0x80});
    make(image);
    step();
    EXPECT_EQ(last().flags.lanes[0].raised, 0U);
    EXPECT_EQ(last().flags.module.raised, 0U);
}

TEST_F(LivePartTest, FlagsOfACmisModuleFromBeforeTheInsertionAreDiscardedToo) {
    cmis::MemoryMap image = image_c2();
    put_cmis_monitors(image);
    put(image, cmis::lower(9), {0x01});
    put(image, cmis::upper(0x11, 147), {0x0F});
    make(image);
    run_to(seconds{25});
    ASSERT_EQ(last().state, PortState::ok);
    for (const daemon::Reading& reading : sink_.all()) {
        EXPECT_EQ(reading.flags.lanes[0].raised, 0U);
        EXPECT_EQ(reading.flags.module.raised, 0U);
    }
}

TEST_F(LivePartTest, AFlagThatRisesLaterIsPublishedOnce) {
    make(image_a());
    run_to(seconds{5});
    put_byte(cmis::lower(3), 0x04);
    run_to(seconds{10});
    EXPECT_TRUE(last().flags.lanes[2].has(LaneFlag::rx_los));
    EXPECT_TRUE(last().live->lanes[2].flags.has(LaneFlag::rx_los));
    run_to(seconds{20});
    EXPECT_FALSE(last().flags.lanes[2].has(LaneFlag::rx_los));
}

TEST_F(LivePartTest, FlagsReadBeforeAFaultAreNotLost) {
    cmis::MemoryMap image = image_c2();
    put_cmis_monitors(image);
    make(image);
    run_to(seconds{5});
    put_byte(cmis::lower(9), 0x01);
    access_->fault = drivers::Fault::timeout;
    access_->only = cmis::upper_page(0x11);
    run_to(seconds{10});
    EXPECT_EQ(last().fault, drivers::Fault::timeout);
    EXPECT_TRUE(last().flags.module.has(ModuleFlag::temperature_high_alarm));
}

// T10 a: the module answers with another page than the one asked for.
TEST_F(LivePartTest, ARefusedPageLosesTheSampleAndIsAskedForAgain) {
    cmis::MemoryMap image = image_c2();
    put_cmis_monitors(image);
    make(image);
    run_to(seconds{5});
    const auto before = last().counters.page_mismatches;
    module().replace(image);  // shows page 00h again
    module().fail(drivers::SimulatedFault::stuck_page, seconds{12});
    run_to(seconds{10});
    EXPECT_FALSE(last().live);
    EXPECT_EQ(last().fault, drivers::Fault::page_refused);
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_GT(last().counters.page_mismatches, before);
    run_to(seconds{20});
    EXPECT_TRUE(last().live);
    EXPECT_EQ(last().insertion->number, 1U);
}

TEST_F(LivePartTest, APageRefusedThreeTimesInARowIsUnreadable) {
    cmis::MemoryMap image = image_c2();
    put_cmis_monitors(image);
    make(image);
    run_to(seconds{5});
    access_->fault = drivers::Fault::page_refused;
    access_->only = cmis::upper_page(0x11);
    run_to(seconds{20});
    EXPECT_EQ(last().state, PortState::ok);
    run_to(seconds{30});
    EXPECT_EQ(last().state, PortState::unreadable);
}

TEST_F(LivePartTest, OneBitThatFellOverIsNoFever) {
    make(image_a());
    // The second read finds the bit where it was.
    class Restoring final : public drivers::ModuleAccess {
    public:
        Restoring(drivers::ModuleAccess& inner, drivers::SimulatedModule& module) : inner_{inner}, module_{module} {}
        drivers::Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override {
            const auto done = inner_.read(range, out);
            if (range.page.lower && range.offset <= 22 && range.offset + range.size > 23) {
                module_.patch(cmis::lower(22), 0x29);
            }
            return done;
        }

    private:
        drivers::ModuleAccess& inner_;
        drivers::SimulatedModule& module_;
    };
    Restoring restoring{*memory_, module()};
    daemon::PortPoller poller{{.port = 0,
                               .access = restoring,
                               .presence = presence_.get(),
                               .host = {},
                               .sink = sink_,
                               .now = [this] { return now_; },
                               .periods = {.presence = seconds{1}, .poll = interval},
                               .identity_check = seconds{30}}};
    poller.step({.steady = now_, .wall = {}});
    module().patch(cmis::lower(22), 0x69);  // 105.5 C, once
    now_ += interval;
    poller.step({.steady = now_, .wall = {}});
    EXPECT_EQ(last().live->temperature, cmis::Celsius{41.5});
}

TEST_F(LivePartTest, AStepThatStaysIsBelieved) {
    make(image_a());
    run_to(seconds{5});
    put_word(cmis::lower(22), 0x4B80);
    run_to(seconds{10});
    EXPECT_EQ(last().live->temperature, cmis::Celsius{75.5});
}

// T8: 0x8000 is -128 C, which no module survives.
TEST_F(LivePartTest, ATemperatureBeyondPhysicsIsLeftOutOfTheSample) {
    make(image_a());
    run_to(seconds{5});
    put_word(cmis::lower(22), 0x8000);
    run_to(seconds{10});
    EXPECT_EQ(last().state, PortState::ok);
    ASSERT_TRUE(last().live);
    EXPECT_FALSE(last().live->temperature);
    EXPECT_NEAR(last().live->supply_voltage->value, 3.295, 0.0005);
}

TEST_F(LivePartTest, HalfADegreeBelowZeroIsATemperature) {
    cmis::MemoryMap image = image_a();
    put_words(image, cmis::lower(22), {0xFF80});
    make(image);
    step();
    EXPECT_EQ(last().live->temperature, cmis::Celsius{-0.5});
}

TEST_F(LivePartTest, LiveBytesOfOnesAreNotPublished) {
    make(image_a());
    run_to(seconds{5});
    cmis::MemoryMap dead = image_a();
    fill(dead, cmis::lower_memory, 0xFF);
    module().replace(dead);
    run_to(seconds{10});
    EXPECT_FALSE(last().live);
    EXPECT_NE(last().state, PortState::ok);
}

}  // namespace opticward::test
