#include "cmis/link_traits.h"

#include "cmis/codec.h"
#include "cmis/image.h"
#include "tests/support/module_images.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

namespace opticward::cmis {
namespace {

using enum LaneClass;
using test::image_a;
using test::image_b;
using test::image_b2;
using test::image_c;
using test::image_c2;
using test::put;
using test::put_text;

LinkTraits traits_of(const MemoryMap& memory) {
    return link_traits(decode(memory));
}

LaneClasses classes(std::initializer_list<LaneClass> all) {
    LaneClasses result;
    for (const LaneClass it : all) {
        result.add(it);
    }
    return result;
}

std::string pmd_name(const LinkTraits& traits) {
    return traits.pmd == nullptr ? "" : std::string{traits.pmd->name};
}

// An optic with nothing but the bytes of a test: no codes, no rate, no lanes missing.
MemoryMap bare_optic() {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 131), {0x00});
    put(memory, upper(0x00, 139), {0x00, 0x00});
    put(memory, upper(0x00, 192), {0x00});
    put(memory, upper(0x00, 222), {0x00});
    return memory;
}

// A CMIS cable of a form factor: passive copper, one application of 400GAUI-8.
MemoryMap cmis_cable(std::uint8_t identifier, std::uint8_t missing_lanes, std::uint8_t far_end) {
    MemoryMap memory = image_c();
    put(memory, lower(0), {identifier});
    put(memory, lower(85), {0x03, 0x1D, 0x01, 0x88, 0x01, 0xFF});
    put(memory, upper(0x00, 128), {identifier});
    put(memory, upper(0x00, 203), {0x23});
    put(memory, upper(0x00, 210), {missing_lanes, far_end, 0x0A});
    return memory;
}

TEST(LinkTraitsTest, AnSr4Of200GIsWhatItSays) {
    const LinkTraits traits = traits_of(image_a());
    EXPECT_EQ(traits.form_factor, "QSFP56");
    EXPECT_EQ(traits.lane_classes, classes({pam4_50g}));
    EXPECT_EQ(traits.lane_evidence, "byte 192 = 0x41 (50GBASE-SR, 100GBASE-SR2 or 200GBASE-SR4)");
    EXPECT_EQ(traits.medium, MediaType::optical);
    EXPECT_FALSE(traits.captive_cable);
    ASSERT_NE(traits.pmd, nullptr);
    EXPECT_EQ(traits.pmd->name, "SR4");
    EXPECT_EQ(traits.pmd->rate_gbps, 200);
    EXPECT_EQ(traits.lanes, (LaneCounts{.host = 4, .media = 4}));
    EXPECT_EQ(traits.max_bits_per_second, 200e9);
    EXPECT_EQ(traits.breakout, Breakout{});
    EXPECT_EQ(traits.cable_length, std::nullopt);
    EXPECT_EQ(traits.max_power, Watts{5.0});
    EXPECT_EQ(traits.high_power_enabled, false);  // class 7, byte 93 = 0
}

TEST(LinkTraitsTest, ACableThatIsCodedForEdrAndHdrRunsAtBoth) {
    const LinkTraits traits = traits_of(image_b());
    EXPECT_EQ(traits.lane_classes, classes({nrz_25g, pam4_50g}));
    EXPECT_EQ(traits.lane_evidence, "byte 164 = 0x30 (EDR, HDR)");
    EXPECT_EQ(traits.lane_classes.slowest(), nrz_25g);
    EXPECT_EQ(traits.lane_classes.fastest(), pam4_50g);
    EXPECT_EQ(traits.medium, MediaType::passive_copper);
    EXPECT_TRUE(traits.captive_cable);
    EXPECT_EQ(traits.pmd, nullptr);
    EXPECT_EQ(traits.max_bits_per_second, 200e9);
    EXPECT_EQ(traits.cable_length, Meters{2});
    EXPECT_EQ(traits.high_power_enabled, std::nullopt);
}

TEST(LinkTraitsTest, InfiniBandSpeedsHaveTheClassOfTheirLanes) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 164), {0x07});  // SDR, DDR, QDR
    EXPECT_EQ(traits_of(memory).lane_classes, classes({nrz_10g}));
    put(memory, upper(0x00, 164), {0x08});  // FDR, 14G
    EXPECT_EQ(traits_of(memory).lane_classes, classes({nrz_25g}));
    EXPECT_EQ(traits_of(memory).max_bits_per_second, 56e9);
    put(memory, upper(0x00, 164), {0x20});
    EXPECT_EQ(traits_of(memory).lane_classes, classes({pam4_50g}));
}

TEST(LinkTraitsTest, TheReservedBitOfNdrCountsUnderNvidiasNameOnly) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 164), {0x60});
    EXPECT_EQ(traits_of(memory).lane_classes, classes({pam4_50g}));
    put_text(memory, upper(0x00, 148), 16, "NVIDIA");
    EXPECT_EQ(traits_of(memory).lane_classes, classes({pam4_50g, pam4_100g}));
    EXPECT_EQ(traits_of(memory).max_bits_per_second, 400e9);
}

TEST(LinkTraitsTest, EachByteThatAddsAClassIsEvidence) {
    MemoryMap memory = image_b2();
    put(memory, upper(0x00, 131), {0x88});
    const LinkTraits traits = traits_of(memory);
    EXPECT_EQ(traits.lane_classes, classes({nrz_10g, nrz_25g, pam4_50g}));
    EXPECT_EQ(traits.lane_evidence,
              "byte 192 = 0x40 (50GBASE-CR, 100GBASE-CR2 or 200GBASE-CR4); byte 164 = 0x30 (EDR, HDR); "
              "byte 131 = 0x88 (40GBASE-CR4)");
}

// Trap 1 of protocol_mode.md, section 8.
TEST(LinkTraitsTest, Identifier11WithPam4IsQsfp56) {
    MemoryMap memory = bare_optic();
    put(memory, upper(0x00, 139), {0x08});
    EXPECT_EQ(traits_of(memory).form_factor, "QSFP56");
    EXPECT_EQ(traits_of(memory).lane_classes, classes({pam4_50g}));
    EXPECT_EQ(traits_of(memory).lane_evidence, "byte 139 = 0x08 (PAM4)");
}

// Trap 2.
TEST(LinkTraitsTest, ByteOneHundredFortyOfFFIsNoRate) {
    MemoryMap memory = bare_optic();
    put(memory, upper(0x00, 140), {0xFF});
    EXPECT_EQ(traits_of(memory).lane_classes, LaneClasses{});
    EXPECT_EQ(traits_of(memory).lane_evidence, "");
    EXPECT_EQ(traits_of(memory).max_bits_per_second, std::nullopt);
}

TEST(LinkTraitsTest, WithoutACodeTheSignalingRateGivesTheClass) {
    MemoryMap memory = bare_optic();
    put(memory, upper(0x00, 139), {0x05, 0x67});
    EXPECT_EQ(traits_of(memory).lane_classes, classes({nrz_10g}));
    EXPECT_EQ(traits_of(memory).lane_evidence, "byte 140 = 0x67 (10.3 GBd)");

    put(memory, upper(0x00, 139), {0x05, 0xFF});
    put(memory, upper(0x00, 222), {0x67});
    EXPECT_EQ(traits_of(memory).lane_classes, classes({nrz_25g}));
    EXPECT_EQ(traits_of(memory).lane_evidence, "byte 222 = 0x67 (25.8 GBd)");

    put(memory, upper(0x00, 139), {0x08});
    put(memory, upper(0x00, 222), {0xD5});
    EXPECT_EQ(traits_of(memory).lane_classes, classes({pam4_100g}));
    EXPECT_EQ(traits_of(memory).lane_evidence, "byte 139 = 0x08 (PAM4); byte 222 = 0xd5 (53.3 GBd)");
}

// "PAM4 or BR >= 26 GBd -> 50G lanes" (protocol_mode.md, section 1.1).
TEST(LinkTraitsTest, ARateOf50GLanesCountsWhereNoEncodingIsStated) {
    MemoryMap memory = bare_optic();
    put(memory, upper(0x00, 139), {0x00, 0xFF});
    put(memory, upper(0x00, 222), {0x6A});
    EXPECT_EQ(traits_of(memory).lane_classes, classes({pam4_50g}));
    put(memory, upper(0x00, 139), {0x03});  // NRZ
    EXPECT_EQ(traits_of(memory).lane_classes, classes({nrz_25g}));
}

TEST(LinkTraitsTest, HdrIsNotBelievedOfLanesThatSignalAt25GNrz) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 139), {0x05, 0xFF});
    put(memory, upper(0x00, 222), {0x67});
    EXPECT_EQ(traits_of(memory).lane_classes, classes({nrz_25g}));
    EXPECT_EQ(traits_of(memory).max_bits_per_second, 100e9);
}

TEST(LinkTraitsTest, OneLaneOfLightBehindCaui4Has25GHostLanes) {
    MemoryMap memory = image_a();
    put(memory, lower(113), {0x0E});
    put(memory, upper(0x00, 139), {0x05});
    put(memory, upper(0x00, 192), {0x25});
    const LinkTraits traits = traits_of(memory);
    EXPECT_EQ(traits.form_factor, "QSFP28");
    EXPECT_EQ(traits.lane_classes, classes({nrz_25g}));
    EXPECT_EQ(pmd_name(traits), "DR");
    EXPECT_EQ(traits.lanes, (LaneCounts{.host = 4, .media = 1}));
    EXPECT_EQ(traits.max_bits_per_second, 100e9);
    EXPECT_EQ(traits.breakout, Breakout{});  // no cable, so no tail of one
}

TEST(LinkTraitsTest, BidirectionalLightOf100GHas25GHostLanes) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 192), {0x21});
    EXPECT_EQ(traits_of(memory).form_factor, "QSFP28");
    EXPECT_EQ(traits_of(memory).lane_classes, classes({nrz_25g}));
    EXPECT_EQ(pmd_name(traits_of(memory)), "BiDi");
}

TEST(LinkTraitsTest, ACodeOf25GLanesMeansEveryLaneOfACable) {
    MemoryMap memory = image_b();
    put(memory, upper(0x00, 139), {0x05, 0xFF});
    put(memory, upper(0x00, 164), {0x00});
    put(memory, upper(0x00, 192), {0x0D});
    put(memory, upper(0x00, 222), {0x67});
    EXPECT_EQ(traits_of(memory).lane_classes, classes({nrz_25g}));
    EXPECT_EQ(traits_of(memory).max_bits_per_second, 100e9);
}

TEST(LinkTraitsTest, ACableSendsNothingIntoAFibreOfSomebodyElse) {
    MemoryMap memory = image_a();
    put(memory, upper(0x00, 130), {0x23});
    EXPECT_EQ(traits_of(memory).medium, MediaType::optical);
    EXPECT_TRUE(traits_of(memory).captive_cable);
    EXPECT_EQ(traits_of(memory).pmd, nullptr);
}

TEST(LinkTraitsTest, FarEndsOfByte113AreCounted) {
    struct Case {
        std::uint8_t byte;
        std::optional<unsigned> ends;
        std::string evidence;
    };
    for (const Case& it : std::vector<Case>{
             {0x00, std::nullopt, ""},
             {0x10, 1, "byte 113 = 0x10 (far end 1x4)"},
             {0x20, 1, "byte 113 = 0x20 (far end 1x2)"},
             {0x30, 1, "byte 113 = 0x30 (far end 1x1)"},
             {0x40, 4, "byte 113 = 0x40 (far end 4x1)"},
             {0x50, 2, "byte 113 = 0x50 (far end 2x2)"},
             {0x60, 2, "byte 113 = 0x60 (far end 2x1)"},  // NVIDIA's HDR to HDR100 cables
             {0x70, std::nullopt, "byte 113 = 0x70 (far end of a kind that is not decoded)"},
         }) {
        MemoryMap memory = image_b();
        put(memory, lower(113), {it.byte});
        EXPECT_EQ(traits_of(memory).breakout,
                  (Breakout{.far_ends = it.ends, .near_lanes = std::nullopt, .evidence = it.evidence}));
    }
}

TEST(LinkTraitsTest, TheTailOfASplitCableHasTwoLanes) {
    MemoryMap memory = image_b();
    put(memory, lower(113), {0x1C});
    const LinkTraits traits = traits_of(memory);
    EXPECT_EQ(traits.breakout,
              (Breakout{.far_ends = 1, .near_lanes = 2, .evidence = "byte 113 = 0x1c (far end 1x4, 2 lanes here)"}));
    EXPECT_EQ(traits.max_bits_per_second, 100e9);
}

TEST(LinkTraitsTest, LackingAllLanesIsAnErasedByteAndNoTail) {
    MemoryMap memory = image_b();
    put(memory, lower(113), {0x0F});
    EXPECT_EQ(traits_of(memory).breakout, Breakout{});
    EXPECT_EQ(traits_of(memory).max_bits_per_second, 200e9);
}

TEST(LinkTraitsTest, HighPowerIsEnabledByTheBitOfItsClass) {
    MemoryMap memory = image_a();  // class 7
    put(memory, lower(93), {0x08});
    EXPECT_EQ(traits_of(memory).high_power_enabled, false);
    put(memory, lower(93), {0x04});
    EXPECT_EQ(traits_of(memory).high_power_enabled, true);
    put(memory, upper(0x00, 129), {0x2F});  // class 8
    put(memory, lower(107), {65});
    EXPECT_EQ(traits_of(memory).high_power_enabled, false);
    EXPECT_EQ(traits_of(memory).max_power, Watts{6.5});
    put(memory, lower(93), {0x08});
    EXPECT_EQ(traits_of(memory).high_power_enabled, true);
    put(memory, upper(0x00, 129), {0xCC});  // class 4
    EXPECT_EQ(traits_of(memory).high_power_enabled, std::nullopt);
}

TEST(LinkTraitsTest, WithoutLowerMemoryItIsNotKnownWhetherHighPowerIsEnabled) {
    const MemoryMap whole = image_a();
    MemoryMap memory;
    memory.at(upper_page(0x00)) = *whole.find(upper_page(0x00));
    const LinkTraits traits = traits_of(memory);
    EXPECT_EQ(traits.max_power, Watts{5.0});
    EXPECT_EQ(traits.high_power_enabled, std::nullopt);
}

TEST(LinkTraitsTest, EveryApplicationOfCmisGivesItsClass) {
    const LinkTraits traits = traits_of(image_c2());
    EXPECT_EQ(traits.form_factor, "QSFP56");
    EXPECT_EQ(traits.lane_classes, classes({nrz_25g, pam4_50g}));
    EXPECT_EQ(traits.lane_evidence, "application 1 = 0x0f (200GAUI-4 C2M); application 2 = 0x0b (CAUI-4 C2M)");
    ASSERT_NE(traits.pmd, nullptr);
    EXPECT_EQ(traits.pmd->rate_gbps, 200);
    EXPECT_EQ(traits.max_bits_per_second, 200e9);
    EXPECT_EQ(traits.max_power, Watts{5.0});
    EXPECT_EQ(traits.high_power_enabled, std::nullopt);
}

TEST(LinkTraitsTest, InfiniBandApplicationsOfCmisNameNoLight) {
    const LinkTraits traits = traits_of(image_c());
    EXPECT_EQ(traits.lane_classes, classes({nrz_25g, pam4_50g}));
    EXPECT_EQ(traits.pmd, nullptr);
    EXPECT_EQ(traits.max_bits_per_second, 200e9);
}

TEST(LinkTraitsTest, InstancesOfAnApplicationAddUp) {
    MemoryMap memory = image_c();
    put(memory, lower(0), {0x19});
    put(memory, upper(0x00, 128), {0x19});
    put(memory, lower(85), {0x02, 0x50, 0x1D, 0x44, 0x11, 0x32, 0x1C, 0x44, 0x11, 0xFF});  // 400GAUI-4-L, IB NDR
    const LinkTraits traits = traits_of(memory);
    EXPECT_EQ(traits.form_factor, "OSFP");
    EXPECT_EQ(traits.lane_classes, classes({pam4_100g}));
    EXPECT_EQ(traits.max_bits_per_second, 800e9);
}

TEST(LinkTraitsTest, FarEndsOfCmisCablesAreCounted) {
    EXPECT_EQ(traits_of(cmis_cable(0x18, 0x00, 0x01)).breakout.far_ends, 8U);
    EXPECT_EQ(traits_of(cmis_cable(0x18, 0x00, 0x02)).breakout.far_ends, 1U);
    EXPECT_EQ(traits_of(cmis_cable(0x18, 0x00, 0x03)).breakout.far_ends, 2U);
    EXPECT_EQ(traits_of(cmis_cable(0x18, 0x00, 0x0C)).breakout.far_ends, 4U);
    EXPECT_EQ(traits_of(cmis_cable(0x18, 0x00, 0x03)).breakout.evidence, "byte 211 = 0x03 (far end 2x4)");
    EXPECT_EQ(traits_of(cmis_cable(0x18, 0x00, 0x00)).breakout, Breakout{});
    EXPECT_EQ(traits_of(cmis_cable(0x18, 0x00, 0x05)).breakout,
              (Breakout{.far_ends = std::nullopt,
                        .near_lanes = std::nullopt,
                        .evidence = "byte 211 = 0x05 (far end of a kind that is not decoded)"}));
}

TEST(LinkTraitsTest, LanesThatACmisCableLacksAreThoseOfItsFormFactor) {
    EXPECT_EQ(traits_of(cmis_cable(0x18, 0xF0, 0x00)).breakout,
              (Breakout{.far_ends = std::nullopt, .near_lanes = 4, .evidence = "byte 210 = 0xf0 (4 lanes here)"}));
    EXPECT_EQ(traits_of(cmis_cable(0x1E, 0xF0, 0x00)).breakout, Breakout{});
    EXPECT_EQ(traits_of(cmis_cable(0x18, 0xFF, 0x00)).breakout, Breakout{});
}

TEST(LinkTraitsTest, AModuleWithoutAMapSaysNothing) {
    EXPECT_EQ(link_traits(Module{}), LinkTraits{});
}

TEST(LinkTraitsTest, ClassesHaveNamesForPeople) {
    EXPECT_EQ(text(nrz_10g), "10G NRZ");
    EXPECT_EQ(text(nrz_25g), "25G NRZ");
    EXPECT_EQ(text(pam4_50g), "50G PAM4");
    EXPECT_EQ(text(pam4_100g), "100G PAM4");
    EXPECT_EQ(LaneClasses{}.fastest(), std::nullopt);
    EXPECT_EQ(LaneClasses{}.slowest(), std::nullopt);
}

// --- the module images of ../shared, where they are at hand

struct CorpusAnswer {
    std::string name;
    std::string_view form_factor;
    std::vector<LaneClass> lane_classes;
    MediaType medium;
    bool captive;
    std::string pmd;
    double gbps;  // 0: not said
    std::optional<unsigned> far_ends;
    std::optional<double> watts;
};

const std::vector<CorpusAnswer> corpus_answers{
    {"recon-mellanox-mcp1650-h-hdr-dac",
     "QSFP56",
     {nrz_10g, nrz_25g, pam4_50g},
     MediaType::passive_copper,
     true,
     "",
     200,
     {},
     1.5},
    {"recon-mellanox-mfs1s00-v-200g-aoc", "QSFP56", {pam4_50g}, MediaType::optical, true, "", 200, {}, 5.0},
    {"finisar-ftl414qb2n-fdr-sr4", "QSFP+", {nrz_10g, nrz_25g}, MediaType::optical, false, "", 56, {}, 1.5},
    {"dell-emc-qsfp28-sr4", "QSFP28", {nrz_25g}, MediaType::optical, false, "SR4", 100, {}, 2.5},
    {"bigcode-dell-3mfxg", "QSFP28", {nrz_25g}, MediaType::optical, false, "LR4", 100, {}, 4.0},
    {"bigcode-finisar-corp-ftl4c1qe1c", "QSFP+", {nrz_10g}, MediaType::optical, false, "LR4", 40, {}, 3.5},
    {"bigcode-cisco-oem-qsfp-4sfp-cu3m", "QSFP+", {nrz_10g}, MediaType::passive_copper, true, "", 0, {}, 1.5},
    {"fboss-qsfp28-fr1-100g", "QSFP28", {nrz_10g, nrz_25g}, MediaType::optical, false, "FR", 100, {}, 1.5},
    {"fboss-qsfp28-dac-100g-cr4", "QSFP28", {nrz_10g, nrz_25g}, MediaType::passive_copper, true, "", 100, 4, 1.5},
    {"fboss-qsfp56-200g-cr4", "QSFP56", {nrz_10g, nrz_25g, pam4_50g}, MediaType::passive_copper, true, "", 200, 1, 1.5},
    {"fboss-qsfp56-cmis-200g-fr4", "QSFP56", {nrz_25g, pam4_50g}, MediaType::optical, false, "FR4", 200, {}, {}},
    {"fboss-qsfpdd-400g-dr4", "QSFP-DD", {pam4_50g}, MediaType::optical, false, "DR4", 400, {}, 10.0},
    {"fboss-qsfpdd-400g-lr4", "QSFP-DD", {pam4_50g}, MediaType::optical, false, "LR4-10", 400, {}, 12.0},
    {"fboss-osfp-2x400g-fr4", "OSFP", {nrz_25g, pam4_50g, pam4_100g}, MediaType::optical, false, "FR4", 800, {}, 16.0},
    {"fboss-osfp-2x800g-dr4", "OSFP", {pam4_100g}, MediaType::optical, false, "DR4", 1600, {}, 32.0},
    {"fboss-osfp-credo-800g-aec", "OSFP", {pam4_100g}, MediaType::active_copper, true, "", 800, 1, 12.0},
    {"hisense-qsfp-cmis-2x100g-aoc", "QSFP28", {nrz_25g}, MediaType::optical, true, "", 100, 2, 2.5},
    {"recon-fs-osfp-400g-ndr-dac", "OSFP", {pam4_100g}, MediaType::passive_copper, true, "", 400, {}, {}},
    {"fboss-qsfpdd-flat-memory", "QSFP-DD", {}, MediaType::unknown, false, "", 0, {}, 1.5},
};

TEST(LinkTraitsTest, ModulesOfTheCorpusAreWhatTheyAre) {
    const char* shared = std::getenv("OPTICWARD_SHARED");
    const std::filesystem::path root = shared != nullptr
                                           ? std::filesystem::path{shared}
                                           : std::filesystem::path{OPTICWARD_SOURCE_DIR} / ".." / "shared";
    if (!std::filesystem::is_directory(root / "eeproms")) GTEST_SKIP() << "no module images here";
    for (const CorpusAnswer& answer : corpus_answers) {
        SCOPED_TRACE(answer.name);
        std::ifstream file{root / "eeproms" / answer.name / "image.txt", std::ios::binary};
        ASSERT_TRUE(file);
        const LinkTraits traits = traits_of(read_image(std::string{std::istreambuf_iterator<char>{file}, {}}).memory);
        LaneClasses expected;
        for (const LaneClass it : answer.lane_classes) {
            expected.add(it);
        }
        EXPECT_EQ(traits.form_factor, answer.form_factor);
        EXPECT_EQ(traits.lane_classes, expected) << traits.lane_evidence;
        EXPECT_EQ(traits.medium, answer.medium);
        EXPECT_EQ(traits.captive_cable, answer.captive);
        EXPECT_EQ(pmd_name(traits), answer.pmd);
        EXPECT_EQ(traits.max_bits_per_second.value_or(0), answer.gbps * 1e9);
        EXPECT_EQ(traits.breakout.far_ends, answer.far_ends);
        EXPECT_EQ(traits.max_power, answer.watts ? std::optional{Watts{*answer.watts}} : std::nullopt);
    }
}

}  // namespace
}  // namespace opticward::cmis
