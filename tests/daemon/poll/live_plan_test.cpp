// Which bytes a poll reads: as few as tell all, and never one less.
#include "tests/daemon/poll/poller_bench.h"

namespace opticward::test {

using cmis::DataPathState;
using cmis::LaneFlag;
using daemon::PortState;
using std::chrono::hours;
using std::chrono::minutes;
using Ranges = std::vector<cmis::ByteRange>;

constexpr cmis::PageId lanes_page = cmis::upper_page(0x11);

class LivePlanTest : public PollerTest {
protected:
    static cmis::MemoryMap four_lanes() {
        cmis::MemoryMap image = image_c2();
        put_cmis_monitors(image);
        put_cmis_thresholds(image);
        put(image, cmis::upper(0x00, 210), {0xF0});
        image.at(cmis::upper_page(0x10));
        put_cmis_sums(image);
        return image;
    }
    // The first polls of a module read all; these are over.
    void make_settled(const cmis::MemoryMap& image) {
        make(image);
        run_to(seconds{15});
        ASSERT_EQ(last().state, PortState::ok);
        access_->forget_reads();
    }
    std::optional<DataPathState> state_of_lane_1() const { return last().live->lanes[0].data_path_state; }
};

TEST_F(LivePlanTest, ACmisModuleWithoutAFlagIsReadForItsStateAndItsMonitors) {
    cmis::MemoryMap image = image_c2();
    put_cmis_monitors(image);
    make_settled(image);
    run_to(seconds{20});
    EXPECT_EQ(access_->ranges(), (Ranges{{cmis::lower_memory, 3, 15}, {lanes_page, 154, 48}}));
}

TEST_F(LivePlanTest, OnlyTheLanesThatTheModuleHasAreRead) {
    make_settled(four_lanes());
    run_to(seconds{20});
    EXPECT_EQ(access_->ranges(),
              (Ranges{{cmis::lower_memory, 3, 15}, {lanes_page, 154, 8}, {lanes_page, 170, 8}, {lanes_page, 186, 8}}));
}

TEST_F(LivePlanTest, TheRunsOfAPageCostOneCheckOfIt) {
    make_settled(four_lanes());
    bus_.record(true);
    run_to(seconds{20});
    ASSERT_EQ(bus_.log().size(), 5U);
    EXPECT_EQ(bus_.log().back().written, std::vector<std::uint8_t>{127});
}

TEST_F(LivePlanTest, AFlatCmisModuleIsReadForItsState) {
    cmis::MemoryMap image = image_c2();
    put(image, cmis::lower(2), {0x80});
    make_settled(image);
    run_to(seconds{20});
    EXPECT_EQ(access_->ranges(), (Ranges{{cmis::lower_memory, 3, 1}}));
}

TEST_F(LivePlanTest, APassiveCableIsReadForItsStatus) {
    make_settled(image_b());
    run_to(seconds{20});
    EXPECT_EQ(access_->ranges(), (Ranges{{cmis::lower_memory, 2, 3}}));
}

TEST_F(LivePlanTest, AFlagOfALaneIsReadWhenTheSummarySaysSoAndOnce) {
    make_settled(four_lanes());
    put_byte(cmis::upper(0x11, 147), 0x02);
    run_to(seconds{20});
    EXPECT_TRUE(last().flags.lanes[1].has(LaneFlag::rx_los));
    run_to(seconds{30});
    EXPECT_FALSE(last().flags.lanes[1].has(LaneFlag::rx_los));
    EXPECT_FALSE(last().live->lanes[1].flags.has(LaneFlag::rx_los));
}

// So that a fault in between costs no flag.
TEST_F(LivePlanTest, FlagsAreReadBehindTheMonitorsOfTheirPage) {
    make_settled(four_lanes());
    put_byte(cmis::upper(0x11, 147), 0x02);
    run_to(seconds{20});
    EXPECT_EQ(access_->ranges(), (Ranges{{cmis::lower_memory, 3, 15},
                                         {lanes_page, 170, 8},
                                         {lanes_page, 186, 8},
                                         {lanes_page, 202, 4},
                                         {lanes_page, 128, 34}}));
}

TEST_F(LivePlanTest, AFlagThatStaysIsReadAtEachPoll) {
    make_settled(four_lanes());
    for (int polls = 2; polls < 5; ++polls) {
        put_byte(cmis::upper(0x11, 147), 0x02);
        run_to(seconds{10 * polls});
        EXPECT_TRUE(last().flags.lanes[1].has(LaneFlag::rx_los)) << polls;
    }
}

TEST_F(LivePlanTest, AFaultOfThePageOfLanesLosesNoFlag) {
    make_settled(four_lanes());
    put_byte(cmis::upper(0x11, 147), 0x02);
    access_->fault = drivers::Fault::timeout;
    access_->only = lanes_page;
    run_to(seconds{20});
    EXPECT_FALSE(last().live);
    EXPECT_FALSE(last().flags.lanes[1].has(LaneFlag::rx_los));
    access_->fault.reset();
    run_to(seconds{30});
    EXPECT_TRUE(last().flags.lanes[1].has(LaneFlag::rx_los));
}

TEST_F(LivePlanTest, AModuleWhoseSummarySaysNothingIsReadWholeOnceThatIsKnown) {
    make_settled(four_lanes());
    module().summarise_no_flags();
    put_byte(cmis::upper(0x11, 147), 0x02);
    run_to(minutes{6});
    EXPECT_TRUE(std::ranges::any_of(
        sink_.all(), [](const daemon::Reading& reading) { return reading.flags.lanes[1].has(LaneFlag::rx_los); }));
    put_byte(cmis::upper(0x11, 147), 0x04);
    run_to(minutes{6} + seconds{10});
    EXPECT_TRUE(last().flags.lanes[2].has(LaneFlag::rx_los));
}

TEST_F(LivePlanTest, AChangedDataPathIsSeenByItsFlag) {
    make_settled(four_lanes());
    ASSERT_EQ(state_of_lane_1(), DataPathState::activated);
    put_byte(cmis::upper(0x11, 128), 0x41);
    put_byte(cmis::upper(0x11, 134), 0x01);
    run_to(seconds{20});
    EXPECT_EQ(state_of_lane_1(), DataPathState::deactivated);
    run_to(seconds{30});
    EXPECT_EQ(state_of_lane_1(), DataPathState::deactivated);
}

TEST_F(LivePlanTest, ADataPathOnTheMoveIsFollowedWithoutAFlag) {
    make_settled(four_lanes());
    put_byte(cmis::upper(0x11, 128), 0x42);
    put_byte(cmis::upper(0x11, 134), 0x01);
    run_to(seconds{20});
    ASSERT_EQ(state_of_lane_1(), DataPathState::initializing);
    put_byte(cmis::upper(0x11, 128), 0x47);
    run_to(seconds{30});
    EXPECT_EQ(state_of_lane_1(), DataPathState::initialized);
}

TEST_F(LivePlanTest, ADataPathThatIsStuckOnTheMoveIsFollowedForAMinute) {
    make_settled(four_lanes());
    put_byte(cmis::upper(0x11, 128), 0x42);
    put_byte(cmis::upper(0x11, 134), 0x01);
    run_to(minutes{2});
    access_->forget_reads();
    run_to(minutes{2} + seconds{10});
    EXPECT_EQ(access_->reads_of(lanes_page), 3U);
}

TEST_F(LivePlanTest, ANewModuleStateIsReasonToReadTheLanesWhole) {
    make_settled(four_lanes());
    put_byte(cmis::upper(0x11, 128), 0x41);
    put_byte(cmis::lower(3), 0x03);
    run_to(seconds{20});
    EXPECT_EQ(state_of_lane_1(), DataPathState::deactivated);
}

TEST_F(LivePlanTest, StatesThatNoFlagTellsOfAreReadWithinFiveMinutes) {
    make_settled(four_lanes());
    put_byte(cmis::upper(0x11, 128), 0x41);
    run_to(minutes{4});
    EXPECT_EQ(state_of_lane_1(), DataPathState::activated);
    run_to(minutes{5} + seconds{10});
    EXPECT_EQ(state_of_lane_1(), DataPathState::deactivated);
}

TEST_F(LivePlanTest, APageThatNeverComesIsNotLookedForForEver) {
    cmis::MemoryMap image = image_a();
    image.erase(cmis::upper_page(0x03));
    make(image);
    run_to(hours{2});
    EXPECT_GT(access_->reads_of(cmis::upper_page(0x03)), 3U);
    access_->forget_reads();
    run_to(hours{5});
    EXPECT_EQ(access_->reads_of(cmis::upper_page(0x03)), 0U);
    poller_->refresh();
    run_to(hours{5} + seconds{10});
    EXPECT_GT(access_->reads_of(cmis::upper_page(0x03)), 0U);
}

TEST_F(LivePlanTest, APageThatComesLateIsFound) {
    cmis::MemoryMap image = image_a();
    image.erase(cmis::upper_page(0x03));
    make(image);
    run_to(minutes{10});
    ASSERT_FALSE(last().insertion->module.thresholds.temperature);
    module().replace(image_a());
    run_to(minutes{30});
    EXPECT_TRUE(last().insertion->module.thresholds.temperature);
    EXPECT_EQ(last().insertion->number, 1U);
}

}  // namespace opticward::test
