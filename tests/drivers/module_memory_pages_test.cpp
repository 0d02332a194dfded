// Page and bank selection, as seen on the wire.
#include "tests/drivers/simulated_port.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace opticward::drivers {
namespace {

using Written = std::vector<std::vector<std::uint8_t>>;
using Read = std::vector<std::pair<int, int>>;

TEST(ModuleMemoryPagesTest, LowerMemoryNeedsNoSelect) {
    SimulatedPort port{sff8636_module()};

    const auto bytes = port.read(cmis::lower_memory, 0, 4);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{0x11, 0x00, 0x00, 0x00}));
    EXPECT_EQ(port.writes(), Written{});
    EXPECT_EQ(port.reads(), (Read{{0, 4}}));
}

TEST(ModuleMemoryPagesTest, SffPageIsSelectedByByte127AndReadBackAfterTheBytes) {
    SimulatedPort port{sff8636_module()};

    const auto bytes = port.read(cmis::upper_page(0x03), 128, 3);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{0x4b, 0xa3, 0xa3}));
    EXPECT_EQ(port.writes(), (Written{{127, 0x03}}));
    EXPECT_EQ(port.reads(), (Read{{0, 3}, {128, 3}, {127, 1}}));
}

TEST(ModuleMemoryPagesTest, SeveralRunsOfAPageAreCheckedOnce) {
    SimulatedPort port{sff8636_module()};
    std::array<std::uint8_t, 2> first{};
    std::array<std::uint8_t, 1> second{};
    const std::array parts{ReadPart{{cmis::upper_page(0x03), 128, 2}, first},
                           ReadPart{{cmis::upper_page(0x03), 176, 1}, second}};

    ASSERT_TRUE(port.memory.read_parts(parts));

    EXPECT_EQ(first, (std::array<std::uint8_t, 2>{0x4b, 0xa3}));
    EXPECT_EQ(port.writes(), (Written{{127, 0x03}}));
    EXPECT_EQ(port.reads(), (Read{{0, 3}, {128, 2}, {176, 1}, {127, 1}}));
}

TEST(ModuleMemoryPagesTest, RunsOfTwoPagesAreNotOneRead) {
    SimulatedPort port{sff8636_module()};
    std::array<std::uint8_t, 1> byte{};
    const std::array parts{ReadPart{{cmis::upper_page(0x03), 128, 1}, byte},
                           ReadPart{{cmis::upper_page(0x00), 128, 1}, byte}};

    const auto done = port.memory.read_parts(parts);

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error(), Fault::page_refused);
    EXPECT_EQ(port.reads(), Read{});
}

TEST(ModuleMemoryPagesTest, UpperPageZeroIsSelectedWhenTheSelectionIsUnknown) {
    SimulatedPort port{sff8636_module()};
    std::vector<std::uint8_t> left_by_another{127, 0x03};
    ASSERT_TRUE(port.bus.channel(0).transfer(0x50, left_by_another, {}));
    port.bus.clear_log();

    const auto bytes = port.read(cmis::upper_page(0x00), 128, 2);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{0x11, 0xa0}));
    EXPECT_EQ(port.writes(), (Written{{127, 0x00}}));
}

TEST(ModuleMemoryPagesTest, KnownSelectionIsNotWrittenAgain) {
    SimulatedPort port{sff8636_module()};
    ASSERT_TRUE(port.read(cmis::upper_page(0x03), 128, 8));
    ASSERT_TRUE(port.read(cmis::lower_memory, 22, 2));
    port.bus.clear_log();

    ASSERT_TRUE(port.read(cmis::upper_page(0x03), 176, 8));

    EXPECT_EQ(port.writes(), Written{});
    EXPECT_EQ(port.reads(), (Read{{176, 8}, {127, 1}}));
}

TEST(ModuleMemoryPagesTest, IdentifierReadByTheCallerIsNotReadAgain) {
    SimulatedPort port{sff8636_module()};
    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));
    port.bus.clear_log();

    ASSERT_TRUE(port.read(cmis::upper_page(0x00), 128, 128));

    EXPECT_EQ(port.reads(), (Read{{128, 128}, {127, 1}}));
}

TEST(ModuleMemoryPagesTest, CmisBankAndPageAreWrittenTogetherWhenTheBankIsNew) {
    SimulatedPort port{cmis_module()};
    ASSERT_TRUE(port.read(cmis::upper_page(0x11), 128, 2));
    port.bus.clear_log();

    const auto bytes = port.read(cmis::upper_page(0x11, 1), 128, 2);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{0x44, 0xc1}));
    EXPECT_EQ(port.writes(), (Written{{126, 1, 0x11}}));
    EXPECT_EQ(port.reads(), (Read{{128, 2}, {126, 2}}));
}

TEST(ModuleMemoryPagesTest, CmisPageOfTheSameBankIsSelectedByByte127Alone) {
    SimulatedPort port{cmis_module()};
    ASSERT_TRUE(port.read(cmis::upper_page(0x00), 128, 2));
    port.bus.clear_log();

    ASSERT_TRUE(port.read(cmis::upper_page(0x11), 128, 2));

    EXPECT_EQ(port.writes(), (Written{{127, 0x11}}));
}

TEST(ModuleMemoryPagesTest, CmisBankLeftByAnotherMasterIsSetAtTheFirstSelect) {
    SimulatedPort port{cmis_module()};
    std::vector<std::uint8_t> left_by_another{126, 1, 0x11};
    ASSERT_TRUE(port.bus.channel(0).transfer(0x50, left_by_another, {}));
    port.bus.clear_log();

    const auto bytes = port.read(cmis::upper_page(0x11), 128, 2);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{0x44, 0xb1}));
    EXPECT_EQ(port.writes(), (Written{{126, 0, 0x11}}));
}

TEST(ModuleMemoryPagesTest, Byte126OfSffModulesIsNeverWritten) {
    SimulatedPort port{sff8636_module()};

    const auto bytes = port.read(cmis::upper_page(0x03, 1), 128, 2);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::page_refused);
    EXPECT_EQ(port.writes(), Written{});
}

TEST(ModuleMemoryPagesTest, FlatModuleGivesPageZeroWithoutAnyWrite) {
    SimulatedPort port{flat_sff8636_module()};
    port.module().refuse_page_select();

    const auto bytes = port.read(cmis::upper_page(0x00), 128, 2);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{0x11, 0xa0}));
    EXPECT_EQ(port.writes(), Written{});
}

TEST(ModuleMemoryPagesTest, FlatModuleHasNoOtherPage) {
    SimulatedPort port{flat_sff8636_module()};

    const auto bytes = port.read(cmis::upper_page(0x03), 128, 2);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::page_refused);
    EXPECT_EQ(port.writes(), Written{});
}

TEST(ModuleMemoryPagesTest, FlatBitOfSffDoesNotCountForCmis) {
    auto image = cmis_module();
    image.at(cmis::lower_memory)[2] = 0x04;
    SimulatedPort port{image};

    EXPECT_TRUE(port.read(cmis::upper_page(0x11), 128, 2));
}

TEST(ModuleMemoryPagesTest, ModuleOfUnknownKindIsNeverWrittenTo) {
    auto image = sff8636_module();
    image.at(cmis::lower_memory)[0] = 0x03;  // SFP: byte 127 of A0h is the vendor's
    SimulatedPort port{image};

    EXPECT_TRUE(port.read(cmis::upper_page(0x00), 128, 2));
    EXPECT_FALSE(port.read(cmis::upper_page(0x03), 128, 2));
    EXPECT_EQ(port.writes(), Written{});
}

TEST(ModuleMemoryPagesTest, SfpDiagnosticsAreReadAtTheirOwnAddress) {
    cmis::MemoryMap image;
    image.at(cmis::lower_memory) = filled_page(0x03, 0x00);
    const cmis::PageId diagnostics{.lower = true, .device = 0x51};
    image.at(diagnostics) = filled_page(0x5a, 0x00);
    SimulatedPort port{image};

    const auto bytes = port.read(diagnostics, 0, 2);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{0x5a, 0x00}));
    EXPECT_EQ(port.bus.log().back().address, 0x51);
}

TEST(ModuleMemoryPagesTest, RangeThatPassesTheEndOfItsPageIsRefused) {
    SimulatedPort port{sff8636_module()};

    EXPECT_FALSE(port.read(cmis::lower_memory, 120, 16));
    EXPECT_FALSE(port.read(cmis::upper_page(0x00), 250, 8));
    EXPECT_FALSE(port.read(cmis::upper_page(0x00), 100, 8));
    EXPECT_EQ(port.bus.log().size(), 0U);
}

TEST(ModuleMemoryPagesTest, PageThatTheModuleLacksIsRefusedThoughItAnswersWithPageZero) {
    SimulatedPort port{sff8636_module()};

    const auto bytes = port.read(cmis::upper_page(0x01), 128, 8);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::page_refused);
    EXPECT_EQ(port.memory.counters().page_mismatches, 1U);
}

// T10 (a): page 00h comes again although another page was asked for.
TEST(ModuleMemoryPagesTest, IgnoredSelectDropsTheSampleAndCountsOnce) {
    SimulatedPort port{sff8636_module()};
    ASSERT_TRUE(port.read(cmis::upper_page(0x00), 128, 128));
    port.module().fail_next(SimulatedFault::stuck_page, 2);

    const auto dropped = port.read(cmis::upper_page(0x03), 128, 128);
    ASSERT_FALSE(dropped);
    EXPECT_EQ(dropped.error(), Fault::page_refused);
    EXPECT_EQ(port.memory.counters().page_mismatches, 1U);

    const auto next_cycle = port.read(cmis::upper_page(0x03), 128, 2);
    ASSERT_TRUE(next_cycle);
    EXPECT_EQ(*next_cycle, (std::vector<std::uint8_t>{0x4b, 0xa3}));
}

// Answers every page select with page 00h and reads back what was written, as some drivers do.
class EchoingBus final : public I2cBus {
public:
    Result<void> transfer(std::uint8_t, cmis::Bytes write, cmis::MutableBytes read) override {
        if (read.empty()) page_ = write.back();
        for (std::size_t i = 0; i < read.size(); ++i) {
            const auto offset = write.front() + i;
            read[i] = offset == 0 || offset == 128 ? 0x11 : 0x00;
            if (offset == 127) read[i] = page_;
        }
        return {};
    }
    std::size_t max_read() const override { return 128; }

private:
    std::uint8_t page_ = 0;
};

// T10 (a) again, where the read-back does not tell.
TEST(ModuleMemoryPagesTest, CopyOfPageZeroIsNoOtherPage) {
    EchoingBus bus;
    FakeTime time;
    ModuleMemory memory{bus, time.timing()};
    cmis::Page page{};
    ASSERT_TRUE(memory.read({cmis::upper_page(0x00), 128, 128}, page));

    const auto done = memory.read({cmis::upper_page(0x03), 128, 128}, page);

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error(), Fault::page_refused);
}

// Another master puts page 00h back after each read of upper memory, for a while.
class ContendedBus final : public I2cBus {
public:
    ContendedBus(I2cBus& bus, int times) : bus_{bus}, times_{times} {}

    Result<void> transfer(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) override {
        const auto done = bus_.transfer(address, write, read);
        if (!read.empty() && write.front() >= 128 && times_-- > 0) {
            const std::array<std::uint8_t, 2> page_zero{127, 0};
            EXPECT_TRUE(bus_.transfer(address, page_zero, {}));
        }
        return done;
    }
    std::size_t max_read() const override { return bus_.max_read(); }

private:
    I2cBus& bus_;
    int times_;
};

// T10 (b): the bytes of page 03h, but byte 127 reads 00h afterwards.
TEST(ModuleMemoryPagesTest, PageMovedByAnotherMasterIsReadAgain) {
    SimulatedPort port{sff8636_module()};
    ContendedBus bus{port.bus.channel(0), 1};
    ModuleMemory memory{bus, port.time.timing()};
    std::array<std::uint8_t, 2> bytes{};

    ASSERT_TRUE(memory.read({cmis::upper_page(0x03), 128, 2}, bytes));

    EXPECT_EQ(bytes, (std::array<std::uint8_t, 2>{0x4b, 0xa3}));
    EXPECT_EQ(memory.counters().page_mismatches, 1U);
    EXPECT_EQ(memory.counters().retries, 1U);
    EXPECT_EQ(memory.counters().failed_reads, 0U);
}

TEST(ModuleMemoryPagesTest, PageMovedByAnotherMasterTwiceDropsTheSample) {
    SimulatedPort port{sff8636_module()};
    ContendedBus bus{port.bus.channel(0), 2};
    ModuleMemory memory{bus, port.time.timing()};
    std::array<std::uint8_t, 2> bytes{};

    const auto dropped = memory.read({cmis::upper_page(0x03), 128, 2}, bytes);
    ASSERT_FALSE(dropped);
    EXPECT_EQ(dropped.error(), Fault::page_refused);
    EXPECT_EQ(memory.counters().page_mismatches, 1U);
    EXPECT_EQ(memory.counters().failed_reads, 1U);

    EXPECT_TRUE(memory.read({cmis::upper_page(0x03), 128, 2}, bytes));
}

// T10 (c): residue of another page although page 00h reads back; the caller's checksum finds it and forgets.
TEST(ModuleMemoryPagesTest, ForgettingSelectsThePageAgain) {
    SimulatedPort port{sff8636_module()};
    port.module().fail_next(SimulatedFault::page_residue, 1);
    const auto residue = port.read(cmis::upper_page(0x00), 128, 3);
    ASSERT_TRUE(residue);
    EXPECT_EQ(*residue, (std::vector<std::uint8_t>{0x80, 0x00, 0x00}));
    port.bus.clear_log();

    port.memory.forget();
    const auto bytes = port.read(cmis::upper_page(0x00), 128, 3);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{0x11, 0xa0, 0xa0}));
    EXPECT_EQ(port.writes(), (Written{{127, 0x00}}));
}

// T10 (d): the select is not acknowledged. An I2C fault, not flat memory.
TEST(ModuleMemoryPagesTest, RefusedSelectIsAnI2cFault) {
    SimulatedPort port{sff8636_module()};
    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 3));
    port.module().fail_next(SimulatedFault::nack, 4);

    const auto bytes = port.read(cmis::upper_page(0x03), 128, 2);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::nack);
    EXPECT_EQ(count_of(port.memory.counters().faults, Fault::nack), 4U);
    EXPECT_EQ(port.memory.counters().page_mismatches, 0U);
    EXPECT_TRUE(port.read(cmis::upper_page(0x03), 128, 2));
}

TEST(ModuleMemoryPagesTest, SelectionIsWrittenAgainAfterAFault) {
    SimulatedPort port{sff8636_module()};
    ASSERT_TRUE(port.read(cmis::upper_page(0x03), 128, 2));
    port.module().fail_next(SimulatedFault::timeout, 1);
    ASSERT_FALSE(port.read(cmis::lower_memory, 22, 2));
    port.bus.clear_log();

    ASSERT_TRUE(port.read(cmis::upper_page(0x03), 128, 2));

    EXPECT_EQ(port.writes(), (Written{{127, 0x03}}));
}

TEST(ModuleMemoryPagesTest, ModuleSwappedForAFlatOneIsNotWrittenToForLong) {
    SimulatedPort port{sff8636_module()};
    ASSERT_TRUE(port.read(cmis::upper_page(0x03), 128, 2));
    port.module().replace(flat_sff8636_module());
    port.bus.clear_log();

    const auto bytes = port.read(cmis::upper_page(0x03), 128, 2);

    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), Fault::page_refused);
    EXPECT_EQ(port.writes(), Written{});
}

TEST(ModuleMemoryPagesTest, SwappedModuleGivesItsOwnPage) {
    SimulatedPort port{sff8636_module()};
    ASSERT_TRUE(port.read(cmis::upper_page(0x03), 128, 2));
    auto other = sff8636_module();
    other.at(cmis::upper_page(0x03)) = filled_page(0x41, 0xd3);
    port.module().replace(other);

    const auto bytes = port.read(cmis::upper_page(0x03), 128, 2);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{0x41, 0xd3}));
}

TEST(ModuleMemoryPagesTest, SelectionOfAModuleOfAnotherKindIsNotBelieved) {
    SimulatedPort port{sff8636_module()};
    ASSERT_TRUE(port.read(cmis::upper_page(0x00), 128, 2));
    port.module().replace(cmis_module());
    ASSERT_TRUE(port.read(cmis::lower_memory, 0, 128));
    port.bus.clear_log();

    ASSERT_TRUE(port.read(cmis::upper_page(0x11), 128, 2));

    EXPECT_EQ(port.writes(), (Written{{126, 0, 0x11}}));
}

}  // namespace
}  // namespace opticward::drivers
