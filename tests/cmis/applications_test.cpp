#include "cmis/applications.h"

#include "cmis/codec.h"
#include "tests/support/module_images.h"

#include <gtest/gtest.h>

namespace opticward::cmis {
namespace {

using Lanes = std::vector<unsigned>;
using test::image_c2;
using test::put;

TEST(ApplicationsTest, AreReadAsPeopleCountThem) {
    const auto list = applications(decode(image_c2()));
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].number, 1U);
    EXPECT_EQ(list[0].host_interface.value, 0x0F);
    EXPECT_EQ(list[0].host_lanes, 4U);
    EXPECT_EQ(list[0].host_lane_starts, (Lanes{1}));
    EXPECT_EQ(list[1].media_interface, 0x09);
}

TEST(ApplicationsTest, EndAtTheFirstUnusedOne) {
    MemoryMap memory = image_c2();
    put(memory, lower(90), {0xFF});
    put(memory, lower(94), {0x0F, 0x0E, 0x44, 0x01});
    EXPECT_EQ(applications(decode(memory)).size(), 1U);
}

TEST(ApplicationsTest, ZerosArePaddingToo) {
    MemoryMap memory = image_c2();
    for (std::uint8_t offset = 90; offset < 118; offset += 4) {
        put(memory, lower(offset), {0, 0, 0, 0});
    }
    EXPECT_EQ(applications(decode(memory)).size(), 1U);
}

TEST(ApplicationsTest, GoOnInPage01hOnlyBehindAFullList) {
    MemoryMap memory = image_c2();
    put(memory, upper(0x01, 223), {0x0F, 0x0E, 0x44, 0x01, 0xFF});
    EXPECT_EQ(applications(decode(memory)).size(), 2U);

    for (std::uint8_t offset = 86; offset < 118; offset += 4) {
        put(memory, lower(offset), {0x0F, 0x0E, 0x44, 0x01});
    }
    EXPECT_EQ(applications(decode(memory)).size(), 9U);
}

TEST(ApplicationsTest, MediaNamesComeFromTheTableOfTheMediaType) {
    MemoryMap memory = image_c2();
    EXPECT_EQ(media_interface_name(decode(memory), 0x0E), "200GBASE-SR4");
    put(memory, lower(85), {0x02});
    EXPECT_EQ(media_interface_name(decode(memory), 0x18), "200GBASE-FR4");
    put(memory, lower(85), {0x00});
    EXPECT_EQ(media_interface_name(decode(memory), 0x18), "Unknown (0x18)");
}

TEST(ApplicationsTest, CableWithoutCountsHasAsManyMediaAsHostLanes) {
    MemoryMap memory = image_c2();
    put(memory, lower(85), {0x03});
    put(memory, lower(86), {0x1D, 0x01, 0x00, 0x01});  // 400G CR8, copper cable
    const auto list = applications(decode(memory));
    EXPECT_EQ(list[0].host_lanes, 8U);
    EXPECT_EQ(list[0].media_lanes, 8U);
}

}  // namespace
}  // namespace opticward::cmis
