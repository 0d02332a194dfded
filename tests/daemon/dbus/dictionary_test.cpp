#include "daemon/publish/dbus/dictionary.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace opticward::daemon::bus {
namespace {

using Texts = std::vector<std::string>;

std::string type_of(const cmis::Value& value) {
    return variant(value).peekValueType();
}

TEST(DictionaryTest, PlainValuesHaveTheTypesOfTheContract) {
    EXPECT_EQ(variant(cmis::Value{"text"}).get<std::string>(), "text");
    EXPECT_EQ(variant(cmis::Value{true}).get<bool>(), true);
    EXPECT_EQ(variant(cmis::Value{3}).get<std::uint32_t>(), 3U);
    EXPECT_EQ(variant(cmis::Value{-3}).get<std::int64_t>(), -3);
    EXPECT_EQ(variant(cmis::Value{1e-7}).get<double>(), 1e-7);
}

TEST(DictionaryTest, AWholeNumberThatDoesNotFitIsTheLargestThatDoes) {
    EXPECT_EQ(variant(cmis::Value{std::int64_t{1} << 40}).get<std::uint32_t>(), 4294967295U);
}

TEST(DictionaryTest, AListOfTextsIsAnArrayOfStrings) {
    EXPECT_EQ(variant(cmis::Array{"a", "b"}).get<Texts>(), (Texts{"a", "b"}));
    EXPECT_EQ(variant(cmis::Array{}).get<Texts>(), Texts{});
}

TEST(DictionaryTest, OtherListsAndObjectsKeepTheirShape) {
    EXPECT_EQ(type_of(cmis::Array{1, "a"}), "av");
    EXPECT_EQ(type_of(cmis::Object{{"a", 1}}), "a{sv}");
    EXPECT_EQ(type_of(cmis::Array{cmis::Object{{"a", 1}}}), "aa{sv}");
}

TEST(DictionaryTest, AnObjectIsADictionary) {
    const Dictionary entries = dictionary(cmis::Object{{"lane", 3}, {"kind", "monitor"}});
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries.at("lane").get<std::uint32_t>(), 3U);
    EXPECT_EQ(entries.at("kind").get<std::string>(), "monitor");
}

TEST(DictionaryTest, TextThatTheBusWouldRefuseIsRepaired) {
    EXPECT_EQ(variant(cmis::Value{"a\xFF"}).get<std::string>(), "a\xEF\xBF\xBD");
}

TEST(DictionaryTest, WhatIsNoObjectIsAnEmptyDictionary) {
    EXPECT_TRUE(dictionary(cmis::Value{3}).empty());
}

}  // namespace
}  // namespace opticward::daemon::bus
