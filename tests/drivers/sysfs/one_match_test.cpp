#include "drivers/sysfs/one_match.h"

#include "tests/drivers/temporary_folder.h"

#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

class OneMatchTest : public ::testing::Test {
protected:
    // Below the folder, or the fault's name.
    std::string match(const std::string& pattern) const {
        const auto found = only_match(folder_.path() / pattern);
        return found ? found->lexically_relative(folder_.path()).string() : std::string{text(found.error())};
    }

    TemporaryFolder folder_;
};

TEST_F(OneMatchTest, APathWithoutAStarIsItself) {
    EXPECT_EQ(match("device/temp1_input"), "device/temp1_input");
}

TEST_F(OneMatchTest, AStarStandsForTheOnlyEntryThatFits) {
    folder_.write("device/hwmon/hwmon7/temp1_input", "1");
    folder_.write("device/hwmon/other", "1");
    EXPECT_EQ(match("device/hwmon/hwmon*/temp1_input"), "device/hwmon/hwmon7/temp1_input");
    EXPECT_EQ(match("device/hwmon/hw*7/temp1_input"), "device/hwmon/hwmon7/temp1_input");
}

TEST_F(OneMatchTest, WhatIsBeforeAndBehindTheStarMayNotOverlap) {
    folder_.write("aba", "1");
    EXPECT_EQ(match("ab*ba"), "no_device");
}

TEST_F(OneMatchTest, SeveralThatFitAreNone) {
    folder_.write("hwmon1/temp1_input", "1");
    folder_.write("hwmon2/temp1_input", "1");
    EXPECT_EQ(match("hwmon*/temp1_input"), "no_device");
}

TEST_F(OneMatchTest, NoneThatFitsIsNoDevice) {
    EXPECT_EQ(match("hwmon*/temp1_input"), "no_device");
    EXPECT_EQ(match("missing/hwmon*/temp1_input"), "no_device");
}

}  // namespace
}  // namespace opticward::drivers
