// Retries, deadlines and the size of reads.
#include "tests/drivers/simulated_port.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

using Read = std::vector<std::pair<int, int>>;
using Pauses = std::vector<long>;

TEST(ModuleMemoryRetryTest, NackIsRetriedThreeTimesWithGrowingPauses) {
    SimulatedPort port{sff8636_module()};
    port.module().fail_next(SimulatedFault::nack, 3);

    EXPECT_TRUE(port.read(cmis::lower_memory, 0, 4));

    EXPECT_EQ(port.time.pauses_in_milliseconds(), (Pauses{10, 20, 40}));
    EXPECT_EQ(port.memory.counters().transfers, 4U);
    EXPECT_EQ(port.memory.counters().retries, 3U);
    EXPECT_EQ(count_of(port.memory.counters().faults, Fault::nack), 3U);
    EXPECT_EQ(port.memory.counters().failed_reads, 0U);
}

TEST(ModuleMemoryRetryTest, FourthNackIsTheResult) {
    SimulatedPort port{sff8636_module()};
    port.module().fail_next(SimulatedFault::nack, 4);

    const auto bytes = port.read(cmis::lower_memory, 0, 4);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::nack);
    EXPECT_EQ(port.memory.counters().transfers, 4U);
    EXPECT_EQ(port.memory.counters().failed_reads, 1U);
}

TEST(ModuleMemoryRetryTest, ModuleThatDidNotAnswerGetsOneTryUntilItAnswers) {
    SimulatedPort port{sff8636_module()};
    port.module().remove();
    ASSERT_FALSE(port.read(cmis::lower_memory, 0, 4));
    port.bus.clear_log();

    ASSERT_FALSE(port.read(cmis::lower_memory, 0, 4));

    EXPECT_EQ(port.bus.log().size(), 1U);
    EXPECT_EQ(port.time.pauses_in_milliseconds(), (Pauses{10, 20, 40}));
}

TEST(ModuleMemoryRetryTest, ModuleThatAnswersAgainIsRetriedAgain) {
    SimulatedPort port{sff8636_module()};
    port.module().fail_next(SimulatedFault::nack, 4);
    ASSERT_FALSE(port.read(cmis::lower_memory, 0, 4));
    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 4));
    port.module().fail_next(SimulatedFault::nack, 1);

    EXPECT_TRUE(port.read(cmis::lower_memory, 0, 4));
}

TEST(ModuleMemoryRetryTest, TimeoutIsNotRetried) {
    SimulatedPort port{sff8636_module()};
    port.module().fail_next(SimulatedFault::timeout, 1);

    const auto bytes = port.read(cmis::lower_memory, 0, 4);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::timeout);
    EXPECT_EQ(port.memory.counters().transfers, 1U);
}

TEST(ModuleMemoryRetryTest, BusyBusIsRetried) {
    SimulatedPort port{sff8636_module()};
    port.module().fail_next(SimulatedFault::bus_busy, 2);

    EXPECT_TRUE(port.read(cmis::lower_memory, 0, 4));
    EXPECT_EQ(port.time.pauses_in_milliseconds(), (Pauses{10, 20}));
}

TEST(ModuleMemoryRetryTest, BusyBusIsNotTheModulesFault) {
    SimulatedPort port{sff8636_module()};
    port.module().fail_next(SimulatedFault::bus_busy, 4);
    const auto busy = port.read(cmis::lower_memory, 0, 4);
    ASSERT_FALSE(busy);
    EXPECT_EQ(busy.error(), Fault::bus_busy);
    port.module().fail_next(SimulatedFault::bus_busy, 1);

    EXPECT_TRUE(port.read(cmis::lower_memory, 0, 4));
}

TEST(ModuleMemoryRetryTest, DeadlineEndsTheRetries) {
    SimulatedPort port{sff8636_module()};
    ModuleMemory memory{port.bus.channel(0), port.time.timing(), 25ms};
    port.module().fail_next(SimulatedFault::nack, 9);
    std::array<std::uint8_t, 4> bytes{};

    const auto done = memory.read({cmis::lower_memory, 0, 4}, bytes);

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error(), Fault::timeout);
    EXPECT_EQ(port.time.pauses_in_milliseconds(), (Pauses{10}));
    EXPECT_EQ(memory.counters().transfers, 2U);
}

// Every transfer succeeds, after 30 ms.
class SlowBus final : public I2cBus {
public:
    explicit SlowBus(FakeTime& time) : time_{time} {}
    Result<void> transfer(std::uint8_t, cmis::Bytes, cmis::MutableBytes) override {
        time_.advance(30ms);
        return {};
    }
    std::size_t max_read() const override { return 8; }

private:
    FakeTime& time_;
};

TEST(ModuleMemoryRetryTest, DeadlineEndsAReadOfManySlowPieces) {
    FakeTime time;
    SlowBus bus{time};
    ModuleMemory memory{bus, time.timing(), 100ms};
    cmis::Page page{};

    const auto done = memory.read({cmis::lower_memory, 0, 128}, page);

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error(), Fault::timeout);
    EXPECT_EQ(memory.counters().transfers, 4U);
    EXPECT_EQ(memory.counters().busy, 120ms);
}

TEST(ModuleMemoryRetryTest, ShortReadsAreFollowedByThirtyTwoBytesThenEight) {
    SimulatedPort port{sff8636_module()};
    port.module().limit_reads(8);

    const auto bytes = port.read(cmis::lower_memory, 0, 24);
    ASSERT_TRUE(bytes);
    EXPECT_EQ((*bytes)[0], 0x11);

    EXPECT_EQ(port.reads(), (Read{{0, 24}, {0, 24}, {0, 8}, {8, 8}, {16, 8}}));
}

TEST(ModuleMemoryRetryTest, WholePageFallsBackThroughBothSizes) {
    SimulatedPort port{sff8636_module()};
    port.module().limit_reads(8);

    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));

    const auto reads = port.reads();
    ASSERT_EQ(reads.size(), 19U);
    EXPECT_EQ(reads[0], (std::pair{0, 128}));
    EXPECT_EQ(reads[1], (std::pair{0, 128}));
    EXPECT_EQ(reads[2], (std::pair{0, 32}));
    EXPECT_EQ(reads[3], (std::pair{0, 8}));
    EXPECT_EQ(reads[18], (std::pair{120, 8}));
}

TEST(ModuleMemoryRetryTest, LearntReadSizeIsKept) {
    SimulatedPort port{sff8636_module()};
    port.module().limit_reads(32);
    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));
    port.bus.clear_log();

    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));

    EXPECT_EQ(port.reads(), (Read{{0, 32}, {32, 32}, {64, 32}, {96, 32}}));
}

TEST(ModuleMemoryRetryTest, AnotherModuleIsTriedWithLongReadsAgain) {
    SimulatedPort port{sff8636_module()};
    port.module().limit_reads(32);
    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));
    port.module().limit_reads(256);
    port.memory.forget();
    port.bus.clear_log();

    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));

    EXPECT_EQ(port.reads(), (Read{{0, 128}}));
}

TEST(ModuleMemoryRetryTest, OneShortReadIsChance) {
    SimulatedPort port{sff8636_module()};
    port.module().fail_next(SimulatedFault::short_read, 1);
    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));
    port.bus.clear_log();

    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));

    EXPECT_EQ(port.reads(), (Read{{0, 128}}));
}

TEST(ModuleMemoryRetryTest, PiecesEndAtEvenOffsetsSoThatNoTwoByteValueTears) {
    SimulatedPort port{sff8636_module()};
    port.module().limit_reads(8);
    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));
    port.bus.clear_log();

    ASSERT_TRUE(port.read(cmis::lower_memory, 3, 21));

    EXPECT_EQ(port.reads(), (Read{{3, 7}, {10, 8}, {18, 6}}));
}

TEST(ModuleMemoryRetryTest, CountersTellBytesAndSelects) {
    SimulatedPort port{sff8636_module()};

    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));
    ASSERT_TRUE(port.read(cmis::upper_page(0x03), 128, 128));

    const auto counters = port.memory.counters();
    EXPECT_EQ(counters.transfers, 4U);  // lower memory, select, page, byte 127
    EXPECT_EQ(counters.bytes_read, 257U);
    EXPECT_EQ(counters.page_selects, 1U);
}

}  // namespace
}  // namespace opticward::drivers
