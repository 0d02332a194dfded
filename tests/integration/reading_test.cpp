// T3, T10 and T11 of the field reports: bad reads, pages that are not the ones asked for, a swap nobody saw.
#include "tests/integration/one_port.h"
#include "tests/support/module_images.h"

#include <gtest/gtest.h>

namespace opticward::test {
namespace {

using cmis::lower;
using cmis::upper;
using drivers::SimulatedFault;
using namespace std::chrono_literals;

constexpr std::string_view temperature = "transceiver_temperature_celsius{port=\"swp1\"}";
constexpr std::string_view read_success = "transceiver_read_success{port=\"swp1\"}";

std::string state(std::string_view name) {
    return "transceiver_port_state{port=\"swp1\",state=\"" + std::string{name} + "\"}";
}

cmis::MemoryMap of_only(std::uint8_t value) {
    cmis::MemoryMap image;
    fill(image, cmis::lower_memory, value);
    fill(image, cmis::upper_page(0), value);
    return image;
}

// T3
void expect_no_module(const cmis::MemoryMap& image) {
    OnePort port{image, ethernet_port(false)};
    port.run(20s);
    EXPECT_EQ(port.value(state("invalid")), "1");
    EXPECT_EQ(port.value(temperature), "");
    const std::string text = port.metrics();
    EXPECT_EQ(text.find("transceiver_info{"), std::string::npos);
    EXPECT_EQ(text.find("transceiver_rx_power_watts{"), std::string::npos);
    EXPECT_EQ(text.find("_threshold_"), std::string::npos);
    EXPECT_EQ(port.value("transceiver_link_mode_mismatch{port=\"swp1\"}") == "1", false);
    EXPECT_EQ(port.logged("event=raise"), 1U);
}

TEST(ReadingEndToEndTest, MemoryOfOnlyOnesIsNoModuleAndOneEvent) {
    expect_no_module(of_only(0xFF));
}

TEST(ReadingEndToEndTest, MemoryOfOnlyZerosIsNoModuleAndOneEvent) {
    expect_no_module(of_only(0x00));
}

TEST(ReadingEndToEndTest, OnesAtFirstAndThenAModuleIsANormalInsertion) {
    OnePort port{of_only(0xFF), ethernet_port(true)};
    port.run(1s);
    port.module().replace(image_a());
    port.run(10s);
    EXPECT_EQ(port.value(state("ok")), "1");
    EXPECT_EQ(port.value(temperature), "41.5");
    EXPECT_EQ(port.logged("event=raise"), 0U);
}

// T10 (a) and (b): the module does not select the page.
TEST(ReadingEndToEndTest, APageThatIsNotSelectedIsDroppedCountedAndAskedForAgain) {
    cmis::MemoryMap image = image_c2();
    put_cmis_monitors(image);
    put_cmis_thresholds(image);
    OnePort port{image, ethernet_port(true)};
    port.run(3s);
    ASSERT_EQ(port.value("transceiver_rx_power_watts{port=\"swp1\",lane=\"1\"}"), "0.001");
    const std::string read_at = port.value("transceiver_last_read_timestamp_seconds{port=\"swp1\"}");

    port.module().patch(upper(0x11, 186), 0x13);  // from 1 mW to 0.488 mW
    // Something else moves the module's page, and it stays there.
    const std::array<std::uint8_t, 1> page_zero{0x00};
    ASSERT_TRUE(port.module().write(cmis::module_address, 127, page_zero, std::chrono::seconds{0}));
    port.module().fail(SimulatedFault::stuck_page, std::chrono::hours{1});
    port.run(2s);
    EXPECT_EQ(port.value(read_success), "0");
    EXPECT_EQ(port.value("transceiver_rx_power_watts{port=\"swp1\",lane=\"1\"}"), "0.001");
    EXPECT_EQ(port.value("transceiver_last_read_timestamp_seconds{port=\"swp1\"}"), read_at);
    EXPECT_NE(port.value("transceiver_read_errors_total{port=\"swp1\",reason=\"page_refused\"}"), "0");

    port.module().recover();
    port.run(2s);
    EXPECT_EQ(port.value(read_success), "1");
    EXPECT_EQ(port.value("transceiver_rx_power_watts{port=\"swp1\",lane=\"1\"}"), "0.000488");
}

// T10 (c): another page's bytes although the select reads back right.
TEST(ReadingEndToEndTest, ResidueOfAnotherPageDoesNotChangeTheIdentity) {
    OnePort port{image_a(), ethernet_port(true)};
    port.run(3s);
    port.module().fail(SimulatedFault::page_residue, std::chrono::seconds{32});
    port.run(40s);
    EXPECT_NE(port.metrics().find("serial_number=\"TST0000001\""), std::string::npos);
    EXPECT_EQ(port.value("transceiver_insertions_total{port=\"swp1\"}"), "1");
    EXPECT_EQ(port.value("transceiver_removals_total{port=\"swp1\"}"), "0");
}

// T10 (d): NACK of the page select is an error of the bus, not flat memory.
TEST(ReadingEndToEndTest, ANackIsCountedAsAnErrorAndTheThresholdsStay) {
    OnePort port{image_a(), ethernet_port(true)};
    port.run(3s);
    port.module().fail(SimulatedFault::nack, std::chrono::seconds{5});
    port.run(2s);
    EXPECT_EQ(port.value(read_success), "0");
    EXPECT_NE(port.value("transceiver_read_errors_total{port=\"swp1\",reason=\"nack\"}"), "0");
    EXPECT_EQ(port.value("transceiver_temperature_threshold_celsius{port=\"swp1\",severity=\"alarm\",bound=\"high\"}"),
              "75");
    port.run(10s);
    EXPECT_EQ(port.value(read_success), "1");
    EXPECT_EQ(port.value("transceiver_temperature_threshold_celsius{port=\"swp1\",severity=\"alarm\",bound=\"high\"}"),
              "75");
}

TEST(ReadingEndToEndTest, TellsWhenTheModuleWasIdentified) {
    OnePort port{image_a(), ethernet_port(true)};
    port.run(30s);
    EXPECT_EQ(port.value("transceiver_inserted_timestamp_seconds{port=\"swp1\"}"), "1796083200");
}

// T11
cmis::MemoryMap another_a() {
    cmis::MemoryMap image = image_a();
    put_text(image, upper(0, 196), 16, "TST0000009");
    put_sff8636_sums(image);
    put(image, upper(3, 128), {0x41, 0x00, 0xFB, 0x00, 0x3C, 0x00, 0x00, 0x00});  // ten degrees lower
    return image;
}

TEST(ReadingEndToEndTest, ASwapThatNobodySawIsARemovalAndAnInsertion) {
    cmis::MemoryMap hot = image_a();
    put(hot, lower(22), {0x47, 0x00});  // 71 C: a warning
    OnePort port{hot, ethernet_port(true)};
    port.run(5s);
    ASSERT_EQ(port.port()->alerts.size(), 1U);

    port.module().replace(another_a());
    port.run(60s);
    EXPECT_EQ(port.value("transceiver_insertions_total{port=\"swp1\"}"), "2");
    EXPECT_EQ(port.value("transceiver_removals_total{port=\"swp1\"}"), "1");
    EXPECT_EQ(port.value("transceiver_temperature_threshold_celsius{port=\"swp1\",severity=\"alarm\",bound=\"high\"}"),
              "65");
    EXPECT_TRUE(port.port()->alerts.empty());
    EXPECT_EQ(port.metrics().find("TST0000001"), std::string::npos);
    EXPECT_EQ(port.logged("event=remove"), 1U);
    EXPECT_EQ(port.logged("event=insert"), 1U);
}

TEST(ReadingEndToEndTest, ASwapWithAWrongChecksumSaysNothingUntilItIsRight) {
    OnePort port{image_a(), ethernet_port(true)};
    port.run(5s);
    cmis::MemoryMap moving = another_a();
    moving.at(cmis::upper_page(0))[191 - 128] ^= 0xFF;
    port.module().replace(moving);
    for (int second = 0; second < 60 && port.value(state("initializing")) != "1"; ++second) {
        port.run(1s);
    }
    ASSERT_EQ(port.value(state("initializing")), "1");
    EXPECT_EQ(port.logged("event=insert"), 0U);

    port.module().replace(another_a());
    port.run(30s);
    EXPECT_EQ(port.logged("event=remove"), 1U);
    EXPECT_EQ(port.logged("event=insert"), 1U);
    EXPECT_EQ(port.value("transceiver_insertions_total{port=\"swp1\"}"), "2");
}

}  // namespace
}  // namespace opticward::test
