#include "cmis/interpretation.h"

#include "cmis/codec.h"
#include "tests/support/module_images.h"

#include <gtest/gtest.h>

namespace opticward::cmis {
namespace {

using test::image_a;
using test::image_b;
using test::image_b2;
using test::image_c;
using test::image_c2;
using test::put;

// A module of image A with one byte of it changed.
Module a_with(Location at, std::initializer_list<std::uint8_t> bytes) {
    MemoryMap memory = image_a();
    put(memory, at, bytes);
    return decode(memory);
}

Module c2_with(Location at, std::initializer_list<std::uint8_t> bytes) {
    MemoryMap memory = image_c2();
    put(memory, at, bytes);
    return decode(memory);
}

TEST(FormFactorTest, FiftyGigabitLanesOfByte192AreQsfp56) {
    EXPECT_EQ(form_factor(decode(image_a())), "QSFP56");
}

TEST(FormFactorTest, ByteOneHundredNinetyTwoDecidesBeforeInfiniBand) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 192), {0x0B});  // 100GBASE-CR4 beside HDR
    EXPECT_EQ(form_factor(decode(memory)), "QSFP28");
}

TEST(FormFactorTest, InfiniBandHdrWithoutAnEthernetCodeIsQsfp56) {
    EXPECT_EQ(form_factor(decode(image_b())), "QSFP56");
}

TEST(FormFactorTest, InfiniBandEdrIsQsfp28) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 164), {0x10});
    EXPECT_EQ(form_factor(decode(memory)), "QSFP28");
}

TEST(FormFactorTest, SingleLaneOpticBehindCaui4IsQsfp28) {
    EXPECT_EQ(form_factor(a_with(upper(0x00, 192), {0x25})), "QSFP28");
}

TEST(FormFactorTest, HundredGigabitLanesAreQsfp112) {
    EXPECT_EQ(form_factor(a_with(upper(0x00, 192), {0x3F})), "QSFP112");
}

TEST(FormFactorTest, RateAndEncodingDecideWhereNoCodeDoes) {
    EXPECT_EQ(form_factor(a_with(upper(0x00, 192), {0x00})), "QSFP56");  // 26.5 GBd PAM4
}

TEST(FormFactorTest, QsfpPlusIdentifierWithoutEvidenceIsQsfpPlus) {
    MemoryMap memory = image_a();
    put(memory, lower(0), {0x0D});
    put(memory, upper(0x00, 128), {0x0D});
    put(memory, upper(0x00, 139), {0x00, 0x00});
    put(memory, upper(0x00, 192), {0x00});
    EXPECT_EQ(form_factor(decode(memory)), "QSFP+");
}

TEST(FormFactorTest, QsfpWithCmisGoesByTheLanesOfItsApplications) {
    EXPECT_EQ(form_factor(decode(image_c())), "QSFP56");
    EXPECT_EQ(form_factor(c2_with(lower(86), {0x4F})), "QSFP112");  // 400GAUI-4-S
}

TEST(FormFactorTest, OtherCmisModulesGoByTheIdentifier) {
    EXPECT_EQ(form_factor(c2_with(lower(0), {0x18})), "QSFP-DD");
    EXPECT_EQ(form_factor(c2_with(lower(0), {0x19})), "OSFP");
}

TEST(IdentifierTest, CopyIsBelievedWithinTheQsfpFamily) {
    const Module module = a_with(lower(0), {0x0D});
    EXPECT_EQ(identifier(module)->value, 0x11);
}

TEST(RevisionTest, IsNamedByTheMapItBelongsTo) {
    EXPECT_EQ(revision_compliance(decode(image_a())), "SFF-8636 2.8-2.10");
    EXPECT_EQ(revision_compliance(decode(image_c())), "CMIS 4.0");
    EXPECT_EQ(revision_compliance(a_with(lower(1), {0x0A})), "Unknown (0x0a)");
    EXPECT_EQ(revision_compliance(a_with(lower(1), {0x00})), "");
}

TEST(MediaTypeTest, TechnologyTellsCopperFromLight) {
    EXPECT_EQ(media_type(decode(image_a())), MediaType::optical);
    EXPECT_EQ(media_type(decode(image_b())), MediaType::passive_copper);
    EXPECT_EQ(media_type(a_with(upper(0x00, 147), {0xC0})), MediaType::active_copper);
}

TEST(MediaTypeTest, ActiveOpticalCableIsOptical) {
    MemoryMap memory = image_c2();
    put(memory, lower(85), {0x04});
    put(memory, upper(0x00, 212), {0x00});  // 850 nm VCSEL
    EXPECT_EQ(media_type(decode(memory)), MediaType::optical);
}

TEST(MediaTypeTest, ActiveCableWithEqualizersIsActiveCopper) {
    MemoryMap memory = image_c2();
    put(memory, lower(85), {0x04});
    put(memory, upper(0x00, 212), {0x0F});
    EXPECT_EQ(media_type(decode(memory)), MediaType::active_copper);
}

TEST(MediaTypeTest, TwistedPairIsBaseT) {
    EXPECT_EQ(media_type(c2_with(lower(85), {0x05})), MediaType::base_t);
    EXPECT_EQ(media_type(a_with(upper(0x00, 192), {0x1C})), MediaType::base_t);
}

TEST(MediaTypeTest, UndefinedMediaTypeStaysUnknownAlthoughTechnologyZeroIsALaser) {
    EXPECT_EQ(media_type(c2_with(lower(85), {0x00})), MediaType::unknown);
}

TEST(LaneCountsTest, QsfpHasFourAndFour) {
    EXPECT_EQ(lane_counts(decode(image_a())), (LaneCounts{4, 4}));
}

// T9: 100GBASE-DR has four host lanes and one lane of light.
TEST(LaneCountsTest, SingleLaneOpticHasFourAndOne) {
    const Module module = a_with(upper(0x00, 192), {0x25});
    EXPECT_EQ(lane_counts(module), (LaneCounts{4, 1}));
    EXPECT_TRUE(lane_in_use(module, 1, LaneSide::media));
    EXPECT_FALSE(lane_in_use(module, 2, LaneSide::media));
    EXPECT_TRUE(lane_in_use(module, 4, LaneSide::host));
}

TEST(LaneCountsTest, NearEndBitsTakeMediaLanesAway) {
    const Module module = a_with(lower(113), {0x0E});
    EXPECT_EQ(lane_counts(module), (LaneCounts{4, 1}));
    EXPECT_FALSE(lane_implemented(module, 3, LaneSide::media));
}

TEST(LaneCountsTest, LackingAllMediaLanesIsAnErasedByteAndTakesNoneAway) {
    EXPECT_EQ(lane_counts(c2_with(upper(0x00, 210), {0xFF})), (LaneCounts{4, 4}));
    EXPECT_EQ(lane_counts(a_with(lower(113), {0x0F})), (LaneCounts{4, 4}));
}

TEST(LaneCountsTest, CableOfTwentyFiveGigabitLanesKeepsItsFour) {
    MemoryMap memory = image_b2();
    put(memory, upper(0x00, 192), {0x0D});
    EXPECT_EQ(lane_counts(decode(memory)), (LaneCounts{4, 4}));
}

TEST(LaneCountsTest, TwoInstancesOfFourLanesAreEight) {
    MemoryMap memory = image_c2();
    put(memory, lower(0), {0x19});
    put(memory, lower(86), {0x4F, 0x11, 0x44, 0x11, 0xFF});  // 400GAUI-4 to 400GBASE-SR4, from lanes 1 and 5
    EXPECT_EQ(lane_counts(decode(memory)), (LaneCounts{8, 8}));
}

TEST(LaneCountsTest, EightHostLanesOverFourMediaLanes) {
    MemoryMap memory = image_c2();
    put(memory, lower(0), {0x18});
    put(memory, lower(85), {0x02});
    put(memory, lower(86), {0x11, 0x1C, 0x84, 0x01, 0xFF});  // 400GAUI-8 to 400GBASE-DR4
    EXPECT_EQ(lane_counts(decode(memory)), (LaneCounts{8, 4}));
}

TEST(LaneCountsTest, CountZeroFallsBackToTheInterfaceCode) {
    EXPECT_EQ(lane_counts(c2_with(lower(88), {0x00})), (LaneCounts{4, 4}));
}

TEST(LaneCountsTest, HostileCountsStayWithinABank) {
    EXPECT_EQ(lane_counts(c2_with(lower(88), {0xFF, 0xFF})), (LaneCounts{8, 8}));
}

TEST(LaneInUseTest, LanesWithoutADataPathAreNotInUse) {
    MemoryMap memory = image_c2();
    put(memory, lower(86), {0x0D, 0x0C, 0x22, 0x05, 0xFF});   // 100GAUI-2 to 100GBASE-SR2, from lanes 1 and 3
    put(memory, upper(0x11, 206), {0x10, 0x10, 0x00, 0x00});  // only the first path is active
    const Module module = decode(memory);
    EXPECT_TRUE(lane_in_use(module, 2, LaneSide::host));
    EXPECT_FALSE(lane_in_use(module, 3, LaneSide::host));
    EXPECT_TRUE(lane_in_use(module, 2, LaneSide::media));
    EXPECT_FALSE(lane_in_use(module, 3, LaneSide::media));
}

TEST(LaneInUseTest, SecondPathLiesOnItsOwnMediaLane) {
    MemoryMap memory = image_c2();
    put(memory, lower(85), {0x02});
    put(memory, lower(86), {0x0D, 0x15, 0x21, 0x05, 0xFF});   // 100GAUI-2 to 100GBASE-FR1
    put(memory, upper(0x01, 176), {0x03});                    // on media lanes 1 and 2
    put(memory, upper(0x11, 206), {0x00, 0x00, 0x14, 0x14});  // data path 2: host lanes 3 and 4
    const Module module = decode(memory);
    EXPECT_FALSE(lane_in_use(module, 1, LaneSide::media));
    EXPECT_TRUE(lane_in_use(module, 2, LaneSide::media));
}

TEST(LaneInUseTest, LaneNumbersOutsideTheModuleAreNot) {
    const Module module = decode(image_a());
    EXPECT_FALSE(lane_in_use(module, 0, LaneSide::host));
    EXPECT_FALSE(lane_in_use(module, 33, LaneSide::media));
}

// T-07, T15a.
TEST(PowerClassTest, ClassesFiveToSevenComeFromTheLowBits) {
    EXPECT_EQ(power_class(decode(image_a())), 7U);
    EXPECT_EQ(max_power(decode(image_a())), Watts{5.0});
}

TEST(PowerClassTest, ClassFourIsTheHighBitsAlone) {
    EXPECT_EQ(power_class(a_with(upper(0x00, 129), {0xCC})), 4U);
    EXPECT_EQ(max_power(a_with(upper(0x00, 129), {0xCC})), Watts{3.5});
}

TEST(PowerClassTest, ClassEightStatesItsWatts) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 129), {0x20});
    put(memory, lower(107), {0x37});
    const Module module = decode(memory);
    EXPECT_EQ(power_class(module), 8U);
    EXPECT_EQ(max_power(module), Watts{5.5});
}

TEST(PowerClassTest, CmisClassIsTheCodePlusOneAndTheWattsAreStated) {
    const Module module = decode(image_c());
    EXPECT_EQ(power_class(module), 5U);
    EXPECT_EQ(max_power(module), Watts{5.0});
    EXPECT_EQ(max_power(c2_with(upper(0x00, 201), {0x00})), std::nullopt);
}

// T-06.
TEST(SignalingRateTest, FfhRefersToByte222) {
    EXPECT_EQ(signaling_rate(decode(image_a())), Baud{26.5e9});
    EXPECT_EQ(signaling_rate(a_with(upper(0x00, 140), {0x67})), Baud{10.3e9});
    EXPECT_EQ(signaling_rate(a_with(upper(0x00, 222), {0xD5})), Baud{53.25e9});
    EXPECT_EQ(signaling_rate(a_with(upper(0x00, 222), {0x00})), std::nullopt);
}

TEST(MaxCaseTemperatureTest, ZeroMeansSeventy) {
    EXPECT_EQ(max_case_temperature(a_with(upper(0x00, 190), {0x00})), Celsius{70});
    EXPECT_EQ(max_case_temperature(a_with(upper(0x00, 190), {85})), Celsius{85});
}

TEST(ReachTest, NamesEachFibre) {
    const auto lengths = reach(decode(image_a()));
    ASSERT_TRUE(lengths);
    EXPECT_EQ(lengths->om4, Meters{100});
    EXPECT_EQ(lengths->om3, Meters{70});
    EXPECT_EQ(lengths->smf, Meters{0});
}

TEST(ReachTest, FullRegisterIsMoreThanItCanState) {
    const Module module = a_with(upper(0x00, 142), {0xFF});
    EXPECT_EQ(reach(module)->smf, Meters{254'000});
    EXPECT_EQ(longer_than_register(module), "reach over SMF is more than 254000 m");
}

TEST(ReachTest, CableHasALengthAndNoReach) {
    const Module module = decode(image_b());
    EXPECT_EQ(reach(module), std::nullopt);
    EXPECT_EQ(length_of_cable(module), Meters{2});
}

// T-09, T-10.
TEST(CableLengthTest, ZeroIsNotStatedAndCmisCountsDecimeters) {
    EXPECT_EQ(length_of_cable(decode(image_c())), std::nullopt);
    EXPECT_EQ(length_of_cable(c2_with(upper(0x00, 202), {0x05})), Meters{0.5});
}

TEST(VersionTest, ZeroIsNotReportedAndFfhIsAnInvalidImage) {
    EXPECT_EQ(firmware_version(decode(image_c())), "");
    EXPECT_EQ(firmware_version(c2_with(lower(39), {2, 7})), "2.7");
    EXPECT_EQ(firmware_version(c2_with(lower(39), {0xFF, 0xFF})), "");
    EXPECT_TRUE(firmware_image_invalid(c2_with(lower(39), {0xFF, 0xFF})));
}

TEST(DateCodeTest, DigitsThatAreADateBecomeOne) {
    Module module;
    module.identity.date_code = "24013017";
    EXPECT_EQ(date_code(module), "2024-01-30");
    EXPECT_EQ(lot_code(module), "17");
}

TEST(DateCodeTest, AnythingElseStaysAsItIs) {
    Module module;
    module.identity.date_code = "241301";
    EXPECT_EQ(date_code(module), "241301");
    EXPECT_EQ(lot_code(module), "");
}

TEST(OuiTest, IsWrittenInLowerCaseAndAbsentWhenZero) {
    EXPECT_EQ(vendor_oui(a_with(upper(0x00, 165), {0x00, 0x02, 0xC9})), "00:02:c9");
    EXPECT_EQ(vendor_oui(decode(image_a())), "");
}

TEST(ModuleStateTest, OfSff8636IsDerived) {
    EXPECT_EQ(module_state(decode(image_a())), ModuleState::ready);
    EXPECT_EQ(module_state(a_with(lower(93), {0x03})), ModuleState::low_power);
    EXPECT_EQ(module_state(a_with(lower(93), {0x01})), ModuleState::ready);
    EXPECT_EQ(module_state(a_with(lower(2), {0x01})), ModuleState::powering_up);
}

TEST(ModuleStateTest, OfAPassiveCableIsNotHeldUpByDataNotReady) {
    MemoryMap memory = image_b();
    put(memory, lower(2), {0x05});
    EXPECT_EQ(module_state(decode(memory)), ModuleState::ready);
}

TEST(ModuleStateTest, OfCmisIsMaskedFromItsByte) {
    EXPECT_EQ(module_state(c2_with(lower(3), {0x56})), ModuleState::ready);  // T-30
}

}  // namespace
}  // namespace opticward::cmis
