#include "daemon/cli/terminal_text.h"

#include "daemon/cli/nearest.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace opticward::daemon::cli {
namespace {

TEST(TerminalTextTest, WhatSteersOrDeceivesIsEscaped) {
    EXPECT_EQ(printable("plain \xC3\xA9 \xE5\x85\x89"), "plain \xC3\xA9 \xE5\x85\x89");
    EXPECT_EQ(printable("a\x1b[31m\n\t\x7F"), "a\\x1b[31m\\n\\t\\x7f");
    EXPECT_EQ(printable("\xC2\x9B"
                        "31m"),
              "\\u{009b}31m");  // CSI in one character
    EXPECT_EQ(printable("a\xE2\x80\xAE"
                        "b"),
              "a\\u{202e}b");  // right-to-left override
    EXPECT_EQ(printable("a\xE2\x81\xA6"
                        "b"),
              "a\\u{2066}b");  // left-to-right isolate
    EXPECT_EQ(printable("a\xE2\x80\x8B"
                        "b"),
              "a\\u{200b}b");                                   // zero width space
    EXPECT_EQ(printable("a\xF3\xA0\x80\xA0"), "a\\u{0e0020}");  // a tag
    EXPECT_EQ(printable("a\\x1b"), "a\\\\x1b");                 // what looks like an escape and is none
}

TEST(TerminalTextTest, BytesThatAreNoUtf8AreEscapedOneByOne) {
    EXPECT_EQ(printable("\xFFz"), "\\xffz");
    EXPECT_EQ(printable("\xE2\x80"), "\\xe2\\x80");                    // cut
    EXPECT_EQ(printable("\xC0\xAF"), "\\xc0\\xaf");                    // overlong
    EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");           // a surrogate
    EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
}

TEST(TerminalTextTest, WidthIsWhatATerminalShows) {
    EXPECT_EQ(display_width("abc"), 3U);
    EXPECT_EQ(display_width("\xC3\xA9"), 1U);
    EXPECT_EQ(display_width("e\xCC\x81"), 1U);     // e and a combining accent
    EXPECT_EQ(display_width("\xE5\x85\x89"), 2U);  // an ideograph
    EXPECT_EQ(left("\xE5\x85\x89", 4), "\xE5\x85\x89  ");
    EXPECT_EQ(right("\xC3\xA9", 3), "  \xC3\xA9");
    EXPECT_EQ(left("abc", 2), "abc");
}

TEST(TerminalTextTest, CutTextSaysThatItIsCut) {
    EXPECT_EQ(fitted("abcdef", 6), "abcdef");
    EXPECT_EQ(fitted("abcdef", 4), "abc~");
    EXPECT_EQ(fitted("\xE5\x85\x89\xE5\x85\x89", 3), "\xE5\x85\x89~");
    EXPECT_EQ(fitted("\xE5\x85\x89\xE5\x85\x89", 2), "~");
    EXPECT_EQ(fitted("abc", 0), "");
}

TEST(NearestTest, EditsAreCountedOneByOne) {
    EXPECT_EQ(edit_distance("swp1", "swp1"), 0U);
    EXPECT_EQ(edit_distance("SWP1", "swp1"), 0U);
    EXPECT_EQ(edit_distance("spw1", "swp1"), 1U);  // neighbours swapped
    EXPECT_EQ(edit_distance("swp", "swp12"), 2U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
}

TEST(NearestTest, FourAtMostTheNearestFirst) {
    const std::vector<std::string> known{"swp12", "swp21", "swp1", "swp2", "swp3", "eth0"};
    EXPECT_EQ(nearest("swp1", known), (std::vector<std::string>{"swp1", "swp12", "swp21", "swp2"}));
    EXPECT_EQ(nearest("et", known), (std::vector<std::string>{}));
    EXPECT_EQ(suggestion("eth1", known), "; did you mean eth0?");
    EXPECT_EQ(suggestion("xyz", known), "");
}

}  // namespace
}  // namespace opticward::daemon::cli
