#include "drivers/simulator/script_runner.h"

#include "tests/drivers/module_images.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

class ScriptRunnerTest : public ::testing::Test {
protected:
    std::uint8_t byte_at(std::uint8_t offset) {
        std::array<std::uint8_t, 1> byte{};
        EXPECT_TRUE(module_.read(0x50, offset, byte, 0ns));
        return byte[0];
    }
    static ScriptStep patch(std::chrono::milliseconds at, std::optional<std::chrono::milliseconds> every,
                            std::uint8_t byte) {
        return {at, every, PatchBytes{{{cmis::lower(22), byte}}}};
    }

    SimulatedModule module_{sff8636_module(), true, {}};
};

TEST_F(ScriptRunnerTest, NothingHappensBeforeItsTime) {
    ScriptRunner script{{patch(10s, {}, 0x46)}};

    script.advance(9'999ms, module_);
    EXPECT_EQ(byte_at(22), 0x00);
    script.advance(10s, module_);
    EXPECT_EQ(byte_at(22), 0x46);
}

TEST_F(ScriptRunnerTest, StepWithoutEveryHappensOnce) {
    ScriptRunner script{{patch(10s, {}, 0x46)}};
    script.advance(10s, module_);
    module_.patch(cmis::lower(22), 0x00);

    script.advance(100s, module_);

    EXPECT_EQ(byte_at(22), 0x00);
}

TEST_F(ScriptRunnerTest, ModuleGoesHotAndComesBackAgainAndAgain) {
    ScriptRunner script{{patch(10s, 60s, 0x46), patch(30s, 60s, 0x29)}};

    script.advance(10s, module_);
    EXPECT_EQ(byte_at(22), 0x46);
    script.advance(30s, module_);
    EXPECT_EQ(byte_at(22), 0x29);
    script.advance(69'999ms, module_);
    EXPECT_EQ(byte_at(22), 0x29);
    script.advance(70s, module_);
    EXPECT_EQ(byte_at(22), 0x46);
    script.advance(90s, module_);
    EXPECT_EQ(byte_at(22), 0x29);
}

TEST_F(ScriptRunnerTest, LateAdvanceLeavesTheStateOfThatTime) {
    ScriptRunner script{{patch(10s, 60s, 0x46), patch(30s, 60s, 0x29)}};

    script.advance(24h + 15s, module_);  // 86415 = 1440 * 60 + 15: five seconds into hot

    EXPECT_EQ(byte_at(22), 0x46);
}

TEST_F(ScriptRunnerTest, StepsOfTheSameTimeKeepTheirOrder) {
    ScriptRunner script{{patch(10s, {}, 0x01), patch(10s, {}, 0x02)}};

    script.advance(10s, module_);

    EXPECT_EQ(byte_at(22), 0x02);
}

TEST_F(ScriptRunnerTest, ModuleIsPulledAndPluggedAgain) {
    ScriptRunner script{{{1s, {}, Remove{}}, {2s, {}, Insert{}}}};

    script.advance(1s, module_);
    EXPECT_FALSE(module_.inserted());
    script.advance(2s, module_);
    EXPECT_TRUE(module_.inserted());
}

TEST_F(ScriptRunnerTest, ModulesAreSwappedWithoutARemoval) {
    ScriptRunner script{{{30s, 60s, Replace{cmis_module()}}, {60s, 60s, Replace{sff8636_module()}}}};

    script.advance(30s, module_);
    EXPECT_EQ(byte_at(0), 0x1e);
    EXPECT_TRUE(module_.inserted());
    script.advance(60s, module_);
    EXPECT_EQ(byte_at(0), 0x11);
    script.advance(90s, module_);
    EXPECT_EQ(byte_at(0), 0x1e);
}

TEST_F(ScriptRunnerTest, FaultEndsAfterItsDurationHoweverLateItWasNoticed) {
    ScriptRunner script{{{10s, {}, InjectFault{SimulatedFault::nack, 5s}}}};

    script.advance(12s, module_);

    EXPECT_TRUE(module_.suffers(SimulatedFault::nack, 14'999ms));
    EXPECT_FALSE(module_.suffers(SimulatedFault::nack, 15s));
}

TEST_F(ScriptRunnerTest, EveryZeroDoesNotRepeat) {
    ScriptRunner script{{patch(1s, 0s, 0x46)}};
    script.advance(1s, module_);
    module_.patch(cmis::lower(22), 0x00);

    script.advance(2s, module_);

    EXPECT_EQ(byte_at(22), 0x00);
}

TEST_F(ScriptRunnerTest, WanderStartsAtItsTime) {
    module_.patch(cmis::lower(22), 0x29);
    ScriptRunner script{{{10s, {}, Wander{.location = cmis::lower(22), .width = 1, .amplitude = 2, .period = 40s}}}};
    script.advance(10s, module_);
    std::array<std::uint8_t, 1> byte{};

    ASSERT_TRUE(module_.read(0x50, 22, byte, 20s));

    EXPECT_EQ(byte[0], 0x2b);
}

}  // namespace
}  // namespace opticward::drivers
