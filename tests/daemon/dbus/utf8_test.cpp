#include "daemon/publish/dbus/utf8.h"

#include <gtest/gtest.h>
#include <string_view>

namespace opticward::daemon::bus {
namespace {

using namespace std::string_view_literals;

TEST(SendableTextTest, ValidTextStaysAsItIs) {
    EXPECT_EQ(sendable(""), "");
    EXPECT_EQ(sendable("plain"), "plain");
    EXPECT_EQ(sendable("\x01\x7F\n"), "\x01\x7F\n");
    EXPECT_EQ(sendable("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(SendableTextTest, AByteThatBeginsNothingIsReplaced) {
    EXPECT_EQ(sendable("a\xFFz"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(sendable("a\x80z"), "a\xEF\xBF\xBDz");
}

TEST(SendableTextTest, ACutCharacterIsReplacedByteByByte) {
    EXPECT_EQ(sendable("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(sendable("\xE2z"), "\xEF\xBF\xBDz");
}

TEST(SendableTextTest, OverlongSpellingsAreReplaced) {
    EXPECT_EQ(sendable("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(SendableTextTest, SurrogatesAndWhatIsNoCharacterAreReplaced) {
    constexpr std::string_view three = "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD";
    EXPECT_EQ(sendable("\xED\xA0\x80"), three);  // U+D800
    EXPECT_EQ(sendable("\xEF\xBF\xBF"), three);  // U+FFFF
    EXPECT_EQ(sendable("\xEF\xB7\x90"), three);  // U+FDD0
}

TEST(SendableTextTest, BeyondUnicodeIsReplaced) {
    EXPECT_EQ(sendable("\xF4\x90\x80\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(SendableTextTest, NulIsReplaced) {
    EXPECT_EQ(sendable("a\0b"sv), "a\xEF\xBF\xBD"
                                  "b");
}

}  // namespace
}  // namespace opticward::daemon::bus
