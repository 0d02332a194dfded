#include "daemon/publish/dbus/object_path.h"

#include <gtest/gtest.h>

namespace opticward::daemon::bus {
namespace {

TEST(ObjectPathTest, LettersAndDigitsStay) {
    EXPECT_EQ(escaped("swp1"), "swp1");
    EXPECT_EQ(escaped("Ethernet64"), "Ethernet64");
}

TEST(ObjectPathTest, EveryOtherByteIsAnUnderscoreAndTwoHexDigits) {
    EXPECT_EQ(escaped("ib0/1"), "ib0_2f1");
    EXPECT_EQ(escaped("a b"), "a_20b");
    EXPECT_EQ(escaped("-"), "_2d");
}

TEST(ObjectPathTest, AnUnderscoreIsEscapedTooSoThatNoTwoNamesMeet) {
    EXPECT_EQ(escaped("a_20b"), "a_5f20b");
    EXPECT_EQ(escaped("_"), "_5f");
}

TEST(ObjectPathTest, BytesAboveAsciiAreEscapedOneByOne) {
    EXPECT_EQ(escaped("\xC3\xA9\xFF"), "_c3_a9_ff");
}

TEST(ObjectPathTest, TheEmptyNameIsAnUnderscore) {
    EXPECT_EQ(escaped(""), "_");
}

TEST(ObjectPathTest, PortsAndModulesAreBelowTheManager) {
    EXPECT_EQ(port_path("swp1"), "/alt/opticward/Transceivers1/ports/swp1");
    EXPECT_EQ(module_path("swp1"), "/alt/opticward/Transceivers1/ports/swp1/module");
}

}  // namespace
}  // namespace opticward::daemon::bus
