#include "cmis/codec.h"
#include "cmis/interpretation.h"
#include "tests/support/module_images.h"

#include <gtest/gtest.h>

namespace opticward::cmis {
namespace {

using test::image_a;
using test::image_b;
using test::image_c;
using test::put;
using test::put_words;

TEST(MonitorSupportTest, OpticWithEveryBitHasEveryMonitor) {
    const MonitorSupport support = monitor_support(decode(image_a()));
    EXPECT_TRUE(support.temperature);
    EXPECT_TRUE(support.supply_voltage);
    EXPECT_TRUE(support.rx_power);
    EXPECT_TRUE(support.tx_bias);
    EXPECT_TRUE(support.tx_power);
    EXPECT_TRUE(support.known);
}

// T-16.
TEST(MonitorSupportTest, PassiveCopperHasNone) {
    EXPECT_EQ(monitor_support(decode(image_b())), MonitorSupport{});
}

TEST(MonitorSupportTest, ActiveCopperHasTemperatureAndNoLight) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 147), {0xC0});
    const MonitorSupport support = monitor_support(decode(memory));
    EXPECT_TRUE(support.temperature);
    EXPECT_FALSE(support.rx_power);
    EXPECT_FALSE(support.tx_power);
    EXPECT_FALSE(support.tx_bias);
}

// T-17.
TEST(MonitorSupportTest, BitsForTemperatureAndVccCountFromRevision28On) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 220), {0x0C});
    EXPECT_FALSE(monitor_support(decode(memory)).temperature);
    EXPECT_FALSE(monitor_support(decode(memory)).supply_voltage);

    put(memory, lower(1), {0x07});
    EXPECT_TRUE(monitor_support(decode(memory)).temperature);
    EXPECT_TRUE(monitor_support(decode(memory)).supply_voltage);
}

// T-19.
TEST(MonitorSupportTest, TxPowerNeedsItsBit) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 220), {0x38});
    EXPECT_FALSE(monitor_support(decode(memory)).tx_power);
    EXPECT_TRUE(monitor_support(decode(memory)).rx_power);
}

TEST(MonitorSupportTest, RxPowerKindIsTheBitAsTheStandardHasIt) {
    EXPECT_EQ(decode(image_a()).advertisement.rx_power_kind, RxPowerKind::average);
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 220), {0x34});
    EXPECT_EQ(decode(memory).advertisement.rx_power_kind, RxPowerKind::oma);
}

TEST(MonitorSupportTest, CmisGoesByPage01h) {
    MemoryMap memory = image_c();
    put(memory, upper(0x01, 159), {0x01, 0x04});  // temperature; Rx power
    const MonitorSupport support = monitor_support(decode(memory));
    EXPECT_TRUE(support.known);
    EXPECT_TRUE(support.temperature);
    EXPECT_FALSE(support.supply_voltage);
    EXPECT_TRUE(support.rx_power);
    EXPECT_FALSE(support.tx_power);
}

TEST(MonitorSupportTest, CmisWithoutPage01hIsShownAsUnknown) {
    const MonitorSupport support = monitor_support(decode(image_c()));
    EXPECT_FALSE(support.known);
    EXPECT_TRUE(support.temperature);
    EXPECT_TRUE(support.rx_power);
}

TEST(MonitorSupportTest, FlatCmisHasNone) {
    MemoryMap memory = image_c();
    put(memory, lower(2), {0x80});
    EXPECT_EQ(monitor_support(decode(memory)), MonitorSupport{});
}

// T7: page 03h of A, changed in one way each.
TEST(LimitsStateTest, RealLimitsArePlausible) {
    const Thresholds limits = decode(image_a()).thresholds;
    EXPECT_EQ(limits_state(limits.temperature), LimitsState::plausible);
    EXPECT_EQ(limits_state(limits.supply_voltage), LimitsState::plausible);
    EXPECT_EQ(limits_state(limits.tx_bias), LimitsState::plausible);
    EXPECT_EQ(limits_state(limits.tx_power), LimitsState::plausible);
    EXPECT_EQ(limits_state(limits.rx_power), LimitsState::plausible);
}

TEST(LimitsStateTest, AllZeroIsAbsent) {
    MemoryMap memory = image_a();
    test::fill(memory, upper_page(0x03), 0x00);
    const Thresholds limits = decode(memory).thresholds;
    EXPECT_EQ(limits_state(limits.temperature), LimitsState::absent);
    EXPECT_EQ(limits_state(limits.rx_power), LimitsState::absent);
}

TEST(LimitsStateTest, AllFfhIsAbsent) {
    MemoryMap memory = image_a();
    test::fill(memory, upper_page(0x03), 0xFF);
    const Thresholds limits = decode(memory).thresholds;
    EXPECT_EQ(limits_state(limits.temperature), LimitsState::absent);
    EXPECT_EQ(limits_state(limits.supply_voltage), LimitsState::absent);
    EXPECT_EQ(limits_state(limits.tx_bias), LimitsState::absent);
    EXPECT_EQ(limits_state(limits.tx_power), LimitsState::absent);
    EXPECT_EQ(limits_state(limits.rx_power), LimitsState::absent);
}

TEST(LimitsStateTest, AllFfhIsAbsentUnderTheBiasMultiplierToo) {
    MemoryMap memory = image_c();
    put(memory, upper(0x01, 159), {0x03, 0x17});  // every monitor, bias x4
    test::fill(memory, upper_page(0x02), 0xFF);
    EXPECT_EQ(limits_state(decode(memory).thresholds.tx_bias), LimitsState::absent);
}

TEST(LimitsStateTest, FourEqualLevelsAreImplausible) {
    MemoryMap memory = image_a();
    put_words(memory, upper(0x03, 128), {0x4600, 0x4600, 0x4600, 0x4600});
    EXPECT_EQ(limits_state(decode(memory).thresholds.temperature), LimitsState::implausible);
}

TEST(LimitsStateTest, LowAboveHighIsImplausibleAndTheOthersStay) {
    MemoryMap memory = image_a();
    put_words(memory, upper(0x03, 128), {0x0000, 0x4B00, 0x4600, 0x0500});
    const Thresholds limits = decode(memory).thresholds;
    EXPECT_EQ(limits_state(limits.temperature), LimitsState::implausible);
    EXPECT_EQ(limits_state(limits.supply_voltage), LimitsState::plausible);
}

TEST(LimitsStateTest, LimitsThatWereNotReadAreAbsent) {
    EXPECT_EQ(limits_state(std::optional<Limits<Celsius>>{}), LimitsState::absent);
}

}  // namespace
}  // namespace opticward::cmis
