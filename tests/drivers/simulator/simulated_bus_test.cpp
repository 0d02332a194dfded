#include "drivers/simulator/simulated_bus.h"

#include "drivers/simulator/simulated_pin.h"
#include "tests/drivers/fake_time.h"
#include "tests/drivers/module_images.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

class SimulatedBusTest : public ::testing::Test {
protected:
    Result<std::vector<std::uint8_t>> read(std::size_t channel, std::uint8_t offset, std::size_t size) {
        std::vector<std::uint8_t> bytes(size, 0xee);
        const std::array<std::uint8_t, 1> start{offset};
        const auto done = bus_.channel(channel).transfer(0x50, start, bytes);
        if (!done) return failed(done.error());
        return bytes;
    }
    Fault fault_of_read() {
        const auto bytes = read(0, 0, 4);
        EXPECT_FALSE(bytes);
        return bytes ? Fault::checksum : bytes.error();
    }
    std::size_t add_port() { return bus_.add_port({sff8636_module(), true, {}}, {}); }

    FakeTime time_;
    SimulatedBus bus_{400'000, Pacing::instant, time_.timing().now};
};

// (9 * (3 + 128) + 3) / 400 kHz = 2955 us, and 1.3 us until the next START.
TEST_F(SimulatedBusTest, ReadOfAPageTakesItsBitTimes) {
    EXPECT_EQ(bus_.read_time(128), 2'956'300ns);
    EXPECT_EQ(bus_.read_time(1), 98'800ns);
}

// (9 * (2 + 1) + 2) / 400 kHz = 72.5 us.
TEST_F(SimulatedBusTest, PageSelectTakesItsBitTimes) {
    EXPECT_EQ(bus_.write_time(1), 73'800ns);
    EXPECT_EQ(bus_.write_time(2), 96'300ns);
}

TEST(SimulatedBusClockTest, OtherClockRatesHaveTheirOwnBusFreeTime) {
    FakeTime time;
    EXPECT_EQ((SimulatedBus{100'000, Pacing::instant, time.timing().now}.read_time(128)), 11'824'700ns);
    EXPECT_EQ((SimulatedBus{1'000'000, Pacing::instant, time.timing().now}.read_time(128)), 1'182'500ns);
}

TEST_F(SimulatedBusTest, TimeLineHoldsTheSumOfTheTransfers) {
    add_port();

    ASSERT_TRUE(read(0, 0, 128));
    ASSERT_TRUE(read(0, 0, 1));

    EXPECT_EQ(bus_.elapsed(), 3'055'100ns);
    EXPECT_EQ(bus_.counters().busy, 3'055'100ns);
    EXPECT_EQ(bus_.counters().transfers, 2U);
    EXPECT_EQ(bus_.counters().bytes_read, 129U);
}

TEST_F(SimulatedBusTest, IdleTimePassesWithTheClock) {
    add_port();
    ASSERT_TRUE(read(0, 0, 1));
    time_.advance(1s);

    ASSERT_TRUE(read(0, 0, 1));

    EXPECT_EQ(bus_.elapsed(), 1'000'098'800ns);
    EXPECT_EQ(bus_.counters().busy, 197'600ns);
}

// Address and mask without an offset: 20 bit times, 50 us, and 1.3 us.
TEST_F(SimulatedBusTest, TurningToAnotherPortCostsAMuxWrite) {
    add_port();
    add_port();

    ASSERT_TRUE(read(0, 0, 1));
    ASSERT_TRUE(read(0, 0, 1));
    ASSERT_TRUE(read(1, 0, 1));

    EXPECT_EQ(bus_.counters().channel_selects, 2U);
    EXPECT_EQ(bus_.counters().busy, 3 * 98'800ns + 2 * 51'300ns);
}

TEST_F(SimulatedBusTest, LogHoldsWhatCrossedTheWire) {
    add_port();
    bus_.record(true);
    const std::array<std::uint8_t, 2> select{127, 3};

    ASSERT_TRUE(bus_.channel(0).transfer(0x50, select, {}));
    ASSERT_TRUE(read(0, 128, 2));
    bus_.module(0).remove();
    ASSERT_FALSE(read(0, 0, 1));

    ASSERT_EQ(bus_.log().size(), 3U);
    EXPECT_EQ(bus_.log()[0], (BusTransaction{0, 0x50, {127, 3}, 0, std::nullopt, 73'800ns}));
    EXPECT_EQ(bus_.log()[1], (BusTransaction{0, 0x50, {128}, 2, std::nullopt, 121'300ns}));
    EXPECT_EQ(bus_.log()[2], (BusTransaction{0, 0x50, {0}, 1, Fault::nack, 31'300ns}));
}

TEST_F(SimulatedBusTest, EmptyCageDoesNotAcknowledge) {
    bus_.add_port({sff8636_module(), false, {}}, {});

    EXPECT_EQ(fault_of_read(), Fault::nack);
    EXPECT_EQ(bus_.counters().busy, 31'300ns);  // 12 bit times
}

TEST_F(SimulatedBusTest, OnlyTheModulesAddressAnswers) {
    add_port();
    std::array<std::uint8_t, 1> byte{};
    const std::array<std::uint8_t, 1> start{0};

    const auto done = bus_.channel(0).transfer(0x71, start, byte);

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error(), Fault::nack);
}

TEST_F(SimulatedBusTest, FaultsOnDemandAreWhatTheAdapterWouldReport) {
    add_port();
    auto& module = bus_.module(0);

    module.fail_next(SimulatedFault::nack, 1);
    EXPECT_EQ(fault_of_read(), Fault::nack);
    module.fail_next(SimulatedFault::bus_busy, 1);
    EXPECT_EQ(fault_of_read(), Fault::bus_busy);
    module.fail_next(SimulatedFault::bus_error, 1);
    EXPECT_EQ(fault_of_read(), Fault::bus_error);
    module.fail_next(SimulatedFault::short_read, 1);
    EXPECT_EQ(fault_of_read(), Fault::short_read);
    EXPECT_TRUE(read(0, 0, 4));
    EXPECT_EQ(count_of(bus_.counters().faults, Fault::short_read), 1U);
}

TEST_F(SimulatedBusTest, TimeoutHoldsTheBusForTwentyFiveMilliseconds) {
    add_port();
    bus_.module(0).fail_next(SimulatedFault::timeout, 1);

    EXPECT_EQ(fault_of_read(), Fault::timeout);
    EXPECT_EQ(bus_.elapsed(), 25ms);
}

TEST_F(SimulatedBusTest, BitErrorInvertsOneBitOfTheFirstByte) {
    add_port();
    bus_.module(0).fail_next(SimulatedFault::bit_error, 1);

    EXPECT_EQ(read(0, 0, 2).value(), (std::vector<std::uint8_t>{0x51, 0x00}));
    EXPECT_EQ(read(0, 0, 2).value(), (std::vector<std::uint8_t>{0x11, 0x00}));
}

TEST_F(SimulatedBusTest, HangLastsUntilTheFaultEnds) {
    add_port();
    bus_.module(0).fail(SimulatedFault::hang, 3s);

    EXPECT_EQ(fault_of_read(), Fault::timeout);
    EXPECT_EQ(bus_.elapsed(), 3s);
    EXPECT_TRUE(read(0, 0, 4));
}

// The reading thread may be before, in or behind its wait: it is released again until it is through.
TEST_F(SimulatedBusTest, HangWithoutAnEndIsReleased) {
    add_port();
    bus_.module(0).fail_next(SimulatedFault::hang, 1);
    std::atomic<bool> through = false;
    std::jthread reader{[&] {
        EXPECT_EQ(fault_of_read(), Fault::timeout);
        through = true;
    }};

    while (!through)
        bus_.release_hang();
}

TEST_F(SimulatedBusTest, PresenceFollowsTheModule) {
    add_port();
    SimulatedPin presence{bus_, 0};

    EXPECT_EQ(presence.is_active().value(), true);
    bus_.module(0).remove();
    EXPECT_EQ(presence.is_active().value(), false);
}

TEST_F(SimulatedBusTest, PresenceLetsTheScriptHappen) {
    bus_.add_port({sff8636_module(), true, {}}, {{.at = 5s, .every = {}, .action = Remove{}}});
    SimulatedPin presence{bus_, 0};
    ASSERT_EQ(presence.is_active().value(), true);

    time_.advance(5s);

    EXPECT_EQ(presence.is_active().value(), false);
}

TEST_F(SimulatedBusTest, TransferLetsTheScriptHappen) {
    bus_.add_port({sff8636_module(), true, {}},
                  {{.at = 2s, .every = {}, .action = PatchBytes{{{cmis::lower(22), 0x46}}}}});
    ASSERT_EQ(read(0, 22, 1).value(), (std::vector<std::uint8_t>{0x00}));

    time_.advance(2s);

    EXPECT_EQ(read(0, 22, 1).value(), (std::vector<std::uint8_t>{0x46}));
}

// The one place where wire time is spent: two page selects of 73.8 us each.
TEST(SimulatedBusPacingTest, WirePacingSpendsTheTime) {
    const auto begin = std::chrono::steady_clock::now();
    SimulatedBus bus{400'000, Pacing::wire, real_timing().now};
    bus.add_port({sff8636_module(), true, {}}, {});
    const std::array<std::uint8_t, 2> select{127, 3};

    ASSERT_TRUE(bus.channel(0).transfer(0x50, select, {}));
    ASSERT_TRUE(bus.channel(0).transfer(0x50, select, {}));

    EXPECT_GE(std::chrono::steady_clock::now() - begin, 147'600ns);
}

}  // namespace
}  // namespace opticward::drivers
