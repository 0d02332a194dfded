#include "cmis/codec.h"
#include "cmis/properties.h"
#include "tests/support/module_images.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace opticward::cmis {
namespace {

using test::image_a;
using test::image_c2;
using test::put_cmis_monitors;
using test::put_cmis_thresholds;

Value described(const MemoryMap& memory) {
    return describe(decode(memory), memory);
}

// The description of a module, read back, is the same module.
Module applied(const Value& description) {
    Module module;
    const auto problems = apply(description, module);
    for (const PropertyProblem& problem : problems) {
        ADD_FAILURE() << problem.key() << " " << problem.what;
    }
    return module;
}

Value without(const Value& description, std::initializer_list<std::string_view> keys) {
    Object object = *description.get<Object>();
    std::erase_if(object, [&](const Member& member) {
        return std::ranges::find(keys, std::string_view{member.key}) != keys.end();
    });
    return object;
}

// Those keys that follow from others cannot be set.
Value settable(const Value& description) {
    return without(description, {"form_factor", "media_type", "checksums", "readable", "notes", "protocols", "lanes"});
}

TEST(ApplyTest, DescriptionOfAnOpticComesBackFromItsImage) {
    const Value before = described(image_a());
    const MemoryMap memory = encode(applied(settable(before)));
    EXPECT_EQ(described(memory), before);
}

TEST(ApplyTest, DescriptionOfACmisModuleComesBackFromItsImage) {
    MemoryMap original = image_c2();
    put_cmis_monitors(original);
    put_cmis_thresholds(original);
    const Value before = described(original);
    const MemoryMap memory = encode(applied(without(settable(before), {"compliance"})));
    EXPECT_EQ(described(memory), before);
}

Value object(Object members) {
    return members;
}

// The smallest description of each kind.
Object sff8636() {
    return {{"memory_model", "SFF-8636"}, {"identifier", 0x11}};
}
Object cmis() {
    return {{"memory_model", "CMIS"}, {"identifier", 0x1E}};
}

Object with(Object base, std::string_view key, Value value) {
    base.push_back({std::string{key}, std::move(value)});
    return base;
}

using Problems = std::vector<std::pair<std::string, std::string>>;
Problems problems_of(const Object& description) {
    Module module;
    Problems list;
    for (const PropertyProblem& problem : apply(Value{description}, module)) {
        list.emplace_back(problem.key(), problem.what);
    }
    return list;
}

TEST(ApplyTest, CodesMayBeNumbersNamesOrBoth) {
    EXPECT_EQ(applied(with(sff8636(), "connector", 12)).identity.connector->value, 12);
    EXPECT_EQ(applied(with(sff8636(), "connector", "mpo 1x12")).identity.connector->value, 12);
    EXPECT_EQ(
        applied(with(sff8636(), "connector", object({{"code", 12}, {"name", "MPO 1x12"}}))).identity.connector->value,
        12);
}

TEST(ApplyTest, ComplianceMayBeNamedByOneOfItsInterfaces) {
    const Module module = applied(with(sff8636(), "compliance", Array{"200GBASE-SR4", "40GBASE-SR4"}));
    EXPECT_EQ(module.identity.extended_compliance->value, 0x41);
    EXPECT_EQ((*module.identity.compliance)[0], 0x84);  // 40GBASE-SR4, and byte 192 is valid
}

TEST(ApplyTest, InfiniBandSpeedsAreTheBitsOfByte164) {
    const Value speeds = object({{"infiniband", object({{"speeds", Array{"EDR", "HDR"}}})}});
    EXPECT_EQ(applied(with(sff8636(), "protocols", speeds)).identity.infiniband, 0x30);
}

TEST(ApplyTest, WattsNameTheClassOfSff8636) {
    EXPECT_EQ(applied(with(sff8636(), "max_power_watts", 3.5)).identity.power_class_code, 3);
    const Module class_8 = applied(with(sff8636(), "max_power_watts", 5.5));
    EXPECT_EQ(class_8.identity.power_class_8, true);
    EXPECT_EQ(class_8.identity.max_power, Watts{5.5});
}

TEST(ApplyTest, BiasBeyondTheRegisterChoosesTheMultiplier) {
    const Value lane = object({{"lane", 1}, {"tx_bias_amperes", 0.2}});
    const Module module = applied(with(cmis(), "monitors", object({{"lanes", Array{lane}}})));
    EXPECT_EQ(module.advertisement.tx_bias_multiplier_code, 1);
    EXPECT_EQ(decode(encode(module)).live.lanes[0].tx_bias, Amperes{0.2});
}

TEST(ApplyTest, DbmIsAsGoodAsWatts) {
    const Value lane = object({{"lane", 2}, {"rx_power_dbm", -10}});
    const Module module = applied(with(sff8636(), "monitors", object({{"lanes", Array{lane}}})));
    EXPECT_NEAR(module.live.lanes[1].rx_power->value, 1e-4, 1e-12);
}

TEST(ApplyTest, PassiveCopperWithoutMonitorsIsFlat) {
    EXPECT_EQ(applied(with(sff8636(), "media", "Copper cable unequalized")).identity.flat_memory, true);
    EXPECT_EQ(applied(with(sff8636(), "media", "850 nm VCSEL")).identity.flat_memory, false);
}

TEST(ApplyTest, MediaLanesThatAreNotThereAreMarked) {
    EXPECT_EQ(applied(with(sff8636(), "lanes", object({{"media", 1}}))).identity.media_lanes_unsupported, 0x0E);
}

TEST(ApplyTest, ApplicationNameTellsTheMediaType) {
    const Value application = object({{"host_interface", "200GAUI-4 C2M"},
                                      {"media_interface", "200GBASE-FR4"},
                                      {"host_lanes", 4},
                                      {"media_lanes", 4},
                                      {"host_lane_starts", Array{1}}});
    const Module module = applied(with(cmis(), "applications", Array{application}));
    EXPECT_EQ(module.identity.media_type->value, 2);
    EXPECT_EQ(module.identity.applications[0]->media_interface, 0x18);
    EXPECT_EQ(module.controls.lanes[3].active_application, 1);
}

TEST(ApplyTest, UnknownKeyIsNamedWithItsPlace) {
    const Value lane = object({{"lane", 1}, {"rx_powr_watts", 1}});
    EXPECT_EQ(problems_of(with(sff8636(), "monitors", object({{"lanes", Array{lane}}}))),
              (Problems{{"monitors.lanes[0].rx_powr_watts", "unknown key"}}));
}

TEST(ApplyTest, WrongTypeAndRangeAreNamed) {
    EXPECT_EQ(problems_of(with(sff8636(), "vendor_name", 7)), (Problems{{"vendor_name", "must be a text"}}));
    EXPECT_EQ(problems_of(with(sff8636(), "power_class", 9)), (Problems{{"power_class", "must be from 1 to 8"}}));
    EXPECT_EQ(problems_of(with(sff8636(), "monitors", object({{"temperature_celsius", 200}}))),
              (Problems{{"monitors.temperature_celsius", "must be from -128 to 127.99609375"}}));
}

TEST(ApplyTest, NumbersThatAreNotFiniteAreRefused) {
    for (const double number : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_EQ(problems_of(with(sff8636(), "monitors", object({{"temperature_celsius", number}}))),
                  (Problems{{"monitors.temperature_celsius", "must be a number"}}));
    }
}

TEST(ApplyTest, UnknownCodeNameIsRefused) {
    EXPECT_EQ(problems_of(with(sff8636(), "connector", "Gold")),
              (Problems{{"connector", "no code is named \"Gold\""}}));
}

TEST(ApplyTest, KeysThatFollowFromOthersCannotBeSet) {
    EXPECT_EQ(problems_of(with(sff8636(), "form_factor", "QSFP56")),
              (Problems{{"form_factor", "cannot be set: it follows from other keys"}}));
}

TEST(ApplyTest, ThresholdsNeedAllFourLevels) {
    const Value limits = object({{"high_alarm", 75}, {"high_warning", 70}, {"low_warning", 0}});
    EXPECT_EQ(problems_of(with(sff8636(), "thresholds", object({{"temperature_celsius", limits}}))),
              (Problems{{"thresholds.temperature_celsius", "low_alarm is missing"}}));
}

TEST(ApplyTest, IdentifierMustBeThereAndFitTheModel) {
    EXPECT_EQ(problems_of({{"memory_model", "CMIS"}}), (Problems{{"identifier", "is missing"}}));
    EXPECT_EQ(problems_of({{"memory_model", "CMIS"}, {"identifier", 0x11}})[0],
              (std::pair<std::string, std::string>{"identifier", "belongs to the memory model SFF-8636"}));
}

TEST(ApplyTest, ClosedSetsAreRefusedByName) {
    EXPECT_EQ(problems_of(with(cmis(), "module_state", "asleep")),
              (Problems{{"module_state", "is \"asleep\", must be one of unknown, low_power, powering_up, ready, "
                                         "powering_down, fault"}}));
}

}  // namespace
}  // namespace opticward::cmis
