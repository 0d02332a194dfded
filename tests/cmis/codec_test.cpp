#include "cmis/codec.h"

#include "cmis/memory_model.h"
#include "tests/support/module_images.h"

#include <gtest/gtest.h>

namespace opticward::cmis {
namespace {

// A byte of an otherwise empty SFF-8636 or CMIS module, to look at one field at a time.
MemoryMap empty_sff8636() {
    MemoryMap memory;
    for (const PageId page : {lower_memory, upper_page(0), upper_page(3)}) {
        memory.at(page);
    }
    test::put(memory, lower(0), {0x11, 0x08});
    test::put(memory, upper(0, 128), {0x11});
    return memory;
}

MemoryMap empty_cmis() {
    MemoryMap memory;
    for (const PageId page :
         {lower_memory, upper_page(0), upper_page(1), upper_page(2), upper_page(0x10), upper_page(0x11)}) {
        memory.at(page);
    }
    test::put(memory, lower(0), {0x18, 0x52});
    test::put(memory, upper(0, 128), {0x18});
    test::put(memory, upper(1, 157), {0x0F, 0x06, 0x3F, 0x07});  // every flag and monitor is offered
    return memory;
}

TEST(CodecTest, ChoosesTheMapByTheIdentifierNotByTheSpeed) {
    MemoryMap memory = empty_sff8636();
    EXPECT_EQ(decode(memory).memory_model, MemoryModelId::sff8636);
    test::put(memory, lower(0), {0x1E});
    EXPECT_EQ(decode(memory).memory_model, MemoryModelId::cmis);
}

TEST(CodecTest, TakesTheCopyOfTheIdentifierWhereByteZeroIsUnprogrammed) {
    MemoryMap memory = empty_sff8636();
    test::put(memory, lower(0), {0xFF});
    EXPECT_EQ(decode(memory).memory_model, MemoryModelId::sff8636);
}

TEST(CodecTest, KeepsTheIdentifierOfAModuleWithoutAMap) {
    MemoryMap memory;
    test::put(memory, lower(0), {0x0E, 0x01});
    const Module module = decode(memory);
    EXPECT_EQ(module.memory_model, MemoryModelId::none);
    EXPECT_EQ(module.identity.identifier->value, 0x0E);
}

TEST(CodecTest, ReadsSff8636TemperatureAsSigned) {
    MemoryMap memory = empty_sff8636();
    test::put(memory, lower(22), {0xF3, 0x80});
    EXPECT_EQ(decode(memory).live.temperature, Celsius{-12.5});
}

TEST(CodecTest, ReadsTheLowestTemperatureAsMinus128) {
    MemoryMap memory = empty_sff8636();
    test::put(memory, lower(22), {0x80, 0x00});
    EXPECT_EQ(decode(memory).live.temperature, Celsius{-128});
}

TEST(CodecTest, ReadsSff8636LaneMonitorsInTheOrderRxBiasTx) {
    MemoryMap memory = empty_sff8636();
    test::put(memory, lower(38), {0x27, 0x10});  // Rx power, lane 3
    test::put(memory, lower(44), {0x0D, 0xAC});  // Tx bias, lane 2
    test::put(memory, lower(56), {0x2A, 0xF8});  // Tx power, lane 4
    const Module module = decode(memory);
    EXPECT_EQ(module.live.lanes[2].rx_power, Watts{0.001});
    EXPECT_EQ(module.live.lanes[1].tx_bias, Amperes{0.007});
    EXPECT_EQ(module.live.lanes[3].tx_power, Watts{0.0011});
    EXPECT_EQ(module.live.lanes[0].rx_power, Watts{0});
}

struct FlagBit {
    Location at;
    unsigned bit = 0;
    unsigned lane = 1;  // from 1
    LaneFlag flag{};
};

void expect_only(MemoryMap memory, const FlagBit& expected) {
    memory.at(expected.at.page)[index_of(expected.at)] = static_cast<std::uint8_t>(1U << expected.bit);
    const Module module = decode(memory);
    for (std::size_t lane = 0; lane < max_lanes; ++lane) {
        const bool here = lane + 1 == expected.lane;
        EXPECT_EQ(module.live.lanes[lane].flags.raised, here ? LaneFlags::mask(expected.flag) : 0U)
            << "byte " << int{expected.at.offset} << " bit " << expected.bit << " lane " << lane + 1;
    }
}

// SFF-8636 tables 6-4 to 6-6, one bit set at a time.
TEST(CodecTest, FindsEachSff8636LaneFlagInItsBit) {
    for (const FlagBit& one : {
             FlagBit{lower(3), 0, 1, LaneFlag::rx_los},
             FlagBit{lower(3), 3, 4, LaneFlag::rx_los},
             FlagBit{lower(3), 4, 1, LaneFlag::tx_los},
             FlagBit{lower(3), 7, 4, LaneFlag::tx_los},
             FlagBit{lower(4), 1, 2, LaneFlag::tx_fault},
             FlagBit{lower(4), 6, 3, LaneFlag::tx_adaptive_eq_fault},
             FlagBit{lower(5), 2, 3, LaneFlag::rx_lol},
             FlagBit{lower(5), 5, 2, LaneFlag::tx_lol},
             FlagBit{lower(9), 7, 1, LaneFlag::rx_power_high_alarm},
             FlagBit{lower(9), 6, 1, LaneFlag::rx_power_low_alarm},
             FlagBit{lower(9), 5, 1, LaneFlag::rx_power_high_warning},
             FlagBit{lower(9), 4, 1, LaneFlag::rx_power_low_warning},
             FlagBit{lower(9), 3, 2, LaneFlag::rx_power_high_alarm},
             FlagBit{lower(10), 2, 4, LaneFlag::rx_power_low_alarm},
             FlagBit{lower(11), 7, 1, LaneFlag::tx_bias_high_alarm},
             FlagBit{lower(12), 0, 4, LaneFlag::tx_bias_low_warning},
             FlagBit{lower(13), 6, 1, LaneFlag::tx_power_low_alarm},
             FlagBit{lower(14), 5, 3, LaneFlag::tx_power_high_warning},
         }) {
        expect_only(empty_sff8636(), one);
    }
}

// CMIS tables 8-72 to 8-74, one bit set at a time.
TEST(CodecTest, FindsEachCmisLaneFlagInItsBit) {
    for (const FlagBit& one : {
             FlagBit{upper(0x11, 134), 0, 1, LaneFlag::data_path_state_changed},
             FlagBit{upper(0x11, 135), 7, 8, LaneFlag::tx_fault},
             FlagBit{upper(0x11, 136), 1, 2, LaneFlag::tx_los},
             FlagBit{upper(0x11, 137), 2, 3, LaneFlag::tx_lol},
             FlagBit{upper(0x11, 138), 3, 4, LaneFlag::tx_adaptive_eq_fault},
             FlagBit{upper(0x11, 139), 4, 5, LaneFlag::tx_power_high_alarm},
             FlagBit{upper(0x11, 140), 5, 6, LaneFlag::tx_power_low_alarm},
             FlagBit{upper(0x11, 141), 6, 7, LaneFlag::tx_power_high_warning},
             FlagBit{upper(0x11, 142), 7, 8, LaneFlag::tx_power_low_warning},
             FlagBit{upper(0x11, 143), 0, 1, LaneFlag::tx_bias_high_alarm},
             FlagBit{upper(0x11, 144), 0, 1, LaneFlag::tx_bias_low_alarm},
             FlagBit{upper(0x11, 145), 0, 1, LaneFlag::tx_bias_high_warning},
             FlagBit{upper(0x11, 146), 0, 1, LaneFlag::tx_bias_low_warning},
             FlagBit{upper(0x11, 147), 3, 4, LaneFlag::rx_los},
             FlagBit{upper(0x11, 148), 3, 4, LaneFlag::rx_lol},
             FlagBit{upper(0x11, 149), 2, 3, LaneFlag::rx_power_high_alarm},
             FlagBit{upper(0x11, 150), 2, 3, LaneFlag::rx_power_low_alarm},
             FlagBit{upper(0x11, 151), 2, 3, LaneFlag::rx_power_high_warning},
             FlagBit{upper(0x11, 152), 2, 3, LaneFlag::rx_power_low_warning},
             FlagBit{upper(0x11, 153), 6, 7, LaneFlag::rx_output_changed},
         }) {
        expect_only(empty_cmis(), one);
    }
}

TEST(CodecTest, FindsCmisTemperatureFlagsFromTheLowBitUp) {
    MemoryMap memory = empty_cmis();
    test::put(memory, lower(9), {0x01});
    EXPECT_TRUE(decode(memory).live.flags.has(ModuleFlag::temperature_high_alarm));
    test::put(memory, lower(9), {0x20});
    EXPECT_TRUE(decode(memory).live.flags.has(ModuleFlag::supply_voltage_low_alarm));
    EXPECT_FALSE(decode(memory).live.flags.has(ModuleFlag::temperature_high_alarm));
}

TEST(CodecTest, MasksTheModuleStateOfReservedBits) {
    MemoryMap memory = empty_cmis();
    test::put(memory, lower(3), {0x56});  // a real module reads this in state Ready
    EXPECT_EQ(decode(memory).live.module_state, ModuleState::ready);
}

TEST(CodecTest, ReadsDataPathStatesLowNibbleFirst) {
    MemoryMap memory = empty_cmis();
    test::put(memory, upper(0x11, 128), {0x14});
    const Module module = decode(memory);
    EXPECT_EQ(module.live.lanes[0].data_path_state, DataPathState::activated);
    EXPECT_EQ(module.live.lanes[1].data_path_state, DataPathState::deactivated);
}

TEST(CodecTest, MultipliesCmisBiasAndItsThresholdsByTheAdvertisedFactor) {
    MemoryMap memory = empty_cmis();
    test::put(memory, upper(0x11, 170), {0x0D, 0xAC});  // 3500
    test::put(memory, upper(2, 184), {0x0D, 0xAC});
    test::put(memory, upper(1, 160), {0x0F});  // x2
    EXPECT_EQ(decode(memory).live.lanes[0].tx_bias, Amperes{0.014});
    EXPECT_EQ(decode(memory).thresholds.tx_bias->high_alarm, Amperes{0.014});
    test::put(memory, upper(1, 160), {0x17});  // x4
    EXPECT_EQ(decode(memory).live.lanes[0].tx_bias, Amperes{0.028});
}

TEST(CodecTest, CountsTheReservedBiasFactorAsOne) {
    MemoryMap memory = empty_cmis();
    test::put(memory, upper(0x11, 170), {0x0D, 0xAC});
    test::put(memory, upper(1, 160), {0x1F});
    EXPECT_EQ(decode(memory).live.lanes[0].tx_bias, Amperes{0.007});
}

TEST(CodecTest, LeavesAMonitorThatIsNotAdvertisedAbsent) {
    MemoryMap memory = empty_cmis();
    test::put(memory, upper(1, 159), {0x00, 0x00});
    test::put(memory, lower(14), {0x34, 0x40});
    const Module module = decode(memory);
    EXPECT_FALSE(module.live.temperature);
    EXPECT_FALSE(module.live.lanes[0].rx_power);
}

TEST(CodecTest, ShowsMonitorsWhereTheAdvertisementCouldNotBeRead) {
    MemoryMap memory = empty_cmis();
    memory.erase(upper_page(1));
    test::put(memory, lower(14), {0x34, 0x40});
    EXPECT_EQ(decode(memory).live.temperature, Celsius{52.25});
}

TEST(CodecTest, ReadsTheVersatileControlSetFromBit7OfByte162) {
    MemoryMap memory = empty_cmis();
    EXPECT_EQ(decode(memory).advertisement.versatile_control_set, false);
    test::put(memory, upper(1, 162), {0x80});
    EXPECT_EQ(decode(memory).advertisement.versatile_control_set, true);
}

TEST(CodecTest, ReadsTheLanesOfEachBank) {
    MemoryMap memory = empty_cmis();
    memory.at(upper_page(0x11, 1));
    memory.at(upper_page(0x11, 1))[186 - 128] = 0x27;
    memory.at(upper_page(0x11, 1))[187 - 128] = 0x10;
    EXPECT_EQ(decode(memory).live.lanes[8].rx_power, Watts{0.001});
}

TEST(CodecTest, EndsTheApplicationListAtTheFirstUnusedDescriptor) {
    MemoryMap memory = empty_cmis();
    test::put(memory, lower(86), {0x0F, 0x18, 0x44, 0x01, 0xFF, 0x00, 0x00, 0x00, 0x0B, 0x09, 0x44, 0x01});
    const Identity identity = decode(memory).identity;
    ASSERT_TRUE(identity.applications[0]);
    EXPECT_EQ(identity.applications[0]->host_interface.value, 0x0F);
    EXPECT_EQ(identity.applications[0]->media_interface, 0x18);
    EXPECT_EQ(identity.applications[0]->host_lanes, 4);
    EXPECT_EQ(identity.applications[0]->media_lanes, 4);
    EXPECT_EQ(identity.applications[0]->host_lane_starts, 0x01);
    EXPECT_FALSE(identity.applications[1]);
    EXPECT_FALSE(identity.applications[2]);
}

TEST(CodecTest, TakesAListPaddedWithZerosAsEnded) {
    MemoryMap memory = empty_cmis();
    test::put(memory, lower(86), {0x0F, 0x18, 0x84, 0x01});
    EXPECT_EQ(decode(memory).identity.applications[0]->host_lanes, 8);
    EXPECT_FALSE(decode(memory).identity.applications[1]);
}

TEST(CodecTest, ContinuesTheApplicationListOnPage01hWhereAllEightAreUsed) {
    MemoryMap memory = empty_cmis();
    for (std::uint8_t i = 0; i < 8; ++i) {
        test::put(memory, lower(static_cast<std::uint8_t>(86 + 4 * i)), {0x0F, 0x18, 0x44, 0x01});
    }
    test::put(memory, upper(1, 223), {0x0B, 0x09, 0x44, 0x11, 0xFF});
    test::put(memory, upper(1, 184), {0x11});
    const Identity identity = decode(memory).identity;
    EXPECT_EQ(identity.applications[8]->host_interface.value, 0x0B);
    EXPECT_EQ(identity.applications[8]->media_lane_starts, 0x11);
    EXPECT_FALSE(identity.applications[9]);
}

TEST(CodecTest, DoesNotBelieveLowerMemoryOfOnlyOnes) {
    MemoryMap memory = empty_sff8636();
    test::fill(memory, lower_memory, 0xFF);
    test::put(memory, lower(0), {0x0D});
    const Module module = decode(memory);
    EXPECT_EQ(module.memory_model, MemoryModelId::sff8636);
    EXPECT_EQ(module.identity.identifier->value, 0x0D);
    EXPECT_FALSE(module.live.temperature);
    EXPECT_EQ(module.live.flags.known, 0U);
    EXPECT_FALSE(module.identity.flat_memory);
}

TEST(CodecTest, CallsMemoryOfOnlyOnesUnreadable) {
    MemoryMap memory;
    test::fill(memory, lower_memory, 0xFF);
    test::fill(memory, upper_page(0), 0xFF);
    EXPECT_EQ(readability(memory), Readability::all_ff);
}

TEST(CodecTest, CallsMemoryOfOnlyZerosUnreadable) {
    MemoryMap memory;
    memory.at(lower_memory);
    memory.at(upper_page(0));
    EXPECT_EQ(readability(memory), Readability::all_00);
}

TEST(CodecTest, SaysThatSff8472IsNotDecodedYet) {
    MemoryMap memory;
    test::put(memory, lower(0), {0x03, 0x04, 0x07});
    EXPECT_EQ(readability(memory), Readability::not_decoded);
    EXPECT_EQ(reason(readability(memory)), "SFF-8472 not decoded yet");
}

TEST(CodecTest, SumsTheBytesOfEachChecksum) {
    const MemoryMap good = test::image_a();
    EXPECT_EQ(checksums(MemoryModelId::sff8636, good)[0].state, ChecksumState::ok);
    MemoryMap bad = good;
    bad.at(upper_page(0))[191 - 128] ^= 0x01;
    EXPECT_EQ(checksums(MemoryModelId::sff8636, bad)[0].state, ChecksumState::bad);
    EXPECT_EQ(checksums(MemoryModelId::sff8636, bad)[1].state, ChecksumState::ok);
}

TEST(CodecTest, LeavesFirmwareBytesOutOfTheChecksumOfPage01h) {
    MemoryMap memory = empty_cmis();
    update_checksums(MemoryModelId::cmis, memory);
    test::put(memory, upper(1, 128), {0x07, 0x09});
    EXPECT_EQ(checksums(MemoryModelId::cmis, memory)[1].state, ChecksumState::ok);
}

TEST(CodecTest, GivesAMissingPageNoChecksum) {
    MemoryMap memory = empty_cmis();
    memory.erase(upper_page(2));
    EXPECT_EQ(checksums(MemoryModelId::cmis, memory)[2].state, ChecksumState::absent);
}

TEST(CodecTest, EncodesWhatItDecodedByteForByte) {
    // Everything in these images lies in rows of the tables, so the bytes must come back.
    for (const MemoryMap& image : {test::image_a(), test::image_b(), test::image_b2()}) {
        const MemoryMap again = encode(decode(image));
        for (const auto& [page, bytes] : image.pages()) {
            ASSERT_NE(again.find(page), nullptr);
            EXPECT_EQ(*again.find(page), bytes) << "page " << int{page.page} << " lower " << page.lower;
        }
    }
}

TEST(CodecTest, KeepsEveryRawValueOfASixteenBitQuantity) {
    MemoryMap memory = empty_sff8636();
    Module module = decode(memory);
    MemoryMap again = memory;
    for (unsigned raw = 0; raw <= 0xFFFF; ++raw) {
        const auto high = static_cast<std::uint8_t>(raw >> 8U);
        const auto low = static_cast<std::uint8_t>(raw & 0xFFU);
        test::put(memory, lower(22), {high, low});
        test::put(memory, lower(26), {high, low});
        test::put(memory, lower(34), {high, low});
        test::put(memory, lower(42), {high, low});
        decode_live(memory, module);
        encode_live(module, again);
        ASSERT_EQ(*again.find(lower_memory), *memory.find(lower_memory)) << "raw " << raw;
    }
}

TEST(CodecTest, DecodesLiveAsTheWholeDoes) {
    const MemoryMap image = test::image_a();
    Module module = decode(image);
    const Live whole = module.live;
    module.live = Live{};
    decode_live(image, module);
    EXPECT_EQ(module.live, whole);
}

TEST(MemoryModelTest, PollsSff8636InThreeReads) {
    const std::vector<ByteRange> expected{{lower_memory, 2, 13}, {lower_memory, 22, 6}, {lower_memory, 34, 24}};
    EXPECT_EQ(live_ranges(decode(test::image_a()), true), expected);
}

TEST(MemoryModelTest, ReadsNoByteThatClearsWhereAnotherProgramOwnsTheFlags) {
    const Module module = decode(test::image_a());
    for (const ByteRange& range : live_ranges(module, false)) {
        for (unsigned i = 0; i < range.size; ++i) {
            const Location at{range.page, static_cast<std::uint8_t>(range.offset + i)};
            EXPECT_FALSE(clears_on_read(MemoryModelId::sff8636, at)) << "byte " << int{at.offset};
        }
    }
}

TEST(MemoryModelTest, KnowsWhichBytesClearOnRead) {
    EXPECT_TRUE(clears_on_read(MemoryModelId::sff8636, lower(3)));
    EXPECT_TRUE(clears_on_read(MemoryModelId::sff8636, lower(14)));
    EXPECT_FALSE(clears_on_read(MemoryModelId::sff8636, lower(2)));
    EXPECT_FALSE(clears_on_read(MemoryModelId::sff8636, lower(22)));
    EXPECT_TRUE(clears_on_read(MemoryModelId::cmis, lower(8)));
    EXPECT_FALSE(clears_on_read(MemoryModelId::cmis, lower(4)));
    EXPECT_TRUE(clears_on_read(MemoryModelId::cmis, {upper_page(0x11, 1), 147}));
    EXPECT_FALSE(clears_on_read(MemoryModelId::cmis, upper(0x11, 154)));
}

TEST(MemoryModelTest, ReadsThresholdsOfAPagedModuleOnly) {
    MemoryMap memory = empty_sff8636();
    const std::vector<PageId> paged{lower_memory, upper_page(0), upper_page(3)};
    EXPECT_EQ(fixed_pages(decode(memory)), paged);
    test::put(memory, lower(2), {0x04});
    const std::vector<PageId> flat{lower_memory, upper_page(0)};
    EXPECT_EQ(fixed_pages(decode(memory)), flat);
}

TEST(MemoryModelTest, ReadsTheLanePagesOfEveryAdvertisedBank) {
    MemoryMap memory = empty_cmis();
    test::put(memory, upper(1, 142), {0x01});  // two banks
    const std::vector<PageId> expected{lower_memory,     upper_page(0),    upper_page(1),       upper_page(2),
                                       upper_page(0x10), upper_page(0x11), upper_page(0x10, 1), upper_page(0x11, 1)};
    EXPECT_EQ(fixed_pages(decode(memory)), expected);
}

TEST(MemoryModelTest, ReadsOnlyMonitorsOfABankWithoutFlags) {
    MemoryMap memory = empty_cmis();
    test::put(memory, upper(1, 159), {0x03, 0x07});  // temperature, Vcc; Tx bias, Tx power, Rx power
    const std::vector<ByteRange> expected{{lower_memory, 3, 15}, {upper_page(0x11), 154, 48}};
    EXPECT_EQ(quiet_live_ranges(decode(memory)), expected);
}

TEST(MemoryModelTest, ReadsSff8636FlagsAlways) {
    const Module module = decode(test::image_a());
    EXPECT_EQ(quiet_live_ranges(module), live_ranges(module, true));
}

TEST(MemoryModelTest, ReadsOfAPassiveCableWhatIsNoMonitor) {
    const std::vector<ByteRange> expected{{lower_memory, 2, 3}};
    EXPECT_EQ(live_ranges(decode(test::image_b()), true), expected);
}

TEST(MemoryModelTest, KnowsWhichSummaryStandsForAPage) {
    EXPECT_EQ(summarised_bank(MemoryModelId::cmis, upper_page(0x11)), 0U);
    EXPECT_EQ(summarised_bank(MemoryModelId::cmis, upper_page(0x11, 3)), 3U);
    EXPECT_EQ(summarised_bank(MemoryModelId::cmis, upper_page(0x11, 4)), std::nullopt);
    EXPECT_EQ(summarised_bank(MemoryModelId::cmis, upper_page(0x10)), std::nullopt);
    EXPECT_EQ(summarised_bank(MemoryModelId::cmis, lower_memory), std::nullopt);
    EXPECT_EQ(summarised_bank(MemoryModelId::sff8636, upper_page(0x11)), std::nullopt);
}

TEST(MemoryModelTest, JoinsRangesAcrossGapsOfAGivenLength) {
    std::vector<ByteRange> ranges{{upper_page(0x11), 154, 8}, {upper_page(0x11), 170, 8}, {upper_page(0x11), 187, 1}};
    join_ranges(ranges, 7);
    EXPECT_EQ(ranges.size(), 3U);
    join_ranges(ranges, 8);
    const std::vector<ByteRange> expected{{upper_page(0x11), 154, 24}, {upper_page(0x11), 187, 1}};
    EXPECT_EQ(ranges, expected);
}

TEST(MemoryModelTest, ReadsOnlyTheMonitorsOfLanesThatTheModuleHas) {
    MemoryMap memory = empty_cmis();
    test::put(memory, upper(0, 210), {0xF0});  // lanes 5 to 8 are not there
    const std::vector<ByteRange> ranges = live_ranges(decode(memory), true);
    const ByteRange tx_power{upper_page(0x11), 128, 34};  // states and flags run into Tx power of lanes 1 to 4
    EXPECT_NE(std::ranges::find(ranges, tx_power), ranges.end());
    const ByteRange bias{upper_page(0x11), 170, 8};
    EXPECT_NE(std::ranges::find(ranges, bias), ranges.end());
}

}  // namespace
}  // namespace opticward::cmis
