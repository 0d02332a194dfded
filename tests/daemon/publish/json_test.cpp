#include "daemon/publish/json.h"

#include <gtest/gtest.h>

#include <limits>

namespace opticward::daemon {
namespace {

using cmis::Array;
using cmis::Object;
using cmis::Value;

TEST(JsonTest, KeepsTheOrderOfKeys) {
    EXPECT_EQ(to_json(Object{{"zebra", 1}, {"ant", true}, {"list", Array{"a", 2.5}}}, JsonStyle::compact),
              R"({"zebra":1,"ant":true,"list":["a",2.5]})");
}

TEST(JsonTest, PrettyFormIsIndentedByTwo) {
    EXPECT_EQ(to_json(Object{{"a", 1}}, JsonStyle::pretty), "{\n  \"a\": 1\n}");
}

TEST(JsonTest, NumbersAreTheShortestThatComeBack) {
    EXPECT_EQ(to_json(Array{0.0004032, 8.5e-07, 41.5}, JsonStyle::compact), "[0.0004032,8.5e-07,41.5]");
}

TEST(JsonTest, NumbersThatAreNotFiniteAreLeftOut) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(to_json(Object{{"a", infinity}, {"b", Array{nan, 1}}, {"c", 2}}, JsonStyle::compact),
              R"({"b":[1],"c":2})");
}

TEST(JsonTest, BytesThatAreNoUtf8AreReplaced) {
    EXPECT_EQ(to_json(Array{"F\xBE\xFF"}, JsonStyle::compact), "[\"F\xEF\xBF\xBD\xEF\xBF\xBD\"]");
}

TEST(JsonTest, ControlCharactersAndQuotesAreEscaped) {
    EXPECT_EQ(to_json(Array{"\"\\\n1"}, JsonStyle::compact), R"(["\"\\\n1"])");
}

TEST(JsonTest, FileStandsInFront) {
    EXPECT_EQ(to_json(with_file("a.txt", Object{{"readable", true}}), JsonStyle::compact),
              R"({"file":"a.txt","readable":true})");
}

}  // namespace
}  // namespace opticward::daemon
