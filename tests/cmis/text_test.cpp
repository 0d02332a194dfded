#include "cmis/text.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace opticward::cmis {
namespace {

std::string cleaned(const std::vector<std::uint8_t>& field) {
    return clean_text(field);
}

TEST(TextTest, DropsTheSpacesThatPadAField) {
    EXPECT_EQ(cleaned({'E', 'X', ' ', 'A', 'M', ' ', ' ', ' '}), "EX AM");
}

TEST(TextTest, DropsTheNulsThatPadAField) {
    EXPECT_EQ(cleaned({'F', 'S', 0, 0, ' ', 0}), "FS");
}

TEST(TextTest, KeepsLeadingSpaces) {
    EXPECT_EQ(cleaned({' ', ' ', 'A', ' '}), "  A");
}

TEST(TextTest, ShowsEachBadByteOfADirtyVendorName) {
    EXPECT_EQ(cleaned({0x46, 0x53, 0x20, 0xBE, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), "FS \xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(TextTest, ShowsANulInsideTheText) {
    EXPECT_EQ(cleaned({'A', 0, 'B', 0}), "A\xEF\xBF\xBD"
                                         "B");
}

TEST(TextTest, TrustsNoUtf8FromAModule) {
    EXPECT_EQ(cleaned({0xC3, 0xA4}), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(TextTest, KeepsQuoteBackslashAndNewlineOfASerialNumber) {
    EXPECT_EQ(cleaned({0x22, 0x5C, 0x0A, 0x31, 0x20, 0x20}), "\"\\\n1");
}

TEST(TextTest, GivesNothingForAFieldThatIsNotProgrammed) {
    EXPECT_EQ(cleaned(std::vector<std::uint8_t>(16, 0xFF)), "");
    EXPECT_EQ(cleaned(std::vector<std::uint8_t>(16, 0x00)), "");
    EXPECT_EQ(cleaned(std::vector<std::uint8_t>(16, 0x20)), "");
    EXPECT_EQ(cleaned({}), "");
}

TEST(TextTest, KeepsFFhBytesBesideOtherBytes) {
    EXPECT_EQ(cleaned({0xFF, 0xFF, 'A'}), "\xEF\xBF\xBD\xEF\xBF\xBD"
                                          "A");
}

TEST(TextTest, EscapesControlCharactersToOneLine) {
    EXPECT_EQ(escape_control("\"\\\n1"), R"("\\\n1)");
    EXPECT_EQ(escape_control("a\tb\rc"), R"(a\tb\rc)");
    EXPECT_EQ(escape_control(std::string_view{"\x1b[31m\x7f\0", 7}), R"(\x1b[31m\x7f\x00)");
}

TEST(TextTest, EscapingLeavesPrintableTextAndUtf8Alone) {
    EXPECT_EQ(escape_control("FS \xEF\xBF\xBD {~}"), "FS \xEF\xBF\xBD {~}");
}

}  // namespace
}  // namespace opticward::cmis
