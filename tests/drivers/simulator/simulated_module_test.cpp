#include "drivers/simulator/simulated_module.h"

#include "tests/drivers/module_images.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

std::vector<std::uint8_t> read(SimulatedModule& module, std::uint8_t offset, std::size_t size,
                               std::chrono::nanoseconds now = 0ns) {
    std::vector<std::uint8_t> out(size, 0xee);
    EXPECT_TRUE(module.read(0x50, offset, out, now));
    return out;
}

Result<void> write(SimulatedModule& module, std::uint8_t offset, std::vector<std::uint8_t> bytes) {
    return module.write(0x50, offset, bytes, 0ns);
}

using Bytes = std::vector<std::uint8_t>;

TEST(SimulatedModuleTest, WindowShowsPageZeroAtFirst) {
    SimulatedModule module{sff8636_module(), true, {}};

    EXPECT_EQ(read(module, 0, 2), (Bytes{0x11, 0x00}));
    EXPECT_EQ(read(module, 128, 2), (Bytes{0x11, 0xa0}));
    EXPECT_EQ(read(module, 127, 1), (Bytes{0x00}));
}

TEST(SimulatedModuleTest, WritingByte127ChoosesThePage) {
    SimulatedModule module{sff8636_module(), true, {}};

    ASSERT_TRUE(write(module, 127, {0x03}));

    EXPECT_EQ(read(module, 128, 2), (Bytes{0x4b, 0xa3}));
    EXPECT_EQ(read(module, 127, 1), (Bytes{0x03}));
}

TEST(SimulatedModuleTest, PageThatIsMissingFallsBackToZero) {
    SimulatedModule module{sff8636_module(), true, {}};
    ASSERT_TRUE(write(module, 127, {0x03}));

    ASSERT_TRUE(write(module, 127, {0x20}));

    EXPECT_EQ(read(module, 127, 1), (Bytes{0x00}));
    EXPECT_EQ(read(module, 128, 2), (Bytes{0x11, 0xa0}));
}

TEST(SimulatedModuleTest, BankTakesEffectWithThePage) {
    SimulatedModule module{cmis_module(), true, {}};

    ASSERT_TRUE(write(module, 126, {1, 0x11}));

    EXPECT_EQ(read(module, 126, 2), (Bytes{1, 0x11}));
    EXPECT_EQ(read(module, 128, 2), (Bytes{0x44, 0xc1}));
}

TEST(SimulatedModuleTest, BankThatIsMissingFallsBackToPageZero) {
    SimulatedModule module{cmis_module(), true, {}};

    ASSERT_TRUE(write(module, 126, {2, 0x11}));

    EXPECT_EQ(read(module, 126, 2), (Bytes{0, 0x00}));
}

TEST(SimulatedModuleTest, FlatModuleIgnoresTheSelect) {
    SimulatedModule module{flat_sff8636_module(), true, {}};

    ASSERT_TRUE(write(module, 127, {0x03}));

    EXPECT_EQ(read(module, 127, 1), (Bytes{0x00}));
    EXPECT_EQ(read(module, 128, 2), (Bytes{0x11, 0xa0}));
}

TEST(SimulatedModuleTest, FlatModuleMayRefuseTheSelect) {
    SimulatedModule module{flat_sff8636_module(), true, {}};
    module.refuse_page_select();

    const auto done = write(module, 127, {0x03});

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error(), Fault::nack);
}

TEST(SimulatedModuleTest, AddressCounterStaysInItsHalf) {
    SimulatedModule module{sff8636_module(), true, {}};

    EXPECT_EQ(read(module, 126, 3), (Bytes{0x00, 0x00, 0x11}));
    EXPECT_EQ(read(module, 255, 2), (Bytes{0xa0, 0x11}));
}

TEST(SimulatedModuleTest, ClearOnReadBytesShowTheirFlagsOnce) {
    auto image = sff8636_module();
    image.at(cmis::lower_memory)[3] = 0x04;
    image.at(cmis::lower_memory)[4] = 0x08;
    SimulatedModule module{image, true, [](std::uint8_t identifier, cmis::Location location) {
                               return identifier == 0x11 && location == cmis::lower(3);
                           }};

    EXPECT_EQ(read(module, 3, 2), (Bytes{0x04, 0x08}));
    EXPECT_EQ(read(module, 3, 2), (Bytes{0x00, 0x08}));
}

TEST(SimulatedModuleTest, ClearOnReadKnowsUpperOffsets) {
    auto image = cmis_module();
    image.at(cmis::upper_page(0x11))[19] = 0x01;  // offset 147
    SimulatedModule module{image, true,
                           [](std::uint8_t, cmis::Location location) { return location == cmis::upper(0x11, 147); }};
    ASSERT_TRUE(write(module, 127, {0x11}));

    EXPECT_EQ(read(module, 147, 1), (Bytes{0x01}));
    EXPECT_EQ(read(module, 147, 1), (Bytes{0x00}));
}

TEST(SimulatedModuleTest, SummaryOfLaneFlagsFollowsTheFlags) {
    auto image = cmis_module();
    image.at(cmis::lower_memory)[4] = 0x09;
    image.at(cmis::upper_page(0x11))[19] = 0x01;  // offset 147
    const auto clears = [](std::uint8_t, cmis::Location location) { return location == cmis::upper(0x11, 147); };
    SimulatedModule module{image, true, clears};
    ASSERT_TRUE(write(module, 127, {0x11}));

    EXPECT_EQ(read(module, 4, 1), (Bytes{0x09}));
    EXPECT_EQ(read(module, 147, 1), (Bytes{0x01}));
    EXPECT_EQ(read(module, 4, 1), (Bytes{0x08}));
    module.patch(cmis::upper(0x11, 147), 0x80);
    EXPECT_EQ(read(module, 4, 1), (Bytes{0x09}));
}

TEST(SimulatedModuleTest, SummaryOfLaneFlagsCanBeOneThatNeverMoves) {
    auto image = cmis_module();
    image.at(cmis::upper_page(0x11))[19] = 0x01;
    SimulatedModule module{image, true,
                           [](std::uint8_t, cmis::Location location) { return location == cmis::upper(0x11, 147); }};
    module.summarise_no_flags();

    EXPECT_EQ(read(module, 4, 1), (Bytes{0x00}));
}

TEST(SimulatedModuleTest, PatchChangesOneByte) {
    SimulatedModule module{sff8636_module(), true, {}};

    module.patch(cmis::lower(22), 0x46);
    module.patch(cmis::upper(0x03, 129), 0x01);
    module.patch(cmis::upper(0x20, 129), 0x01);  // a page that it does not have

    EXPECT_EQ(read(module, 22, 2), (Bytes{0x46, 0x00}));
    ASSERT_TRUE(write(module, 127, {0x03}));
    EXPECT_EQ(read(module, 128, 2), (Bytes{0x4b, 0x01}));
    ASSERT_TRUE(write(module, 127, {0x20}));
    EXPECT_EQ(read(module, 127, 1), (Bytes{0x00}));
}

TEST(SimulatedModuleTest, ReplacedModuleStartsAtPageZero) {
    SimulatedModule module{sff8636_module(), false, {}};
    ASSERT_TRUE(write(module, 127, {0x03}));

    module.replace(cmis_module());

    EXPECT_TRUE(module.inserted());
    EXPECT_EQ(read(module, 0, 1), (Bytes{0x1e}));
    EXPECT_EQ(read(module, 127, 1), (Bytes{0x00}));
}

TEST(SimulatedModuleTest, FaultLastsUntilItsTime) {
    SimulatedModule module{sff8636_module(), true, {}};
    module.fail(SimulatedFault::nack, 10ms);

    EXPECT_TRUE(module.suffers(SimulatedFault::nack, 0ms));
    EXPECT_FALSE(module.suffers(SimulatedFault::timeout, 0ms));
    EXPECT_TRUE(module.suffers(SimulatedFault::nack, 9ms));
    EXPECT_FALSE(module.suffers(SimulatedFault::nack, 10ms));
}

TEST(SimulatedModuleTest, FaultLastsForItsTransfers) {
    SimulatedModule module{sff8636_module(), true, {}};
    module.fail_next(SimulatedFault::timeout, 2);

    EXPECT_TRUE(module.suffers(SimulatedFault::timeout, 0ms));
    EXPECT_TRUE(module.suffers(SimulatedFault::timeout, 0ms));
    EXPECT_FALSE(module.suffers(SimulatedFault::timeout, 0ms));
}

TEST(SimulatedModuleTest, StuckPageKeepsRegisterAndBytes) {
    SimulatedModule module{sff8636_module(), true, {}};
    module.fail_next(SimulatedFault::stuck_page, 1);

    ASSERT_TRUE(write(module, 127, {0x03}));
    EXPECT_EQ(read(module, 127, 2), (Bytes{0x00, 0x11}));

    ASSERT_TRUE(write(module, 127, {0x03}));
    EXPECT_EQ(read(module, 127, 1), (Bytes{0x03}));
}

TEST(SimulatedModuleTest, WanderingValueIsATriangleAroundTheImage) {
    auto image = sff8636_module();
    image.at(cmis::lower_memory)[22] = 0x29;
    image.at(cmis::lower_memory)[23] = 0x80;
    SimulatedModule module{image, true, {}};
    module.wander({.location = cmis::lower(22), .width = 2, .amplitude = 0x100, .period = 40s}, 0s);

    EXPECT_EQ(read(module, 22, 2, 0s), (Bytes{0x29, 0x80}));
    EXPECT_EQ(read(module, 22, 2, 5s), (Bytes{0x2a, 0x00}));
    EXPECT_EQ(read(module, 22, 2, 10s), (Bytes{0x2a, 0x80}));
    EXPECT_EQ(read(module, 22, 2, 20s), (Bytes{0x29, 0x80}));
    EXPECT_EQ(read(module, 22, 2, 30s), (Bytes{0x28, 0x80}));
    EXPECT_EQ(read(module, 22, 2, 40s), (Bytes{0x29, 0x80}));
    EXPECT_EQ(read(module, 23, 1, 5s), (Bytes{0x00}));
}

TEST(SimulatedModuleTest, DarkLaneStaysDarkWhenItsValueWanders) {
    SimulatedModule module{sff8636_module(), true, {}};
    module.wander({.location = cmis::lower(34), .width = 2, .amplitude = 50, .period = 40s}, 0s);

    EXPECT_EQ(read(module, 34, 2, 10s), (Bytes{0x00, 0x00}));
}

TEST(SimulatedModuleTest, WanderingStopsAtTheEndsOfTheRange) {
    auto image = sff8636_module();
    image.at(cmis::lower_memory)[34] = 0xff;
    image.at(cmis::lower_memory)[35] = 0xf0;
    image.at(cmis::lower_memory)[40] = 0x03;
    SimulatedModule module{image, true, {}};
    module.wander({.location = cmis::lower(34), .width = 2, .amplitude = 0x100, .period = 40s}, 0s);
    module.wander({.location = cmis::lower(40), .width = 1, .amplitude = 9, .period = 40s}, 0s);

    EXPECT_EQ(read(module, 34, 2, 10s), (Bytes{0xff, 0xff}));
    EXPECT_EQ(read(module, 40, 1, 30s), (Bytes{0x00}));
}

TEST(SimulatedModuleTest, SecondDeviceAnswersOnlyWhereTheImageHasOne) {
    SimulatedModule module{sff8636_module(), true, {}};
    std::array<std::uint8_t, 2> out{};

    const auto done = module.read(0x51, 0, out, 0ns);

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error(), Fault::nack);
}

}  // namespace
}  // namespace opticward::drivers
