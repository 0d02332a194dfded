#include "config/module_description.h"

#include "cmis/codec.h"

#include <gtest/gtest.h>

namespace opticward::config {
namespace {

constexpr std::string_view optic = R"(
memory_model = "SFF-8636"
identifier = "QSFP28 or later"
vendor_name = "EXAMPLE"
part_number = "EX-200-SR4"
serial_number = "TST0000001"
date_code = 2024-01-30
lot_code = "A7"
connector = "MPO 1x12"
encoding = "PAM4"
media = "850 nm VCSEL"
power_class = 7
compliance = ["200GBASE-SR4"]
reach_meters = { om4 = 100, om3 = 70 }

[monitors]
temperature_celsius = 41.5
supply_voltage_volts = 3.295
lanes = [
  { lane = 1, tx_bias_amperes = 0.007, tx_power_watts = 0.0011, rx_power_watts = 0.001 },
  { lane = 2, rx_power_dbm = -40 },
]

[thresholds]
temperature_celsius = { high_alarm = 75, high_warning = 70, low_warning = 0, low_alarm = -5 }

[flags]
lanes = [{ lane = 2, set = ["rx_los"] }]
)";

std::uint8_t byte(const cmis::MemoryMap& memory, cmis::Location at) {
    return memory.byte(at);
}

cmis::MemoryMap memory_of(std::string_view text) {
    const auto memory = read_description(text, "module.toml");
    if (!memory) {
        ADD_FAILURE() << memory.error().front().text();
        return {};
    }
    return *memory;
}

std::string first_problem(std::string_view text) {
    const auto memory = read_description(text, "module.toml");
    return memory ? "(none)" : memory.error().front().text();
}

// The bytes by SFF-8636 table 6-14 and the others that each value belongs to.
TEST(ModuleDescriptionTest, WordsBecomeTheBytesOfTheMap) {
    const cmis::MemoryMap memory = memory_of(optic);
    using cmis::lower, cmis::upper;
    EXPECT_EQ(byte(memory, lower(0)), 0x11);
    EXPECT_EQ(byte(memory, lower(22)), 0x29);
    EXPECT_EQ(byte(memory, lower(23)), 0x80);
    EXPECT_EQ(byte(memory, lower(34)), 0x27);
    EXPECT_EQ(byte(memory, lower(35)), 0x10);
    EXPECT_EQ(byte(memory, lower(3)), 0x02);
    EXPECT_EQ(byte(memory, upper(0x00, 128)), 0x11);
    EXPECT_EQ(byte(memory, upper(0x00, 129)), 0xC3);  // class 7, in the bits of class 4 too
    EXPECT_EQ(byte(memory, upper(0x00, 130)), 0x0C);
    EXPECT_EQ(byte(memory, upper(0x00, 131)), 0x80);
    EXPECT_EQ(byte(memory, upper(0x00, 143)), 35);
    EXPECT_EQ(byte(memory, upper(0x00, 192)), 0x41);
    EXPECT_EQ(byte(memory, upper(0x00, 212)), '2');
    EXPECT_EQ(byte(memory, upper(0x00, 217)), '0');
    EXPECT_EQ(byte(memory, upper(0x00, 218)), 'A');
    EXPECT_EQ(byte(memory, upper(0x03, 128)), 0x4B);
    EXPECT_EQ(byte(memory, upper(0x03, 130)), 0xFB);
}

TEST(ModuleDescriptionTest, ChecksumsAreRight) {
    const auto results = cmis::checksums(cmis::MemoryModelId::sff8636, memory_of(optic));
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[0].state, cmis::ChecksumState::ok);
    EXPECT_EQ(results[1].state, cmis::ChecksumState::ok);
}

TEST(ModuleDescriptionTest, RawBytesComeLastOverTheChecksums) {
    const std::string text = std::string{optic} + R"(
[[raw]]
page = 0
offset = 191
bytes = [0x00]

[[raw]]
offset = 107
bytes = [1, 2]
)";
    const cmis::MemoryMap memory = memory_of(text);
    EXPECT_EQ(byte(memory, cmis::upper(0x00, 191)), 0x00);
    EXPECT_EQ(byte(memory, cmis::lower(108)), 2);
    EXPECT_EQ(cmis::checksums(cmis::MemoryModelId::sff8636, memory)[0].state, cmis::ChecksumState::bad);
}

TEST(ModuleDescriptionTest, RawPageOfABankIsMadeWhereItIsNot) {
    const cmis::MemoryMap memory =
        memory_of(std::string{optic} + "[[raw]]\npage = 0x11\nbank = 1\noffset = 128\nbytes = [0x44]\n");
    EXPECT_EQ(byte(memory, {cmis::upper_page(0x11, 1), 128}), 0x44);
}

TEST(ModuleDescriptionTest, ProblemNamesFileLineColumnAndKey) {
    EXPECT_EQ(first_problem("memory_model = \"SFF-8636\"\nidentifier = 17\nvendor_name = 5\n"),
              "module.toml:3:15: vendor_name: must be a text");
}

TEST(ModuleDescriptionTest, UnknownKeyInsideIsFound) {
    EXPECT_EQ(first_problem("memory_model = \"SFF-8636\"\nidentifier = 17\n[monitors]\ntemprature = 5\n"),
              "module.toml:4:14: monitors.temprature: unknown key");
}

TEST(ModuleDescriptionTest, MissingKeyIsTheFaultOfTheTableAroundIt) {
    EXPECT_EQ(first_problem("memory_model = \"CMIS\"\nidentifier = 24\n[[applications]]\nhost_lanes = 4\n"),
              "module.toml:3:1: applications[0]: host_interface is missing");
}

TEST(ModuleDescriptionTest, TextThatIsNoTomlHasALine) {
    const std::string problem = first_problem("identifier = 17\nvendor_name = \n");
    EXPECT_TRUE(problem.starts_with("module.toml:2:")) << problem;
}

TEST(ModuleDescriptionTest, InfinityIsNoTemperature) {
    EXPECT_EQ(first_problem("identifier = 17\nmonitors = { temperature_celsius = inf }\n"),
              "module.toml:2:36: monitors.temperature_celsius: must be a number");
}

TEST(ModuleDescriptionTest, RawBytesStayInTheirPage) {
    EXPECT_EQ(first_problem("identifier = 17\n[[raw]]\noffset = 255\nbytes = [1, 2]\n"),
              "module.toml:4:9: raw[0].bytes: must not pass the end of the page");
    EXPECT_EQ(first_problem("identifier = 17\n[[raw]]\noffset = 300\nbytes = [1]\n"),
              "module.toml:3:10: raw[0].offset: must be a whole number from 0 to 255");
    EXPECT_EQ(first_problem("identifier = 17\n[[raw]]\npage = 1\noffset = 5\nbytes = [1]\n"),
              "module.toml:4:10: raw[0].offset: is below 128, in lower memory, which has no page or bank");
    EXPECT_EQ(first_problem("identifier = 17\n[[raw]]\noffset = 5\nbytes = [256]\n"),
              "module.toml:4:9: raw[0].bytes: must be a list of numbers from 0 to 255");
    EXPECT_EQ(first_problem("identifier = 17\n[[raw]]\noffset = 5\n"), "module.toml:2:1: raw[0].bytes: is missing");
}

TEST(ModuleDescriptionTest, AllProblemsAreToldInTheOrderOfTheLines) {
    const auto memory = read_description("identifier = 17\nrevision = 1\npower_class = 9\n", "m.toml");
    ASSERT_FALSE(memory);
    ASSERT_EQ(memory.error().size(), 2U);
    EXPECT_EQ(memory.error()[0].line, 2U);
    EXPECT_EQ(memory.error()[1].line, 3U);
}

}  // namespace
}  // namespace opticward::config
