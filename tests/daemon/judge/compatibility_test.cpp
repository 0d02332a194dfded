// Rows M01 to M33 of protocol_mode.md, section 5: each where it holds, and its nearest neighbour where it does not.
#include "daemon/judge/compatibility.h"

#include "tests/daemon/judge/link_samples.h"

#include <gtest/gtest.h>

namespace opticward::daemon {
namespace {

using drivers::Cage;
using drivers::LinkLayer;
using link_samples::hdr_copper;
using link_samples::LaneClass;
using link_samples::lanes;
using link_samples::on;
using link_samples::optic_100g;
using link_samples::optic_200g;
using link_samples::said;

// 200G InfiniBand optic in an Ethernet port.
LinkFacts infiniband_optic_in_ethernet(std::optional<bool> up) {
    LinkFacts facts = link_samples::link(LinkLayer::ethernet, up);
    link_samples::declare(facts, cmis::Protocol::infiniband);
    facts.traits.medium = cmis::MediaType::optical;
    return facts;
}

LinkFacts y_head(std::optional<bool> up) {
    LinkFacts facts = hdr_copper(up);
    facts.traits.breakout = {.far_ends = 2, .near_lanes = std::nullopt, .evidence = "byte 113 = 0x50"};
    return facts;
}

LinkFacts y_tail(std::optional<bool> up) {
    LinkFacts facts = hdr_copper(up);
    facts.traits.breakout = {.far_ends = std::nullopt, .near_lanes = 2, .evidence = "byte 113 = 0x0c"};
    return facts;
}

FarEnd far_end(std::string_view pmd) {
    FarEnd end;
    end.name = "leaf2:swp7";
    end.traits.medium = cmis::MediaType::optical;
    end.traits.pmd = cmis::find_pmd(pmd);
    return end;
}

LinkFacts optic(std::string_view pmd, std::optional<bool> up) {
    LinkFacts facts = optic_200g(up);
    facts.traits.pmd = cmis::find_pmd(pmd);
    return facts;
}

// --- protocol

TEST(CompatibilityTest, M01ALinkThatWasUpProvesTheProtocol) {
    LinkFacts facts = infiniband_optic_in_ethernet(false);
    facts.proof.add(LinkLayer::ethernet);
    EXPECT_EQ(said("protocol", facts), "M01 match none");
}

TEST(CompatibilityTest, M01AProofOfTheOtherProtocolProvesNothing) {
    LinkFacts facts = infiniband_optic_in_ethernet(false);
    facts.proof.add(LinkLayer::infiniband);
    EXPECT_EQ(said("protocol", facts), "M04 mismatch critical");
}

TEST(CompatibilityTest, M03AFirmwareThatNamesTheProtocolIsCriticalForCopperToo) {
    LinkFacts facts = hdr_copper(false);
    facts.firmware_code = 27;
    EXPECT_EQ(said("protocol", facts), "M03 mismatch critical");
    EXPECT_EQ(on("protocol", facts)->confidence, Confidence::high);
}

TEST(CompatibilityTest, M03ALinkThatIsUpIsNotRefused) {
    LinkFacts facts = hdr_copper(true);
    facts.proof.observe(facts.port);
    facts.firmware_code = 27;
    EXPECT_EQ(said("protocol", facts), "M01 match none");
}

TEST(CompatibilityTest, M03bAnUnsupportedCableIsCriticalAndSaysProbably) {
    LinkFacts facts = infiniband_optic_in_ethernet(false);
    facts.host.down_cause = drivers::DownCause::unsupported_cable;
    const auto verdict = on("protocol", facts);
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->rule, "M03b");
    EXPECT_EQ(verdict->severity, Severity::critical);
    EXPECT_EQ(verdict->reason, "ib_module_in_ethernet_port");
    EXPECT_NE(verdict->sentence.find("probably for its protocol"), std::string::npos);
}

TEST(CompatibilityTest, M03bAModuleThatFitsIsRefusedForSomethingElse) {
    LinkFacts facts = hdr_copper(false);
    facts.firmware_code = 1028;
    const auto verdict = on("protocol", facts);
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->rule, "M03b");
    EXPECT_EQ(verdict->reason, "");
    EXPECT_EQ(verdict->sentence.find("probably"), std::string::npos);
}

TEST(CompatibilityTest, M04AnInfinibandOpticInAnEthernetPortIsCritical) {
    const auto verdict = on("protocol", infiniband_optic_in_ethernet(false));
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->rule, "M04");
    EXPECT_EQ(verdict->severity, Severity::critical);
    EXPECT_EQ(verdict->confidence, Confidence::medium);
    EXPECT_EQ(verdict->reason, "ib_module_in_ethernet_port");
}

TEST(CompatibilityTest, M04APartThatItsVendorCallsDualIsAWarning) {
    LinkFacts facts = infiniband_optic_in_ethernet(false);
    facts.module.dual_source = "the vendor's list";
    EXPECT_EQ(said("protocol", facts), "M04 mismatch warning");
}

TEST(CompatibilityTest, M05AnEthernetOpticInAnInfinibandPortIsCritical) {
    LinkFacts facts = optic_200g(false);
    facts.port.actual = LinkLayer::infiniband;
    EXPECT_EQ(said("protocol", facts), "M05 mismatch critical");
}

TEST(CompatibilityTest, M05APortThatNobodyUsesIsAWarning) {
    LinkFacts facts = optic_200g(false);
    facts.port.actual = LinkLayer::infiniband;
    facts.port.admin_up = false;
    EXPECT_EQ(said("protocol", facts), "M05 mismatch warning");
}

TEST(CompatibilityTest, M06ADualModuleIsNotWhyALinkIsDown) {
    LinkFacts facts = hdr_copper(false);
    link_samples::declare(facts, cmis::Protocol::ethernet);
    EXPECT_EQ(said("protocol", facts), "M06 unknown info");
    facts.port.link_up = std::nullopt;
    EXPECT_EQ(said("protocol", facts), "M06 match none");
}

TEST(CompatibilityTest, M07CopperThatFitsIsNotWhyALinkIsDown) {
    EXPECT_EQ(said("protocol", hdr_copper(false)), "M07 unknown info");
    LinkFacts facts = hdr_copper(false);
    facts.port.admin_up = false;
    EXPECT_EQ(said("protocol", facts), " match none");
}

TEST(CompatibilityTest, M32AModuleThatDeclaresNothingIsUnknown) {
    EXPECT_EQ(said("protocol", link_samples::link(LinkLayer::ethernet, false)), "M32 unknown none");
}

TEST(CompatibilityTest, M32APartNumberIsAHintOnly) {
    LinkFacts facts = link_samples::link(LinkLayer::ethernet, false);
    facts.module.part_number_hint = LinkLayer::infiniband;
    EXPECT_EQ(said("protocol", facts), "M32 unknown info");
    EXPECT_EQ(on("protocol", facts)->confidence, Confidence::low);
}

TEST(CompatibilityTest, M33EndsOfDifferentProtocolsAreAMismatch) {
    LinkFacts facts = hdr_copper(false);
    facts.far_end = far_end("");
    facts.far_end->link_layer = LinkLayer::ethernet;
    EXPECT_EQ(said("protocol", facts), "M33 mismatch critical");
    facts.far_end->link_layer = LinkLayer::infiniband;
    EXPECT_EQ(said("protocol", facts), "M07 unknown info");
}

TEST(CompatibilityTest, AWrongChecksumIsAnInfoAndNothingElseIsSaidOfTheProtocol) {
    LinkFacts facts = infiniband_optic_in_ethernet(false);
    facts.module.checksums_ok = false;
    EXPECT_EQ(said("protocol", facts), "C2 unknown info");
}

// --- speed and width

TEST(CompatibilityTest, M01ALinkAtItsSpeedAndWidthMatches) {
    LinkFacts facts = optic_200g(true);
    facts.host.speed_bits_per_second = 200e9;
    facts.expected.speed_bits_per_second = 200e9;
    EXPECT_EQ(said("speed_width", facts), "M01 match none");
}

TEST(CompatibilityTest, M02ALinkOverTwoOfFourLanesIsDegraded) {
    LinkFacts facts = hdr_copper(true);
    facts.host.width = 2;
    facts.host.speed_bits_per_second = 100e9;
    EXPECT_EQ(said("speed_width", facts), "M02 degraded warning");
    EXPECT_EQ(on("speed_width", facts)->sentence,
              "The link runs over 2 of 4 lanes: lanes lost, or the split profile is not configured.");
}

TEST(CompatibilityTest, M02APortThatIsSplitRunsHalfTheLanes) {
    LinkFacts facts = hdr_copper(true);
    facts.host.width = 2;
    facts.host.speed_bits_per_second = 100e9;
    facts.expected.split = 2;
    facts.expected.speed_bits_per_second = 100e9;
    EXPECT_EQ(said("speed_width", facts), "M01 match none");
}

TEST(CompatibilityTest, M08AQsfp28ModuleWorksInAFasterCage) {
    LinkFacts facts = optic_100g(false);
    facts.expected.cage = Cage::qsfp56;
    EXPECT_EQ(said("speed_width", facts), "M08 match none");
    facts.expected.speed_bits_per_second = 200e9;
    EXPECT_EQ(said("speed_width", facts), "nothing");
}

TEST(CompatibilityTest, M09A100GModuleWhere200GIsExpectedIsDegraded) {
    LinkFacts facts = optic_100g(true);
    facts.host.speed_bits_per_second = 100e9;
    facts.expected.speed_bits_per_second = 200e9;
    EXPECT_EQ(said("speed_width", facts), "M09 degraded warning");
    facts.expected.speed_bits_per_second = 100e9;
    EXPECT_EQ(said("speed_width", facts), "M01 match none");
}

TEST(CompatibilityTest, M10AForcedSpeedThatTheModuleLacksIsCriticalWhileTheLinkIsDown) {
    LinkFacts facts = optic_100g(false);
    facts.expected.speed_bits_per_second = 200e9;
    facts.expected.autonegotiation = false;
    EXPECT_EQ(said("speed_width", facts), "M10 mismatch critical");
    facts.expected.autonegotiation = true;
    EXPECT_EQ(said("speed_width", facts), "nothing");
}

TEST(CompatibilityTest, M11APam4OpticInAnNrzPortIsCritical) {
    LinkFacts facts = optic_200g(false);
    facts.host.lane_class = LaneClass::nrz_25g;
    EXPECT_EQ(said("speed_width", facts), "M11 mismatch critical");
    facts.host.lane_class = LaneClass::pam4_50g;
    EXPECT_EQ(said("speed_width", facts), "nothing");
}

TEST(CompatibilityTest, M11IsUnknownWhereNothingTellsTheLanesOfThePort) {
    EXPECT_EQ(said("speed_width", optic_200g(false)), "M11 unknown none");
}

TEST(CompatibilityTest, M12AMultiRateCableAt100GInAnNrzPortIsNoError) {
    LinkFacts facts = hdr_copper(true);
    lanes(facts.traits, LaneClass::nrz_25g);
    facts.host.lane_class = LaneClass::nrz_25g;
    facts.host.speed_bits_per_second = 100e9;
    facts.host.width = 4;
    EXPECT_EQ(said("speed_width", facts), "M12 match info");
    facts.host.lane_class = LaneClass::pam4_50g;
    EXPECT_EQ(said("speed_width", facts), "M01 match none");
}

TEST(CompatibilityTest, M13AQsfp56ModuleWorksInAQsfpDdCage) {
    LinkFacts facts = optic_200g(false);
    facts.expected.cage = Cage::qsfp_dd;
    EXPECT_EQ(said("speed_width", facts), "M13 match none");
}

TEST(CompatibilityTest, M13bAQsfp112CageTakesOlderModules) {
    for (LinkFacts facts : {optic_200g(false), optic_100g(false)}) {
        facts.expected.cage = Cage::qsfp112;
        EXPECT_EQ(said("speed_width", facts), "M13b match none");
    }
}

TEST(CompatibilityTest, M13cOpticsOfUnlikeLanesNeverLink) {
    LinkFacts facts = optic_200g(false);
    facts.far_end = far_end("");
    lanes(facts.far_end->traits, LaneClass::pam4_100g);
    EXPECT_EQ(said("speed_width", facts), "M13c mismatch critical");
    facts.far_end->traits.captive_cable = true;  // a cable that bridges the two
    EXPECT_EQ(said("speed_width", facts), "M11 unknown none");
}

TEST(CompatibilityTest, M14AQsfpDdModuleDoesNotWorkInAQsfpCage) {
    LinkFacts facts = optic_200g(false);
    facts.traits.form_factor = "QSFP-DD";
    facts.expected.cage = Cage::qsfp56;
    EXPECT_EQ(said("speed_width", facts), "M14 mismatch critical");
    facts.expected.cage = Cage::qsfp_dd;
    EXPECT_EQ(said("speed_width", facts), "nothing");
}

TEST(CompatibilityTest, M18AnHdr100TailAtTwoLanesIsWhole) {
    LinkFacts facts = y_tail(true);
    facts.host.width = 2;
    facts.host.speed_bits_per_second = 100e9;
    EXPECT_EQ(said("speed_width", facts), "M18 match none");
    facts.host.width = 1;
    EXPECT_EQ(said("speed_width", facts), "M02 degraded warning");
}

TEST(CompatibilityTest, M19ATailOfTwo50GLanesNeedsAPortWithSuchLanes) {
    LinkFacts facts = y_tail(false);
    facts.host.lane_class = LaneClass::nrz_25g;
    EXPECT_EQ(said("speed_width", facts), "M19 mismatch critical");
    LinkFacts ethernet = y_tail(true);
    ethernet.port.actual = LinkLayer::ethernet;
    ethernet.host.speed_bits_per_second = 100e9;
    EXPECT_EQ(said("speed_width", ethernet), "M19 match none");
}

TEST(CompatibilityTest, M20ATailOf25GLanesFitsAnNrzPort) {
    LinkFacts facts = y_tail(false);
    facts.traits.lane_classes = {};
    lanes(facts.traits, LaneClass::nrz_25g);
    facts.host.lane_class = LaneClass::nrz_25g;
    EXPECT_EQ(said("speed_width", facts), "M20 match info");
}

// --- breakout

TEST(CompatibilityTest, M15AYCableInAPortThatIsNotSplit) {
    LinkFacts facts = y_head(false);
    facts.expected.split = 1;
    EXPECT_EQ(said("breakout", facts), "M15 mismatch critical");
    facts.expected.split = 2;
    EXPECT_EQ(said("breakout", facts), " match none");
}

TEST(CompatibilityTest, M15WithoutAWordAboutTheSplitHalfALinkIsAWarning) {
    LinkFacts facts = y_head(true);
    facts.host.width = 2;
    EXPECT_EQ(said("breakout", facts), "M15 mismatch warning");
    EXPECT_EQ(said("breakout", y_head(false)), "M15 unknown info");
}

TEST(CompatibilityTest, M15HalfOfTheLanesDarkIsHalfALink) {
    LinkFacts facts = y_head(std::nullopt);
    facts.light = {.lanes = 0xF, .rx_dark = 0xC, .tx_dark = std::nullopt};
    EXPECT_EQ(said("breakout", facts), "M15 mismatch warning");
    facts.light.rx_dark = 0x6;
    EXPECT_EQ(said("breakout", facts), "nothing");
}

TEST(CompatibilityTest, ACableThatIsUpOverAllLanesIsNoBreakoutWhateverByte113Says) {
    LinkFacts facts = y_head(true);
    facts.host.width = 4;
    EXPECT_EQ(said("breakout", facts), "nothing");
    facts.expected.split = 1;
    EXPECT_EQ(said("breakout", facts), "nothing");
}

TEST(CompatibilityTest, M16AStraightCableInASplitPort) {
    LinkFacts facts = hdr_copper(false);
    facts.traits.breakout.far_ends = 1;
    facts.expected.split = 2;
    EXPECT_EQ(said("breakout", facts), "M16 mismatch critical");
    facts.expected.split = 1;
    EXPECT_EQ(said("breakout", facts), " match none");
}

TEST(CompatibilityTest, M17AYCableInAPortThatCannotBeSplit) {
    LinkFacts facts = y_head(std::nullopt);
    facts.expected.can_split = false;
    EXPECT_EQ(said("breakout", facts), "M17 mismatch warning");
    facts.expected.can_split = true;
    EXPECT_EQ(said("breakout", facts), "nothing");
}

// --- fibre and reach

TEST(CompatibilityTest, M21MultimodeFacingSingleModeIsCritical) {
    LinkFacts facts = optic("200GBASE-SR4", false);
    facts.far_end = far_end("200GBASE-FR4");
    EXPECT_EQ(said("fibre_reach", facts), "M21 mismatch critical");
    facts.far_end = far_end("200GBASE-SR4");
    EXPECT_EQ(said("fibre_reach", facts), "nothing");
}

TEST(CompatibilityTest, M22ParallelFacingWavelengthDivisionIsAMismatch) {
    LinkFacts facts = optic("200GBASE-DR4", false);
    facts.far_end = far_end("200GBASE-FR4");
    EXPECT_EQ(said("fibre_reach", facts), "M22 mismatch critical");
}

TEST(CompatibilityTest, M22UnlikeWavelengthsAreMarginal) {
    LinkFacts facts = optic("200GBASE-FR4", false);
    facts.far_end = far_end("200GBASE-LR4");
    EXPECT_EQ(said("fibre_reach", facts), "M22 degraded warning");
}

TEST(CompatibilityTest, M23AnSr4ReachesAHundredMetersOfOm4AndSeventyOfOm3) {
    LinkFacts facts = optic("200GBASE-SR4", true);
    facts.expected.cabling = drivers::Cabling::om4;
    facts.expected.length_meters = 100;
    EXPECT_EQ(said("fibre_reach", facts), " match none");
    facts.expected.length_meters = 101;
    EXPECT_EQ(said("fibre_reach", facts), "M23 degraded warning");
    facts.expected.cabling = drivers::Cabling::om3;
    facts.expected.length_meters = 71;
    EXPECT_EQ(said("fibre_reach", facts), "M23 degraded warning");
}

TEST(CompatibilityTest, M23CopperOf50GLanesReachesThreeMeters) {
    LinkFacts facts = hdr_copper(true);
    facts.traits.cable_length = cmis::Meters{3};
    EXPECT_EQ(said("fibre_reach", facts), " match none");
    facts.traits.cable_length = cmis::Meters{4};
    EXPECT_EQ(said("fibre_reach", facts), "M23 degraded warning");
}

TEST(CompatibilityTest, M24AnOpticOnTheWrongFibreIsCritical) {
    LinkFacts short_reach = optic("200GBASE-SR4", false);
    short_reach.expected.cabling = drivers::Cabling::os2;
    EXPECT_EQ(said("fibre_reach", short_reach), "M24 mismatch critical");
    LinkFacts parallel = optic("200GBASE-DR4", false);
    parallel.expected.cabling = drivers::Cabling::om4;
    EXPECT_EQ(said("fibre_reach", parallel), "M24 mismatch critical");
    parallel.expected.cabling = drivers::Cabling::os2;
    EXPECT_EQ(said("fibre_reach", parallel), "nothing");
}

// --- all

TEST(CompatibilityTest, EveryRowThatCanRaiseAnAlertSaysWhatToDoAndWhy) {
    for (const RuleRow& row : compatibility_rules()) {
        EXPECT_FALSE(row.title.empty());
        EXPECT_FALSE(row.conditions.empty()) << row.title;
        EXPECT_NE(row.sentence, nullptr) << row.title;
        EXPECT_NE(row.evidence, nullptr) << row.title;
        if (row.weight != Weight::none && row.weight != Weight::info) {
            EXPECT_FALSE(row.remedy.empty()) << row.title;
        }
    }
}

TEST(CompatibilityTest, EveryRuleSaysWhyItDidNotHold) {
    const auto outcomes = rule_outcomes(infiniband_optic_in_ethernet(false));
    const auto found = std::ranges::find(outcomes, "M05", &RuleOutcome::id);
    ASSERT_NE(found, outcomes.end());
    EXPECT_FALSE(found->held);
    EXPECT_EQ(found->missing, "the port runs InfiniBand, or is to");
    const auto decided = std::ranges::find(outcomes, "M04", &RuleOutcome::id);
    ASSERT_NE(decided, outcomes.end());
    EXPECT_TRUE(decided->decided);
}

}  // namespace
}  // namespace opticward::daemon
