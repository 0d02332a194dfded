// The model that efficiency is measured against, by the numbers of the physical limits (performance.md, section 6).
#include "tests/bench/least.h"

#include "drivers/simulator/simulated_bus.h"
#include "tests/support/module_images.h"

#include <array>
#include <gtest/gtest.h>
#include <tuple>

namespace opticward::test {
namespace {

constexpr std::array clock_rates{100'000U, 400'000U, 1'000'000U};

// In ms, without the check of byte 127.
double least(const cmis::MemoryMap& image, unsigned hertz) {
    const WireModel wire{hertz};
    const PollBytes bytes = poll_bytes(image, false);
    const double check = bytes.upper.empty() ? 0 : wire.read(1);
    return 1e3 * (least_poll(bytes, wire) - check);
}

cmis::MemoryMap cmis_module(std::uint8_t missing_lanes) {
    cmis::MemoryMap image = image_c2();
    put_cmis_monitors(image);
    put(image, cmis::upper(0x00, 210), {missing_lanes});
    put(image, cmis::upper(0x01, 159), {0x3F});  // every monitor of the module
    return image;
}

TEST(LeastTest, APageTakesItsBitTimes) {
    EXPECT_NEAR(WireModel{100'000}.read(128), 11.8247e-3, 1e-9);
    EXPECT_NEAR(WireModel{400'000}.read(128), 2.9563e-3, 1e-9);
    EXPECT_NEAR(WireModel{1'000'000}.read(128), 1.1825e-3, 1e-9);
    EXPECT_NEAR(WireModel{400'000}.write(1), 73.8e-6, 1e-9);
}

TEST(LeastTest, AnSff8636ModuleWithFlagsAndMonitors) {
    EXPECT_NEAR(least(image_a(), 100'000), 4.78, 0.005);
    EXPECT_NEAR(least(image_a(), 400'000), 1.20, 0.005);
    EXPECT_NEAR(least(image_a(), 1'000'000), 0.48, 0.005);
}

TEST(LeastTest, ACmisModuleOfEightLanesWithNothingLatched) {
    EXPECT_NEAR(least(cmis_module(0x00), 100'000), 7.00, 0.005);
    EXPECT_NEAR(least(cmis_module(0x00), 400'000), 1.75, 0.005);
    EXPECT_NEAR(least(cmis_module(0x00), 1'000'000), 0.70, 0.005);
}

TEST(LeastTest, ACmisModuleOfFourLanesWithNothingLatched) {
    EXPECT_NEAR(least(cmis_module(0xF0), 100'000), 5.45, 0.005);
    EXPECT_NEAR(least(cmis_module(0xF0), 400'000), 1.36, 0.005);
    EXPECT_NEAR(least(cmis_module(0xF0), 1'000'000), 0.545, 0.0005);
}

TEST(LeastTest, ACmisModuleOfEightLanesWithAFlag) {
    const WireModel wire{400'000};
    const double all = least_poll(poll_bytes(cmis_module(0x00), true), wire) - wire.read(1);
    EXPECT_NEAR(1e3 * all, 2.43, 0.005);
}

TEST(LeastTest, MonitorsThatAModuleDoesNotHaveAreLeftOut) {
    cmis::MemoryMap image = cmis_module(0x00);
    put(image, cmis::upper(0x01, 159), {0x03});  // temperature, Vcc
    const PollBytes bytes = poll_bytes(image, false);
    EXPECT_EQ(bytes.lower.front(), 3U);
    EXPECT_EQ(bytes.lower.back(), 17U);
}

TEST(LeastTest, APassiveCableIsThreeBytes) {
    EXPECT_EQ(poll_bytes(image_b(), false).lower, (std::vector<std::size_t>{2, 3, 4}));
    EXPECT_NEAR(least(image_b(), 100'000), 0.57 + 0.0047, 0.0005);
}

TEST(LeastTest, TheSimulatedWireCostsTheSame) {
    for (const unsigned hertz : clock_rates) {
        const drivers::SimulatedBus bus{hertz, drivers::Pacing::instant, [] { return drivers::TimePoint{}; }};
        const WireModel wire{hertz};
        for (const std::size_t bytes : {1U, 2U, 13U, 48U, 128U}) {
            EXPECT_NEAR(std::chrono::duration<double>(bus.read_time(bytes)).count(), wire.read(bytes), 2e-9);
            EXPECT_NEAR(std::chrono::duration<double>(bus.write_time(bytes)).count(), wire.write(bytes), 2e-9);
        }
    }
}

// 0.0988 + 2 * 0.0738 ms of housekeeping make runs up to 14 bytes apart cheaper read as one.
TEST(LeastTest, AFileReadsTheMonitorsOfFourLanesAsOne) {
    const WireModel wire{400'000};
    const PollBytes bytes = poll_bytes(cmis_module(0xF0), false);
    EXPECT_NEAR(least_poll_by_file(bytes, wire), wire.read(23) + wire.read(40) + wire.read(1) + 2 * wire.write(1),
                1e-9);
}

}  // namespace
}  // namespace opticward::test
