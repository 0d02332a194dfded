#include "cmis/image.h"
#include "tests/cmis/image_content.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::cmis {
namespace {

using testing_content::a2h_lower;
using testing_content::a2h_page_0;
using testing_content::counted;
using testing_content::ethtool_dump;
using testing_content::ethtool_row;
using testing_content::lower_section;
using testing_content::Problems;
using testing_content::raw;
using testing_content::replaced;
using testing_content::with_crlf;

// --- ethtool -m IFACE hex on

TEST(ImageEthtoolTest, ReadsADumpAsEthtoolPrintsIt) {
    const Image image = read_image("Offset\t\tValues\n"
                                   "------\t\t------\n"
                                   "0x0000:\t\t11 08 04 00 00 00 00 00 00 00 00 00 00 00 00 00 \n"
                                   "0x0010:\t\t00 00 00 00 00 00 19 80 00 00 80 e8 00 00 00 00 \n"
                                   "0x0020:\t\t00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 \n"
                                   "0x0030:\t\t00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 \n"
                                   "0x0040:\t\t00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 \n"
                                   "0x0050:\t\t00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 \n"
                                   "0x0060:\t\t00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 \n"
                                   "0x0070:\t\t00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 7f \n");
    EXPECT_EQ(image.format, ImageFormat::ethtool_hex);
    EXPECT_EQ(image.problems, Problems{});
    EXPECT_EQ(image.memory, read_image(lower_section).memory);
}

TEST(ImageEthtoolTest, PutsThePagesOfAQsfpOneAfterTheOther) {
    const std::vector<Page> pages{counted(0x11), counted(1), counted(2), counted(3), counted(4)};
    const Image image = read_image(ethtool_dump(pages));
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 5U);
    EXPECT_EQ(*image.memory.find(lower_memory), counted(0x11));
    EXPECT_EQ(*image.memory.find(upper_page(0)), counted(1));
    EXPECT_EQ(*image.memory.find(upper_page(1)), counted(2));
    EXPECT_EQ(*image.memory.find(upper_page(3)), counted(4));
}

TEST(ImageEthtoolTest, PutsTheSecondHalfOfAnSfpIntoTheSecondDevice) {
    const Image image = read_image(ethtool_dump({counted(3), counted(1), counted(2), counted(9)}));
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 4U);
    EXPECT_EQ(*image.memory.find(upper_page(0)), counted(1));
    EXPECT_EQ(*image.memory.find(a2h_lower), counted(2));
    EXPECT_EQ(*image.memory.find(a2h_page_0), counted(9));
}

TEST(ImageEthtoolTest, TakesADumpFrom80hAsThePageThatIsAskedFor) {
    const std::string dump = ethtool_dump({counted(7)}, 0x80);
    EXPECT_EQ(*read_image(dump).memory.find(upper_page(0)), counted(7));
    const Image image = read_image(dump, {.page = 0x11, .bank = 1});
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 1U);
    EXPECT_EQ(*image.memory.find(upper_page(0x11, 1)), counted(7));
}

TEST(ImageEthtoolTest, ReadsBlanksWindowsLinesAndNoTitle) {
    std::string dump = with_crlf(ethtool_dump({counted(0x11)}).substr(30));
    for (char& character : dump) {
        if (character == '\t') character = ' ';
    }
    ASSERT_TRUE(dump.starts_with("0x0000:"));
    const Image image = read_image(dump);
    EXPECT_EQ(image.problems, Problems{});
    EXPECT_EQ(*image.memory.find(lower_memory), counted(0x11));
}

TEST(ImageEthtoolTest, KeepsThePagesBesideABadRow) {
    const std::string dump =
        replaced(ethtool_dump({counted(0x11), counted(0x40), counted(0x20)}), "0x0090:\t\t50", "0x0090:\t\tx0");
    const Image image = read_image(dump);
    EXPECT_EQ(image.problems, (Problems{{12, 10, "not a byte of two hex digits"},
                                        {0, 0, "[page 00h] is not whole: 112 of 128 bytes"}}));
    EXPECT_EQ(image.memory.pages().size(), 2U);
    EXPECT_EQ(image.memory.find(upper_page(0)), nullptr);
    EXPECT_EQ(*image.memory.find(upper_page(1)), counted(0x20));
}

TEST(ImageEthtoolTest, NamesAMissingRow) {
    const Image image =
        read_image(replaced(ethtool_dump({counted(0x11), counted(1)}), ethtool_row(0x20, counted(0x11)), ""));
    EXPECT_EQ(image.problems,
              (Problems{{5, 1, "offset 0x0030, expected 0x0020"}, {0, 0, "[lower] is not whole: 112 of 128 bytes"}}));
    EXPECT_EQ(*image.memory.find(upper_page(0)), counted(1));
}

TEST(ImageEthtoolTest, NamesARowThatComesTwice) {
    const std::string row = ethtool_row(0x10, counted(0x11));
    const Image image = read_image(replaced(ethtool_dump({counted(0x11)}), row, row + row));
    EXPECT_EQ(image.problems, (Problems{{5, 1, "offset 0x0010, expected 0x0020"}}));
    EXPECT_EQ(*image.memory.find(lower_memory), counted(0x11));
}

TEST(ImageEthtoolTest, NamesADumpThatStartsInTheMiddle) {
    const Image image = read_image(ethtool_row(0x40, counted(0)));
    EXPECT_EQ(image.problems,
              (Problems{{1, 1, "offset 0x0040, expected 0x0000"}, {0, 0, "[lower] is not whole: 16 of 128 bytes"}}));
    EXPECT_TRUE(image.memory.empty());
}

TEST(ImageEthtoolTest, NamesADumpThatIsCut) {
    const std::string dump = ethtool_dump({counted(0x11), counted(1)});
    const Image image = read_image(std::string_view{dump}.substr(0, dump.size() - 10));
    EXPECT_EQ(image.problems, (Problems{{18, 48, "13 bytes in a row, expected 16"},
                                        {0, 0, "[page 00h] is not whole: 112 of 128 bytes"}}));
    EXPECT_EQ(*image.memory.find(lower_memory), counted(0x11));
}

TEST(ImageEthtoolTest, NamesLinesThatAreNoRow) {
    const Image image = read_image(ethtool_dump({counted(0x11)}) + "Offset\n0xzz: 00\n");
    EXPECT_EQ(image.problems, (Problems{{11, 1, "not a row, expected 0x0000: and 16 hex bytes"},
                                        {12, 1, "not a row, expected 0x0000: and 16 hex bytes"}}));
    EXPECT_EQ(*image.memory.find(lower_memory), counted(0x11));
}

TEST(ImageEthtoolTest, IgnoresAnOffsetBeyondAllPages) {
    const Image image = read_image(ethtool_dump({counted(0x11)}) + "0xfffffff0: 00\n0xfffffffffffffffff0: 00\n");
    EXPECT_EQ(image.problems.size(), 2U);
    EXPECT_EQ(image.memory.pages().size(), 1U);
}

// --- raw bytes

TEST(ImageBinaryTest, ReadsLowerMemoryAlone) {
    const Image image = read_image(raw({counted(0)}));
    EXPECT_EQ(image.format, ImageFormat::binary);
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 1U);
    EXPECT_EQ(*image.memory.find(lower_memory), counted(0));
}

TEST(ImageBinaryTest, Takes128BytesAsThePageThatIsAskedFor) {
    const Image image = read_image(raw({counted(0)}), {.page = 0x10, .bank = {}});
    ASSERT_EQ(image.memory.pages().size(), 1U);
    EXPECT_EQ(*image.memory.find(upper_page(0x10)), counted(0));
}

TEST(ImageBinaryTest, ReadsTheWindowAndTheLegacyPages) {
    EXPECT_EQ(*read_image(raw({counted(0x11), counted(1)})).memory.find(upper_page(0)), counted(1));
    const Image image = read_image(raw({counted(0x11), counted(1), Page{}, counted(3), counted(4)}));
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 5U);
    EXPECT_EQ(*image.memory.find(upper_page(1)), Page{});
    EXPECT_EQ(*image.memory.find(upper_page(3)), counted(4));
}

TEST(ImageBinaryTest, ReadsBothDevicesOfAnSfp) {
    const Image image = read_image(raw({counted(3), counted(1), counted(2), counted(9)}));
    ASSERT_EQ(image.memory.pages().size(), 4U);
    EXPECT_EQ(*image.memory.find(a2h_lower), counted(2));
    EXPECT_EQ(*image.memory.find(a2h_page_0), counted(9));
}

TEST(ImageBinaryTest, DropsZeroPagesOfALongLinearFile) {
    std::vector<Page> pages(2 + 0x11);
    pages[0] = counted(0x18);
    pages[1 + 0x02] = counted(5);
    pages[1 + 0x11] = counted(6);
    const Image image = read_image(raw(pages));
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 4U);
    EXPECT_EQ(*image.memory.find(upper_page(0)), Page{});
    EXPECT_EQ(*image.memory.find(upper_page(2)), counted(5));
    EXPECT_EQ(*image.memory.find(upper_page(0x11)), counted(6));
}

TEST(ImageBinaryTest, ReadsAModuleThatIsAllOnes) {
    Page ones{};
    ones.fill(0xFF);
    const Image image = read_image(raw({ones, ones}));
    EXPECT_EQ(image.format, ImageFormat::binary);
    EXPECT_EQ(image.problems, Problems{});
    EXPECT_EQ(*image.memory.find(lower_memory), ones);
}

TEST(ImageBinaryTest, KeepsTheWholePagesOfACutFile) {
    const Image image = read_image(raw({counted(0x11), counted(1)}) + "abc");
    EXPECT_EQ(image.problems, (Problems{{0, 0, "259 bytes, expected a multiple of 128"}}));
    EXPECT_EQ(image.memory.pages().size(), 2U);
}

TEST(ImageBinaryTest, NamesBytesBeyondTheLastPage) {
    const std::vector<Page> pages(258, counted(0));
    const Image image = read_image(raw(pages));
    EXPECT_EQ(image.problems, (Problems{{0, 0, "bytes beyond page ffh"}}));
    EXPECT_EQ(image.memory.pages().size(), 257U);
}

}  // namespace
}  // namespace opticward::cmis
