#include "cmis/properties.h"

#include "cmis/codec.h"
#include "tests/cmis/value_paths.h"
#include "tests/support/module_images.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace opticward::cmis {
namespace {

using test::image_a;
using test::image_b;
using test::image_c;
using test::image_c2;
using test::put;
using test::put_cmis_monitors;
using test::put_words;

Value described(const MemoryMap& memory) {
    return describe(decode(memory), memory);
}

bool has_note(const Value& root, std::string_view wanted) {
    for (const std::string& note : texts_at(root, {"notes"})) {
        if (note == wanted) {
            return true;
        }
    }
    return false;
}

using Texts = std::vector<std::string>;

TEST(DescribeTest, NamesTheModule) {
    const Value module = described(image_a());
    EXPECT_EQ(text_at(module, {"memory_model"}), "SFF-8636");
    EXPECT_EQ(number_at(module, {"identifier", "code"}), 17);
    EXPECT_EQ(text_at(module, {"identifier", "name"}), "QSFP28 or later");
    EXPECT_EQ(text_at(module, {"form_factor"}), "QSFP56");
    EXPECT_EQ(text_at(module, {"revision_compliance"}), "SFF-8636 2.8-2.10");
    EXPECT_EQ(text_at(module, {"vendor_name"}), "EXAMPLE OPTICS");
    EXPECT_EQ(text_at(module, {"part_number"}), "EX-200-SR4");
    EXPECT_EQ(text_at(module, {"serial_number"}), "TST0000001");
    EXPECT_EQ(text_at(module, {"date_code"}), "2024-01-01");
    EXPECT_EQ(text_at(module, {"connector", "name"}), "MPO 1x12");
    EXPECT_EQ(text_at(module, {"encoding", "name"}), "PAM4");
    EXPECT_EQ(text_at(module, {"media"}), "850 nm VCSEL");
    EXPECT_EQ(text_at(module, {"media_type"}), "optical");
    EXPECT_EQ(number_at(module, {"power_class"}), 7);
    EXPECT_EQ(number_at(module, {"max_power_watts"}), 5.0);
    EXPECT_EQ(number_at(module, {"wavelength_meters"}), 8.5e-07);
    EXPECT_EQ(number_at(module, {"reach_meters", "om4"}), 100);
    EXPECT_EQ(number_at(module, {"lanes", "media"}), 4);
}

TEST(DescribeTest, PrintsTheKeysInTheOrderOfTheContract) {
    const Value module = described(image_a());
    Texts keys;
    for (const Member& member : *module.get<Object>()) {
        keys.push_back(member.key);
    }
    EXPECT_EQ(keys, (Texts{"memory_model",        "identifier",
                           "form_factor",         "revision_compliance",
                           "flat_memory",         "vendor_name",
                           "part_number",         "revision",
                           "serial_number",       "date_code",
                           "connector",           "encoding",
                           "signaling_rate_baud", "media",
                           "media_type",          "power_class",
                           "max_power_watts",     "max_case_temperature_celsius",
                           "wavelength_meters",   "wavelength_tolerance_meters",
                           "reach_meters",        "lanes",
                           "compliance",          "protocols",
                           "module_state",        "monitors",
                           "thresholds",          "flags",
                           "checksums",           "readable"}));
}

TEST(DescribeTest, MonitorsAreInSiUnitsAndPowersInDbmToo) {
    const Value module = described(image_a());
    EXPECT_EQ(number_at(module, {"monitors", "temperature_celsius"}), 41.5);
    EXPECT_EQ(number_at(module, {"monitors", "supply_voltage_volts"}), 3.295);
    EXPECT_EQ(text_at(module, {"monitors", "rx_power_kind"}), "average");
    EXPECT_EQ(number_at(module, {"monitors", "lanes", "0", "lane"}), 1);
    EXPECT_EQ(number_at(module, {"monitors", "lanes", "3", "tx_bias_amperes"}), 0.007);
    EXPECT_EQ(number_at(module, {"monitors", "lanes", "0", "tx_power_watts"}), 0.0011);
    EXPECT_EQ(number_at(module, {"monitors", "lanes", "0", "tx_power_dbm"}), 0.41);
    EXPECT_EQ(number_at(module, {"monitors", "lanes", "0", "rx_power_dbm"}), 0.0);
}

// T6: one dark lane.
TEST(DescribeTest, DarkLaneIsZeroWattsAndTheFloorInDbm) {
    MemoryMap memory = image_a();
    put_words(memory, lower(38), {0x0000});
    put(memory, lower(3), {0x04});
    const Value module = described(memory);
    EXPECT_EQ(number_at(module, {"monitors", "lanes", "2", "rx_power_watts"}), 0);
    EXPECT_EQ(number_at(module, {"monitors", "lanes", "2", "rx_power_dbm"}), -40);
    EXPECT_EQ(number_at(module, {"monitors", "lanes", "1", "rx_power_dbm"}), 0);
    EXPECT_EQ(number_at(module, {"flags", "lanes", "0", "lane"}), 3);
    EXPECT_EQ(texts_at(module, {"flags", "lanes", "0", "set"}), (Texts{"rx_los"}));
    EXPECT_EQ(texts_at(module, {"flags", "module"}), (Texts{"initialization_complete"}));
}

// T9: the lanes that a single-lane optic lacks are nowhere.
TEST(DescribeTest, LanesThatAreNotThereHaveNoMonitorsAndNoFlags) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 192), {0x25});
    put(memory, lower(113), {0x0E});
    put(memory, lower(3), {0x0E});
    const Value module = described(memory);
    EXPECT_EQ(number_at(module, {"lanes", "host"}), 4);
    EXPECT_EQ(number_at(module, {"lanes", "media"}), 1);
    EXPECT_EQ(at(module, {"monitors", "lanes"})->get<Array>()->size(), 1U);
    EXPECT_TRUE(at(module, {"flags", "lanes"})->get<Array>()->empty());
}

TEST(DescribeTest, ThresholdsHaveFourLevels) {
    const Value module = described(image_a());
    EXPECT_EQ(number_at(module, {"thresholds", "temperature_celsius", "high_alarm"}), 75);
    EXPECT_EQ(number_at(module, {"thresholds", "temperature_celsius", "low_alarm"}), -5);
    EXPECT_EQ(number_at(module, {"thresholds", "rx_power_watts", "low_alarm"}), 7.94e-05);
    EXPECT_EQ(number_at(module, {"thresholds", "tx_power_watts", "low_alarm"}), 0.0001259);
    EXPECT_EQ(at(module, {"thresholds", "temperature_celsius", "plausible"}), nullptr);
}

// T7.
TEST(DescribeTest, ThresholdsOfZerosAreAbsent) {
    MemoryMap memory = image_a();
    test::fill(memory, upper_page(0x03), 0x00);
    EXPECT_EQ(described(memory).find("thresholds"), nullptr);
}

TEST(DescribeTest, ImplausibleThresholdsAreMarkedAndNoted) {
    MemoryMap memory = image_a();
    put_words(memory, upper(0x03, 128), {0x0000, 0x4B00, 0x4600, 0x0500});
    const Value module = described(memory);
    EXPECT_EQ(*at(module, {"thresholds", "temperature_celsius", "plausible"}), Value{false});
    EXPECT_EQ(number_at(module, {"thresholds", "temperature_celsius", "low_alarm"}), 75);
    EXPECT_TRUE(
        has_note(module, "thresholds of temperature_celsius cannot be true (a low level is not below a high one)"));
}

TEST(DescribeTest, PassiveCopperHasNoMonitorsButALengthAndItsLoss) {
    const Value module = described(image_b());
    EXPECT_EQ(module.find("monitors"), nullptr);
    EXPECT_EQ(module.find("thresholds"), nullptr);
    EXPECT_EQ(module.find("wavelength_meters"), nullptr);
    EXPECT_EQ(module.find("reach_meters"), nullptr);
    EXPECT_EQ(number_at(module, {"cable_length_meters"}), 2);
    EXPECT_EQ(number_at(module, {"copper_attenuation_decibels", "2.5 GHz"}), 5);
    EXPECT_EQ(number_at(module, {"copper_attenuation_decibels", "5 GHz"}), 7);
    EXPECT_EQ(at(module, {"copper_attenuation_decibels", "7 GHz"}), nullptr);
}

TEST(DescribeTest, ProtocolsCarryTheirEvidence) {
    const Value module = described(image_b());
    EXPECT_EQ(*at(module, {"protocols", "infiniband", "declared"}), Value{true});
    EXPECT_EQ(texts_at(module, {"protocols", "infiniband", "speeds"}), (Texts{"EDR", "HDR"}));
    EXPECT_EQ(texts_at(module, {"protocols", "infiniband", "evidence"}), (Texts{"byte 164 = 0x30 (EDR, HDR)"}));
    EXPECT_EQ(*at(module, {"protocols", "ethernet", "declared"}), Value{false});
    EXPECT_TRUE(at(module, {"protocols", "ethernet", "evidence"})->get<Array>()->empty());
}

// T2: a QSFP with identifier 1Eh goes by CMIS.
TEST(DescribeTest, QsfpWithCmisIsReadByItsOwnMap) {
    MemoryMap memory = image_c();
    put_words(memory, upper(0x02, 176), {0x7B87, 0x04EB, 0x621F, 0x08BF});
    put_words(memory, upper(0x02, 192), {0x7B87, 0x031A, 0x621F, 0x0631});
    const Value module = described(memory);
    EXPECT_EQ(text_at(module, {"memory_model"}), "CMIS");
    EXPECT_EQ(text_at(module, {"vendor_name"}), "EXAMPLE OPTICS");
    EXPECT_EQ(text_at(module, {"serial_number"}), "TST0000002");
    EXPECT_EQ(number_at(module, {"monitors", "temperature_celsius"}), 52.25);
    EXPECT_EQ(number_at(module, {"monitors", "supply_voltage_volts"}), 3.301);
    EXPECT_EQ(number_at(module, {"max_power_watts"}), 5.0);
    EXPECT_EQ(number_at(module, {"thresholds", "rx_power_watts", "low_alarm"}), 7.94e-05);
    EXPECT_EQ(text_at(module, {"module_state"}), "ready");
    EXPECT_TRUE(has_note(module, "page 01h was not read: which monitors the module supports is not known"));
}

TEST(DescribeTest, ApplicationsAreNamed) {
    const Value module = described(image_c2());
    EXPECT_EQ(text_at(module, {"applications", "0", "host_interface", "name"}), "200GAUI-4 C2M");
    EXPECT_EQ(text_at(module, {"applications", "0", "media_interface", "name"}), "200GBASE-SR4");
    EXPECT_EQ(number_at(module, {"applications", "1", "host_lanes"}), 4);
    EXPECT_EQ(number_at(module, {"applications", "1", "host_lane_starts", "0"}), 1);
    EXPECT_EQ(texts_at(module, {"compliance"}), (Texts{"200GBASE-SR4", "100GBASE-SR4"}));
}

// T15c.
TEST(DescribeTest, BiasMultiplierCountsAndItsReservedCodeIsNoted) {
    struct Case {
        std::uint8_t byte_160;
        double amperes;
        bool noted;
    };
    for (const Case& expected : {Case{0x0F, 0.014, false}, Case{0x17, 0.028, false}, Case{0x1F, 0.007, true}}) {
        MemoryMap memory = image_c2();
        put_cmis_monitors(memory);
        put(memory, upper(0x01, 160), {expected.byte_160});
        const Value module = described(memory);
        EXPECT_EQ(number_at(module, {"monitors", "lanes", "0", "tx_bias_amperes"}), expected.amperes);
        EXPECT_EQ(has_note(module, "the Tx bias multiplier (page 01h byte 160) has its reserved code; counted as x1"),
                  expected.noted);
    }
}

// T5: identifier 0Dh outside, 11h inside, lower memory FFh.
TEST(DescribeTest, CableWithErasedLowerMemoryIsReadFromPage00h) {
    MemoryMap memory = image_b();
    test::fill(memory, lower_memory, 0xFF);
    put(memory, lower(0), {0x0D});
    put(memory, upper(0x00, 131), {0x80});
    put(memory, upper(0x00, 164), {0x00});
    put(memory, upper(0x00, 192), {0x0B});
    test::put_sff8636_sums(memory);
    const Value module = described(memory);
    EXPECT_EQ(text_at(module, {"form_factor"}), "QSFP28");
    EXPECT_EQ(text_at(module, {"media_type"}), "passive_copper");
    EXPECT_EQ(texts_at(module, {"compliance"}),
              (Texts{"100GBASE-CR4, 25GBASE-CR CA-25G-L or 50GBASE-CR2 with RS-FEC"}));
    EXPECT_EQ(module.find("monitors"), nullptr);
    EXPECT_EQ(module.find("flags"), nullptr);
    EXPECT_EQ(module.find("module_state"), nullptr);
    EXPECT_EQ(text_at(module, {"checksums", "page 00h base"}), "ok");
    EXPECT_TRUE(has_note(module, "identifier byte 0 (0x0d) differs from byte 128 (0x11)"));
    EXPECT_TRUE(has_note(module, "lower memory reads FFh throughout: no status, flags or monitors"));
}

TEST(DescribeTest, WrongChecksumIsNoted) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 223), {0x00});
    const Value module = described(memory);
    EXPECT_EQ(text_at(module, {"checksums", "page 00h base"}), "ok");
    EXPECT_EQ(text_at(module, {"checksums", "page 00h extended"}), "bad");
    EXPECT_TRUE(has_note(module, "checksum of page 00h extended is wrong"));
}

TEST(DescribeTest, MissingBit131_7IsNoted) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 131), {0x00});
    EXPECT_TRUE(
        has_note(described(memory), "byte 192 (0x41) is used although bit 131.7, which makes it valid, is clear"));
}

TEST(DescribeTest, UnknownCodesKeepTheirNumber) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 130), {0x7F});
    const Value module = described(memory);
    EXPECT_EQ(number_at(module, {"connector", "code"}), 127);
    EXPECT_EQ(text_at(module, {"connector", "name"}), "Unknown (0x7f)");
    EXPECT_TRUE(has_note(module, "connector code 0x7f is not known"));
}

// T4.
TEST(DescribeTest, DirtyTextComesOutAsUtf8) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 148), {'F', 'S', ' ', 0xBE, 0xFF, 0x00, ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '});
    put(memory, upper(0x00, 165), {0x00, 0x02, 0xC9});
    const Value module = described(memory);
    EXPECT_EQ(text_at(module, {"vendor_name"}), "FS \xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(text_at(module, {"vendor_oui"}), "00:02:c9");
    EXPECT_EQ(*at(module, {"protocols", "infiniband", "declared"}), Value{false});
}

// T3.
TEST(DescribeTest, ErasedMemoryIsNotReadable) {
    for (const std::uint8_t byte : {std::uint8_t{0xFF}, std::uint8_t{0x00}}) {
        MemoryMap memory;
        test::fill(memory, lower_memory, byte);
        test::fill(memory, upper_page(0x00), byte);
        const Value module = described(memory);
        EXPECT_EQ(*module.find("readable"), Value{false});
        EXPECT_NE(text_at(module, {"reason"}), "(absent)");
        EXPECT_EQ(module.get<Object>()->size(), 2U);
    }
}

TEST(DescribeTest, SfpIsNotDecodedYetAndSaysWhatItIs) {
    MemoryMap memory;
    put(memory, lower(0), {0x03, 0x04});
    const Value module = described(memory);
    EXPECT_EQ(text_at(module, {"form_factor"}), "SFP");
    EXPECT_EQ(*module.find("readable"), Value{false});
    EXPECT_EQ(text_at(module, {"reason"}), "SFF-8472 not decoded yet");
}

}  // namespace
}  // namespace opticward::cmis
