// Parts that are for InfiniBand and Ethernet: the shipped table, and [[dual_part]] of the configuration.
#include "config/dual_parts.h"

#include "tests/config/settings_folder.h"

#include <algorithm>
#include <set>

namespace opticward::test {

using config::DualPart;
using config::find_dual_part;
using config::shipped_dual_parts;

namespace {

class DualPartsTest : public SettingsFolder {};

bool is_dual(std::string_view vendor, std::string_view part_number) {
    const DualPart* part = find_dual_part({}, vendor, part_number);
    return part != nullptr && part->dual;
}

}  // namespace

// protocol_mode.md, section 1.4.
TEST_F(DualPartsTest, PartsOfTheNotesAreDual) {
    for (const char* part : {"MCP1650-H002E26", "MCP1650-H00AE30", "MFS1S00-H003V", "MFS1S00-H010E", "MMA1T00-HS",
                             "MFS1S50-H003E", "MFS1S50-H020V", "MCP7H50-H002R26", "MCP7Y70-H002", "MCP7Y60-H002",
                             "MCP1600-E01A", "MFA1A00-E003", "MMA4Z00-NS", "MMS4X00-NS", "MMS4X00-NM"}) {
        EXPECT_TRUE(is_dual("Mellanox", part)) << part;
        EXPECT_TRUE(is_dual("NVIDIA", part)) << part;
    }
}

TEST_F(DualPartsTest, EthernetProductsOfTheNotesAreNot) {
    for (const char* part : {"MFS1S00-V003E", "MMA1T00-VS", "MCP1650-V001E30", "MCA1J00-H003E", "MMS1W50-HM",
                             "MMA1B00-C100D", "MFA1A00-C003", "980-9IAHB-00XM0N", ""}) {
        EXPECT_EQ(find_dual_part({}, "Mellanox", part), nullptr) << part;
    }
}

TEST_F(DualPartsTest, ThePartNumberOfAnotherVendorSaysNothing) {
    EXPECT_EQ(find_dual_part({}, "FS", "MFS1S00-H003V"), nullptr);
    EXPECT_EQ(find_dual_part({}, "", "MFS1S00-H003V"), nullptr);
}

TEST_F(DualPartsTest, CaseDoesNotMatter) {
    EXPECT_TRUE(is_dual("MELLANOX TECH", "mfs1s00-h003v"));
    EXPECT_TRUE(is_dual("nVidia", "MFS1S00-H003V"));
}

TEST_F(DualPartsTest, EveryShippedRowHasASourceAndCountsOnce) {
    std::set<std::string> seen;
    for (const DualPart& part : shipped_dual_parts()) {
        EXPECT_NE(part.source, "") << part.part_number;
        EXPECT_TRUE(part.dual) << part.part_number;
        EXPECT_TRUE(seen.insert(part.vendor + " " + part.part_number).second) << part.part_number;
    }
    EXPECT_EQ(shipped_dual_parts().size(), 24U);  // 12 parts under two names of their vendor
}

TEST_F(DualPartsTest, AStarIsAnyRestAndAQuestionMarkAnyCharacter) {
    const std::vector<DualPart> own{{.vendor = "x", .part_number = "AB?-*Z", .dual = true, .source = ""}};
    for (const char* part : {"ABC-Z", "ab9-12z", "AB--ZZ", "AB?-*Z"}) {
        EXPECT_NE(find_dual_part(own, "X", part), nullptr) << part;
    }
    for (const char* part : {"AB-Z", "ABC-ZY", "AABC-Z", "ABCD-Z", "ABC-", ""}) {
        EXPECT_EQ(find_dual_part(own, "X", part), nullptr) << part;
    }
}

TEST_F(DualPartsTest, ManyStarsTakeNoTimeToSpeakOf) {
    std::string pattern;
    for (int i = 0; i < 500; ++i) {
        pattern += "*A";
    }
    const std::vector<DualPart> own{{.vendor = "x", .part_number = pattern + "B", .dual = true, .source = ""}};
    EXPECT_EQ(find_dual_part(own, "x", std::string(1000, 'A')), nullptr);
}

TEST_F(DualPartsTest, OfOwnRowsTheLastThatFitsCounts) {
    const std::vector<DualPart> own{
        {.vendor = "acme", .part_number = "A*", .dual = true, .source = "first"},
        {.vendor = "acme", .part_number = "A1", .dual = false, .source = "second"},
        {.vendor = "acme", .part_number = "B*", .dual = true, .source = "third"},
    };
    EXPECT_EQ(find_dual_part(own, "ACME", "A1"), &own[1]);
    EXPECT_EQ(find_dual_part(own, "ACME", "A2"), &own[0]);
}

TEST_F(DualPartsTest, AnOwnRowTakesAShippedOneBack) {
    const std::vector<DualPart> own{
        {.vendor = "mellanox", .part_number = "MFS1S00-*", .dual = false, .source = "seen refused"}};
    const DualPart* part = find_dual_part(own, "Mellanox", "MFS1S00-H003V");
    ASSERT_NE(part, nullptr);
    EXPECT_FALSE(part->dual);
    EXPECT_EQ(part->source, "seen refused");
}

TEST_F(DualPartsTest, RowsOfAllFilesAddUp) {
    write("conf.d/10-parts.toml", "[[dual_part]]\nvendor = \"fs\"\npart_number = \"Q56-AO03\"\ndual = false\n");
    const auto settings =
        good("[[dual_part]]\nvendor = [\"acme\", \"emca\"]\npart_number = \"HDR-*\"\nsource = \"data sheet 7\"\n");
    EXPECT_EQ(settings.dual_parts,
              (std::vector<DualPart>{
                  {.vendor = "acme", .part_number = "HDR-*", .dual = true, .source = "data sheet 7"},
                  {.vendor = "emca", .part_number = "HDR-*", .dual = true, .source = "data sheet 7"},
                  {.vendor = "fs", .part_number = "Q56-AO03", .dual = false, .source = ""},
              }));
}

TEST_F(DualPartsTest, WhereARowWasWrittenIsKnown) {
    const auto settings = good("[[dual_part]]\nvendor = [\"acme\", \"emca\"]\npart_number = \"HDR-*\"\n");
    const auto found = std::ranges::find(settings.origins, "dual_part[HDR-*].vendor", &config::SettingOrigin::key);
    ASSERT_NE(found, settings.origins.end());
    EXPECT_EQ(found->value, config::SettingValue{std::string{"[\"acme\", \"emca\"]"}});
    EXPECT_EQ(found->line, 2U);
}

TEST_F(DualPartsTest, AThousandRowsAreEnough) {
    std::string text;
    for (int i = 0; i < 1000; ++i) {
        text += "[[dual_part]]\nvendor = \"x\"\npart_number = \"" + std::to_string(i) + "\"\n";
    }
    EXPECT_EQ(good(text).dual_parts.size(), 1000U);
    write("opticward.toml", text + "[[dual_part]]\nvendor = \"x\"\npart_number = \"y\"\n");
    EXPECT_EQ(problems(), std::vector<std::string>{"opticward.toml:1: dual_part: too many, expected at most 1000"});
}

}  // namespace opticward::test
