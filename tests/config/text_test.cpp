// Words, names and texts that the readers of configuration files rest on.
#include "config/nearest_word.h"
#include "config/plain_text.h"
#include "config/text_check.h"

#include <array>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace opticward::test {

using config::is_good_name;
using config::nearest_word;
using config::printable;
using config::problem_of_nesting;
using config::problem_of_text;
using config::TextProblem;

namespace {

constexpr std::array<std::string_view, 4> words{"port", "poll", "interval_seconds", "name"};

}  // namespace

TEST(NearestWordTest, ALetterMoreLessOrOtherIsNear) {
    EXPECT_EQ(nearest_word("intervall_seconds", words), "interval_seconds");
    EXPECT_EQ(nearest_word("interal_second", words), "interval_seconds");
    EXPECT_EQ(nearest_word("nane", words), "name");
}

TEST(NearestWordTest, TwoLettersSwappedAreOneMistake) {
    EXPECT_EQ(nearest_word("prot", words), "port");
}

TEST(NearestWordTest, AWordLikeNoOtherIsNearNone) {
    EXPECT_EQ(nearest_word("speed", words), "");
    EXPECT_EQ(nearest_word("po", words), "");
    EXPECT_EQ(nearest_word(std::string(1 << 20, 'p'), words), "");
    EXPECT_EQ(nearest_word("port", {}), "");
}

TEST(PrintableTest, ControlCharactersAreShownAsQuestionMarks) {
    EXPECT_EQ(printable("a\x1b[2J\n\x7f\xc2\x9b", 40), "a?[2J???");
    EXPECT_EQ(printable("Caf\xc3\xa9", 40), "Caf\xc3\xa9");
}

TEST(PrintableTest, ACutIsBetweenCharacters) {
    EXPECT_EQ(printable("Caf\xc3\xa9", 5), "Caf\xc3\xa9");
    EXPECT_EQ(printable("Caf\xc3\xa9s", 4), "Caf...");
}

TEST(GoodNameTest, NamesOfPorts) {
    EXPECT_TRUE(is_good_name("swp1"));
    EXPECT_TRUE(is_good_name("Ethernet 1:2"));
    EXPECT_TRUE(is_good_name("K\xc3\xa4"
                             "fig"));
    EXPECT_TRUE(is_good_name(std::string(64, 'a')));
}

TEST(GoodNameTest, WhatCannotBePartOfAPathIsNone) {
    for (const char* name : {"Ethernet1/1", "swp1", "swp 1", "a.b"}) {
        EXPECT_TRUE(is_good_name(name)) << name;
    }
    for (const char* name : {"", "a//b", "/a", "a/", "a/../b", "./a", ".", "..", " a", "a ", "a\nb", "a\x7f", "a\xc2\x85"}) {
        EXPECT_FALSE(is_good_name(name)) << name;
    }
    EXPECT_FALSE(is_good_name(std::string(65, 'a')));
}

TEST(TextCheckTest, UtfEightWithLinesAndTabsIsText) {
    EXPECT_FALSE(problem_of_text(""));
    EXPECT_FALSE(problem_of_text("\xef\xbb\xbf"
                                 "a\tb\r\nc\n\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
}

TEST(TextCheckTest, WhatIsNoUtfEightIsNoText) {
    EXPECT_EQ(problem_of_text("a\nb\xe9\n"), (TextProblem{2, "byte 0xe9 is no UTF-8, expected text in UTF-8"}));
    for (const char* bytes :
         {"\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc3", "\xe2\x82", "\x80"}) {
        EXPECT_TRUE(problem_of_text(bytes)) << testing::PrintToString(std::string{bytes});
    }
}

TEST(TextCheckTest, ControlCharactersAreNoText) {
    using namespace std::string_view_literals;
    EXPECT_EQ(problem_of_text("a\0"sv), (TextProblem{1, "NUL byte, expected plain text"}));
    EXPECT_EQ(problem_of_text("\x1b"), (TextProblem{1, "control character 0x1b, expected plain text"}));
    EXPECT_EQ(problem_of_text("a\rb"), (TextProblem{1, "control character 0x0d, expected plain text"}));
}

TEST(NestingTest, ThirtyTwoLevelsAreAllowed) {
    EXPECT_FALSE(problem_of_nesting("a = " + std::string(32, '[') + std::string(32, ']')));
    EXPECT_TRUE(problem_of_nesting("a = " + std::string(33, '[') + std::string(33, ']')));
    std::string key = "a";
    for (unsigned i = 0; i < 31; ++i) {
        key += " . 'b'";
    }
    EXPECT_FALSE(problem_of_nesting(key + " = 1"));
    EXPECT_EQ(problem_of_nesting("\n[" + key + ".c]"),
              (TextProblem{2, "nested too deeply, expected at most 32 levels"}));
}

TEST(NestingTest, WhatStandsInCommentsAndTextsIsNoNesting) {
    const std::string deep(100, '[');
    const std::string dots(100, '.');
    for (const std::string& inside : {deep, dots}) {
        EXPECT_FALSE(problem_of_nesting("# " + inside + "\na = 1\n"));
        EXPECT_FALSE(problem_of_nesting("a = \"\\\"" + inside + "\"\n"));
        EXPECT_FALSE(problem_of_nesting("a = '" + inside + "\\'\n"));
        EXPECT_FALSE(problem_of_nesting("a = \"\"\"\"\n" + inside + "\"\"\"\n"));
        EXPECT_FALSE(problem_of_nesting("a = '''\n'" + inside + "'''\n"));
        EXPECT_TRUE(problem_of_nesting("a = \"x\\\\\"" + inside));
    }
}

TEST(NestingTest, ManyDecimalsAreNoNesting) {
    std::string list = "a = [";
    for (unsigned i = 0; i < 1000; ++i) {
        list += "1.5, ";
    }
    EXPECT_FALSE(problem_of_nesting(list + "]\n"));
}

}  // namespace opticward::test
