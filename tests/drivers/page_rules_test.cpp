#include "drivers/page_rules.h"

#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

constexpr auto sff = cmis::MemoryModelId::sff8636;
constexpr auto cmis_model = cmis::MemoryModelId::cmis;

TEST(PageRulesTest, SffFlatBitIsBitTwo) {
    EXPECT_EQ(page_rules(0x11, 0x00), (PageRules{.paged = true, .banked = false, .model = sff}));
    EXPECT_EQ(page_rules(0x11, 0x80), (PageRules{.paged = true, .banked = false, .model = sff}));
    EXPECT_EQ(page_rules(0x11, 0x04), (PageRules{.paged = false, .banked = false, .model = sff}));
}

TEST(PageRulesTest, CmisFlatBitIsBitSeven) {
    EXPECT_EQ(page_rules(0x1e, 0x00), (PageRules{.paged = true, .banked = true, .model = cmis_model}));
    EXPECT_EQ(page_rules(0x1e, 0x04), (PageRules{.paged = true, .banked = true, .model = cmis_model}));
    EXPECT_EQ(page_rules(0x1e, 0x80), (PageRules{.paged = false, .banked = false, .model = cmis_model}));
}

// The co-packaged engines' private identifier has the CMIS map; what is decoded by a map must be selectable by it.
TEST(PageRulesTest, PrivateCmisIdentifierIsPagedAndBanked) {
    EXPECT_EQ(page_rules(0x80, 0x00), (PageRules{.paged = true, .banked = true, .model = cmis_model}));
}

// SFP-DD with the identifier 1Ah has a memory map of its own, unlike 1Fh.
TEST(PageRulesTest, UnknownIdentifiersAreNotPaged) {
    EXPECT_EQ(page_rules(0x03, 0x00), PageRules{});
    EXPECT_EQ(page_rules(0x1a, 0x00), PageRules{});
    EXPECT_EQ(page_rules(0xff, 0x00), PageRules{});
    EXPECT_EQ(page_rules(0x00, 0x00), PageRules{});
}

}  // namespace
}  // namespace opticward::drivers
