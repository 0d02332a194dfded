// T2, T4, T5, T6, T7, T9, T15a and T15c of the field reports: what the text of /metrics says of a module's bytes.
#include "tests/integration/one_port.h"
#include "tests/support/module_images.h"

#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace opticward::test {
namespace {

using cmis::lower;
using cmis::upper;
using namespace std::chrono_literals;

std::string series(std::string_view name, std::string_view more = "") {
    return "transceiver_" + std::string{name} + "{port=\"swp1\"" + std::string{more} + "}";
}

std::string lane(std::string_view name, unsigned number) {
    return series(name, ",lane=\"" + std::to_string(number) + "\"");
}

// Every sample line ends with a number, and a finite one.
void expect_finite(const std::string& text) {
    std::istringstream lines{text};
    std::size_t samples = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) {
            continue;
        }
        ++samples;
        const std::string number = line.substr(line.rfind(' ') + 1);
        char* end = nullptr;
        EXPECT_TRUE(std::isfinite(std::strtod(number.c_str(), &end))) << line;
        EXPECT_EQ(*end, '\0') << line;
    }
    EXPECT_GT(samples, 100U);
}

// T2
TEST(DecodingEndToEndTest, ReadsAQsfp56WithIdentifier1EhByTheCmisMap) {
    cmis::MemoryMap image = image_c();
    put_cmis_monitors(image);
    put_cmis_thresholds(image);
    OnePort port{image, infiniband_port(true)};
    port.run(3s);
    EXPECT_EQ(port.value(series("temperature_celsius")), "52.25");
    EXPECT_EQ(port.value(series("supply_voltage_volts")), "3.301");
    EXPECT_EQ(port.value(series("max_power_watts")), "5");
    EXPECT_EQ(port.value(series("rx_power_threshold_dbm", ",severity=\"alarm\",bound=\"low\"")), "-11");
    EXPECT_NE(port.metrics().find("management=\"CMIS\",vendor=\"EXAMPLE OPTICS\",part_number=\"EX-200C-SR4\","
                                  "serial_number=\"TST0000002\""),
              std::string::npos);
}

// T4
TEST(DecodingEndToEndTest, ShowsDirtyTextAsReplacementCharacters) {
    cmis::MemoryMap image = image_a();
    put_text(image, upper(0, 148), 16, "FS ");
    put(image, upper(0, 151), {0xBE, 0xFF, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00});
    put(image, upper(0, 165), {0x00, 0x02, 0xC9});
    put_sff8636_sums(image);
    OnePort port{image, ethernet_port(true)};
    port.run(3s);
    const std::string text = port.metrics();
    EXPECT_NE(text.find("vendor=\"FS \xEF\xBF\xBD\xEF\xBF\xBD\""), std::string::npos);
    EXPECT_NE(text.find("oui=\"00:02:c9\""), std::string::npos);
    EXPECT_NE(text.find("module=\"ethernet\""), std::string::npos);
}

TEST(DecodingEndToEndTest, EscapesASerialNumberOfQuoteBackslashAndNewline) {
    cmis::MemoryMap image = image_a();
    put(image, upper(0, 196), {0x22, 0x5C, 0x0A, 0x31, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20});
    put_sff8636_sums(image);
    OnePort port{image, ethernet_port(true)};
    port.run(3s);
    EXPECT_NE(port.metrics().find(R"(serial_number="\"\\\n1")"), std::string::npos);
}

// T5
cmis::MemoryMap lower_memory_of_ones() {
    cmis::MemoryMap image = image_b();
    fill(image, cmis::lower_memory, 0xFF);
    put(image, lower(0), {0x0D});
    put(image, upper(0, 131), {0x80});
    put(image, upper(0, 164), {0x00});
    put(image, upper(0, 192), {0x0B});
    // 25.78 GBd NRZ, as 100GBASE-CR4 is.
    put(image, upper(0, 139), {0x05, 0xFF});
    put(image, upper(0, 222), {0x67});
    put_sff8636_sums(image);
    return image;
}

TEST(DecodingEndToEndTest, BelievesPage00hWhereLowerMemoryReadsOnes) {
    OnePort port{lower_memory_of_ones(), ethernet_port(true)};
    port.run(15s);  // a module that starts reads so too, for some seconds
    EXPECT_EQ(port.value(series("port_state", ",state=\"ok\"")), "1");
    EXPECT_NE(port.metrics().find("form_factor=\"QSFP28\""), std::string::npos);
    EXPECT_EQ(port.value(series("temperature_celsius")), "");
    EXPECT_EQ(port.value(series("monitor_supported", ",monitor=\"temperature\"")), "0");
    EXPECT_EQ(port.value(series("monitor_supported", ",monitor=\"rx_power\"")), "0");
    EXPECT_TRUE(port.port()->alerts.empty());
    EXPECT_EQ(port.metrics().find("transceiver_flag_active{port=\"swp1\",lane=\"1\",flag=\"rx_los\"} 1"),
              std::string::npos);
}

// T6
TEST(DecodingEndToEndTest, OneDarkLaneAlarmsThatLaneAlone) {
    cmis::MemoryMap image = image_a();
    put(image, lower(38), {0x00, 0x00});
    OnePort port{image, ethernet_port(true)};
    port.run(2s);  // what was latched before the insertion is not counted
    port.module().patch(lower(3), 0x04);
    port.set_host(ethernet_port(false));
    port.run(1s);
    EXPECT_EQ(port.value(lane("rx_power_watts", 3)), "0");
    EXPECT_EQ(port.value(lane("rx_power_dbm", 3)), "-40");
    EXPECT_EQ(port.value(lane("rx_power_dbm", 1)), "0");
    EXPECT_EQ(port.value(series("flag_active", ",lane=\"3\",flag=\"rx_los\"")), "1");
    EXPECT_EQ(port.value(series("flag_active", ",lane=\"1\",flag=\"rx_los\"")), "0");
    EXPECT_EQ(port.value(series("monitor_state", ",monitor=\"rx_power\",lane=\"3\"")), "2");
    for (const unsigned other : {1U, 2U, 4U}) {
        EXPECT_EQ(port.value(series("monitor_state", ",monitor=\"rx_power\",lane=\"" + std::to_string(other) + "\"")),
                  "0");
    }
    expect_finite(port.metrics());
}

// T7
void expect_no_temperature_threshold(const cmis::MemoryMap& image) {
    OnePort port{image, ethernet_port(true)};
    port.run(5s);
    EXPECT_EQ(port.metrics().find("transceiver_temperature_threshold_celsius{"), std::string::npos);
    EXPECT_EQ(port.value(series("monitor_state", ",monitor=\"temperature\"")), "");  // not judged is not "good"
    EXPECT_EQ(port.value(series("temperature_celsius")), "41.5");
    EXPECT_TRUE(port.port()->alerts.empty());
}

TEST(DecodingEndToEndTest, ThresholdsOfOnlyZerosAreNotProvided) {
    cmis::MemoryMap image = image_a();
    fill(image, cmis::upper_page(3), 0x00);
    expect_no_temperature_threshold(image);
}

TEST(DecodingEndToEndTest, ThresholdsOfOnlyOnesAreNotProvided) {
    cmis::MemoryMap image = image_a();
    fill(image, cmis::upper_page(3), 0xFF);
    expect_no_temperature_threshold(image);
}

TEST(DecodingEndToEndTest, ThresholdsThatAreAllTheSameAreNotJudged) {
    cmis::MemoryMap image = image_a();
    put(image, upper(3, 128), {0x46, 0x00, 0x46, 0x00, 0x46, 0x00, 0x46, 0x00});
    expect_no_temperature_threshold(image);
}

TEST(DecodingEndToEndTest, ThresholdsWithTheLowAlarmAboveTheHighAreNotJudged) {
    cmis::MemoryMap image = image_a();
    put(image, upper(3, 128), {0x00, 0x00, 0x4B, 0x00, 0x46, 0x00, 0x05, 0x00});
    expect_no_temperature_threshold(image);
}

TEST(DecodingEndToEndTest, RealThresholdsArePublishedAndTheTemperatureIsNormal) {
    OnePort port{image_a(), ethernet_port(true)};
    port.run(5s);
    EXPECT_EQ(port.value(series("temperature_threshold_celsius", ",severity=\"alarm\",bound=\"high\"")), "75");
    EXPECT_EQ(port.value(series("temperature_threshold_celsius", ",severity=\"warning\",bound=\"low\"")), "0");
    EXPECT_EQ(port.value(series("monitor_state", ",monitor=\"temperature\"")), "0");
    EXPECT_TRUE(port.port()->alerts.empty());
}

// T9
TEST(DecodingEndToEndTest, ASingleLaneOpticHasOneLaneAndNoAlarmsOfTheOthers) {
    cmis::MemoryMap image = image_a();
    put(image, upper(0, 192), {0x25});  // 100GBASE-DR
    put_sff8636_sums(image);
    put(image, lower(113), {0x0E});
    put_words(image, lower(34), {10000, 0, 0, 0, 3500, 0, 0, 0, 11000, 0, 0, 0});
    OnePort port{image, ethernet_port(true)};
    port.run(2s);
    port.module().patch(lower(3), 0x0E);
    port.run(3s);
    EXPECT_EQ(port.value(lane("rx_power_watts", 1)), "0.001");
    for (const unsigned other : {2U, 3U, 4U}) {
        EXPECT_EQ(port.value(lane("rx_power_watts", other)), "");
        EXPECT_EQ(port.value(lane("tx_bias_amperes", other)), "");
    }
    EXPECT_TRUE(port.port()->alerts.empty());
}

// T15a
TEST(DecodingEndToEndTest, PowerClass7IsFiveWatts) {
    OnePort port{image_a(), ethernet_port(true)};  // byte 129 = CFh
    port.run(3s);
    EXPECT_EQ(port.value(series("max_power_watts")), "5");
}

TEST(DecodingEndToEndTest, PowerClass8TakesItsWattsFromByte107) {
    cmis::MemoryMap image = image_a();
    put(image, upper(0, 129), {0x20});
    put(image, lower(107), {0x37});
    put_sff8636_sums(image);
    OnePort port{image, ethernet_port(true)};
    port.run(3s);
    EXPECT_EQ(port.value(series("max_power_watts")), "5.5");
}

// T15c
TEST(DecodingEndToEndTest, CmisBiasIsMultipliedAsAdvertised) {
    struct Case {
        std::uint8_t byte_160;
        std::string_view amperes;
    };
    for (const Case& one : {Case{0x07, "0.007"}, Case{0x0F, "0.014"}, Case{0x17, "0.028"}, Case{0x1F, "0.007"}}) {
        cmis::MemoryMap image = image_c();
        put_cmis_monitors(image);
        put(image, upper(1, 160), {one.byte_160});
        put_cmis_sums(image);
        OnePort port{image, infiniband_port(true)};
        port.run(3s);
        EXPECT_EQ(port.value(lane("tx_bias_amperes", 1)), one.amperes) << "byte 160 = " << int{one.byte_160};
    }
}

}  // namespace
}  // namespace opticward::test
