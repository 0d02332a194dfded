#include "drivers/sysfs/thermometer_file.h"

#include "tests/drivers/temporary_folder.h"

#include <gtest/gtest.h>
#include <string_view>

namespace opticward::drivers {
namespace {

class ThermometerFileTest : public ::testing::Test {
protected:
    Result<std::optional<cmis::Celsius>> temperature(std::string_view text, unsigned units_per_celsius) const {
        return ThermometerFile{folder_.write("temp1_input", text), units_per_celsius}.temperature();
    }
    std::optional<cmis::Celsius> measured(std::string_view text, unsigned units_per_celsius) const {
        return temperature(text, units_per_celsius).value();
    }
    Fault fault(std::string_view text) const {
        const auto result = temperature(text, 1000);
        EXPECT_FALSE(result);
        return result ? Fault::checksum : result.error();
    }

    TemporaryFolder folder_;
};

TEST_F(ThermometerFileTest, HwmonCountsThousandthsOfADegree) {
    EXPECT_EQ(measured("41500\n", 1000), cmis::Celsius{41.5});
    EXPECT_EQ(measured("-5000\n", 1000), cmis::Celsius{-5});
}

TEST_F(ThermometerFileTest, TheSdkCountsEighths) {
    EXPECT_EQ(measured("332\n", 8), cmis::Celsius{41.5});
}

TEST_F(ThermometerFileTest, ZeroIsNoMeasurement) {
    EXPECT_EQ(measured("0\n", 1000), std::nullopt);
}

TEST_F(ThermometerFileTest, WhatNoModuleSurvivesIsNoMeasurement) {
    EXPECT_EQ(measured("125000\n", 1000), cmis::Celsius{125});
    EXPECT_EQ(measured("125001\n", 1000), std::nullopt);
    EXPECT_EQ(measured("-128000\n", 1000), std::nullopt);
    EXPECT_EQ(measured("9223372036854775807\n", 1), std::nullopt);
}

TEST_F(ThermometerFileTest, GarbageIsAFault) {
    EXPECT_EQ(fault(""), Fault::bus_error);
    EXPECT_EQ(fault("41.5\n"), Fault::bus_error);
    EXPECT_EQ(fault("N/A\n"), Fault::bus_error);
    EXPECT_EQ(fault("99999999999999999999\n"), Fault::bus_error);
}

TEST_F(ThermometerFileTest, AMissingFileIsNoDevice) {
    const auto result = ThermometerFile{folder_.path() / "nothing", 1000}.temperature();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error(), Fault::no_device);
}

TEST_F(ThermometerFileTest, AFolderThatGotAnotherNumberIsFoundAgain) {
    ThermometerFile thermometer{folder_.path() / "hwmon*/temp1_input", 1000};
    folder_.write("hwmon3/temp1_input", "40000\n");
    ASSERT_EQ(thermometer.temperature(), cmis::Celsius{40});
    std::filesystem::rename(folder_.path() / "hwmon3", folder_.path() / "hwmon8");
    EXPECT_EQ(thermometer.temperature(), cmis::Celsius{40});
}

}  // namespace
}  // namespace opticward::drivers
