#include "daemon/publish/json.h"

#include <gtest/gtest.h>
#include <string>

namespace opticward::daemon {
namespace {

using cmis::Array;
using cmis::Object;
using cmis::Value;

std::string problem(std::string_view text) {
    const auto read = from_json(text);
    return read ? "none" : read.error();
}

TEST(JsonReadTest, ReadsEveryKindOfValueInTheOrderOfTheText) {
    const auto read = from_json(R"({"b": true, "a": [1, -2, 2.5, "x\n\u00e9"], "o": {}, "e": []})");
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(*read,
              (Value{Object{{"b", true}, {"a", Array{1, -2, 2.5, "x\n\xC3\xA9"}}, {"o", Object{}}, {"e", Array{}}}}));
}

TEST(JsonReadTest, WhatIsWrittenComesBackAsTheSameText) {
    const std::string text = R"([{"port":"swp1","value":0.0004032,"whole":41.0,"count":3,"on":false,"list":["a"]}])";
    const auto read = from_json(text);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(to_json(*read, JsonStyle::compact), text);
}

TEST(JsonReadTest, WholeNumbersBeyondTheRangeAreFractions) {
    EXPECT_EQ(from_json("18446744073709551615"), Value{18446744073709551616.0});
    EXPECT_EQ(from_json("9223372036854775807"), Value{9223372036854775807});
}

TEST(JsonReadTest, SaysWhereTheTextIsNoJson) {
    EXPECT_EQ(problem("[1,]"), "not JSON at byte 4");
    EXPECT_EQ(problem(""), "not JSON at byte 1");
    EXPECT_EQ(problem("[1] 2"), "not JSON at byte 5");
    EXPECT_EQ(problem("[\"\xBE\"]"), "not JSON at byte 3");
    EXPECT_EQ(problem("[1e999]"), "not JSON at byte 6");
    EXPECT_EQ(problem("[NaN]"), "not JSON at byte 2");
}

TEST(JsonReadTest, NullAndKeysThatComeTwiceAreErrors) {
    EXPECT_EQ(problem("[null]"), "null, which stands for nothing in the contract");
    EXPECT_EQ(problem(R"({"a": 1, "a": 2})"), "the key \"a\" twice in one object");
}

TEST(JsonReadTest, DepthAndWidthAreBounded) {
    EXPECT_EQ(problem(std::string(32, '[') + std::string(32, ']')), "none");
    EXPECT_EQ(problem(std::string(33, '[') + std::string(33, ']')), "nested deeper than 32");
    EXPECT_EQ(problem(std::string(1'000'000, '[')), "nested deeper than 32");
    std::string wide = "{";
    for (int i = 0; i < 1001; ++i) {
        wide += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
    }
    EXPECT_EQ(problem(wide + "}"), "an object of more than 1000 members");
}

}  // namespace
}  // namespace opticward::daemon
