#include "cmis/image.h"

#include "tests/cmis/image_content.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::cmis {
namespace {

using testing_content::a2h_lower;
using testing_content::a2h_page_0;
using testing_content::counted;
using testing_content::ethtool_dump;
using testing_content::lower_section;
using testing_content::Problems;
using testing_content::raw;
using testing_content::replaced;
using testing_content::section;
using testing_content::upper_rows;
using testing_content::with_crlf;

// --- our text form

TEST(ImageSectionsTest, ReadsLowerMemoryAndPages) {
    const Image image = read_image("# a comment\n\n" + std::string{lower_section} + section("[page 00h]") +
                                   section("[page 11h bank 1]"));
    EXPECT_EQ(image.format, ImageFormat::text_sections);
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 3U);
    EXPECT_EQ(image.memory.byte(lower(0)), 0x11);
    EXPECT_EQ(image.memory.byte(lower(22)), 0x19);
    EXPECT_EQ(image.memory.byte(lower(127)), 0x7F);
    EXPECT_EQ(image.memory.byte(upper(0, 129)), 0xCC);
    EXPECT_EQ(image.memory.byte({upper_page(0x11, 1), 255}), 0xFE);
}

TEST(ImageSectionsTest, TakesNoBankAsBankZero) {
    const Image image = read_image(section("[page 10h bank 0]") + section("[page 11h]"));
    EXPECT_NE(image.memory.find(upper_page(0x10, 0)), nullptr);
    EXPECT_NE(image.memory.find(upper_page(0x11, 0)), nullptr);
}

TEST(ImageSectionsTest, ReadsBothDevicesOfAnSfp) {
    const Image image =
        read_image(replaced(std::string{lower_section}, "[lower]", "[a0h lower]") + section("[a0h upper]") +
                   replaced(std::string{lower_section}, "[lower]", "[a2h lower]") + section("[a2h page 00h]") +
                   section("[a2h page 02h]"));
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 5U);
    EXPECT_EQ(image.memory.byte(lower(0)), 0x11);
    EXPECT_EQ(image.memory.byte(upper(0, 128)), 0x11);
    EXPECT_EQ(image.memory.byte({a2h_lower, 127}), 0x7F);
    EXPECT_EQ(image.memory.byte({a2h_page_0, 255}), 0xFE);
    EXPECT_NE(image.memory.find(PageId{.page = 2, .device = 0x51}), nullptr);
}

TEST(ImageSectionsTest, ReadsUpperCaseWindowsLinesAndByteOrderMark) {
    const std::string plain = std::string{lower_section} + section("[PAGE 1Fh BANK 2]");
    const Image image = read_image("\xEF\xBB\xBF# \xC3\xA4 comment\n" + with_crlf(plain));
    EXPECT_EQ(image.problems, Problems{});
    EXPECT_EQ(image.memory, read_image(plain).memory);
    EXPECT_NE(image.memory.find(upper_page(0x1F, 2)), nullptr);
}

TEST(ImageSectionsTest, ReadsCommentsBehindRows) {
    const Image image = read_image(replaced(section("[page 00h]"), "fe\n", "fe  # the last\n"));
    EXPECT_EQ(image.problems, Problems{});
    EXPECT_EQ(image.memory.byte(upper(0, 255)), 0xFE);
}

TEST(ImageSectionsTest, NamesLineAndColumnOfABadByte) {
    const Image image = read_image(std::string{lower_section} + replaced(section("[page 00h]"), "4d 50", "4g 50"));
    EXPECT_EQ(image.problems, (Problems{{12, 26, "not a byte of two hex digits"}}));
    EXPECT_NE(image.memory.find(lower_memory), nullptr);
    EXPECT_EQ(image.memory.find(upper_page(0)), nullptr);
}

TEST(ImageSectionsTest, NamesTheByteThatIsNotTwoDigits) {
    const Image image = read_image(replaced(section("[page 00h]"), "80: 11 cc", "80: 11 c"));
    EXPECT_EQ(image.problems, (Problems{{2, 8, "not a byte of two hex digits"}}));
    EXPECT_TRUE(image.memory.empty());
}

TEST(ImageSectionsTest, NamesARowThatIsTooShort) {
    const Image image = read_image(replaced(section("[page 00h]"), "80: 11 cc", "80: 11"));
    EXPECT_EQ(image.problems, (Problems{{2, 49, "15 bytes in a row, expected 16"}}));
}

TEST(ImageSectionsTest, NamesARowThatIsTooLong) {
    const Image image = read_image(replaced(section("[page 00h]"), "fe\n", "fe 01\n"));
    EXPECT_EQ(image.problems, (Problems{{9, 53, "more than 16 bytes in a row"}}));
}

TEST(ImageSectionsTest, NamesAWrongOffset) {
    const Image image = read_image(replaced(section("[page 00h]"), "90:", "a0:") + std::string{lower_section});
    EXPECT_EQ(image.problems, (Problems{{3, 1, "offset a0, expected 90"}}));
    EXPECT_EQ(image.memory.find(upper_page(0)), nullptr);
    EXPECT_NE(image.memory.find(lower_memory), nullptr);
}

TEST(ImageSectionsTest, WantsTheOffsetsOfUpperMemoryInAPage) {
    const Image image = read_image(replaced(std::string{lower_section}, "[lower]", "[page 03h]"));
    EXPECT_EQ(image.problems, (Problems{{2, 1, "offset 00, expected 80"}}));
}

TEST(ImageSectionsTest, NamesTheHeaderOfASectionWithMissingRows) {
    const Image image = read_image("[page 02h]\n[lower]\n00: 11 08 04 00 00 00 00 00 00 00 00 00 00 00 00 00\n");
    EXPECT_EQ(image.problems,
              (Problems{{1, 0, "0 rows in a section, expected 8"}, {2, 0, "1 rows in a section, expected 8"}}));
    EXPECT_TRUE(image.memory.empty());
}

TEST(ImageSectionsTest, NamesTheNinthRow) {
    const Image image = read_image(section("[page 00h]") + "80: 11 cc 0c 80 00 00 00 00 00 00 00 08 ff 00 00 00\n");
    EXPECT_EQ(image.problems, (Problems{{10, 1, "more than 8 rows in a section"}}));
    EXPECT_TRUE(image.memory.empty());
}

TEST(ImageSectionsTest, KeepsTheFirstOfTwoEqualSections) {
    const Image image = read_image(section("[page 00h]") + replaced(section("[page 00h bank 0]"), "80: 11", "80: 77"));
    EXPECT_EQ(image.problems, (Problems{{10, 1, "a section that was there before"}}));
    EXPECT_EQ(image.memory.byte(upper(0, 128)), 0x11);
}

TEST(ImageSectionsTest, NamesARowBeforeTheFirstSectionOnce) {
    const Image image = read_image("  " + std::string{upper_rows} + std::string{lower_section});
    EXPECT_EQ(image.problems, (Problems{{1, 3, "a row before the first section"}}));
    EXPECT_EQ(image.memory.pages().size(), 1U);
}

TEST(ImageSectionsTest, NamesALineThatIsNoRow) {
    const Image image = read_image(replaced(section("[page 00h]"), "80:", "hello"));
    EXPECT_EQ(image.problems, (Problems{{2, 1, "not a row, expected an offset, a colon and 16 hex bytes"}}));
}

TEST(ImageSectionsTest, NamesHeadersThatAreNoSection) {
    const std::string what =
        "not a section, expected [lower], [page 11h bank 0], [a0h lower], [a0h upper], [a2h lower] or [a2h page 00h]";
    for (const std::string_view header : {"[]", "[upper]", "[page]", "[page 0h]", "[page 100h]", "[page 11]",
                                          "[page zzh]", "[page 11h bank]", "[page 11h bank 256]", "[page 11h bank -1]",
                                          "[page 11h bank 0 0]", "[a2h]", "[a4h lower]", "[lower lower]"}) {
        const Image image = read_image(section(header) + std::string{lower_section});
        EXPECT_EQ(image.problems, (Problems{{1, 1, what}})) << header;
        EXPECT_EQ(image.memory.pages().size(), 1U) << header;
    }
}

TEST(ImageSectionsTest, NamesAHeaderThatIsNotAloneOnItsLine) {
    EXPECT_EQ(read_image(section("[page 00h")).problems, (Problems{{1, 10, "a section header without ]"}}));
    EXPECT_EQ(read_image(section("[page 00h] x")).problems, (Problems{{1, 11, "text behind a section header"}}));
}

TEST(ImageSectionsTest, KeepsTheFirstProblemsOnly) {
    std::string content;
    for (int i = 0; i < 1000; ++i) {
        content += "[x]\n";
    }
    EXPECT_EQ(read_image(content).problems.size(), 32U);
}

// --- neither

TEST(ImageTest, NamesContentThatIsNoImage) {
    const std::string what =
        "not a module image: expected sections such as [lower] and [page 00h], a dump of ethtool, i2cdump or "
        "sfputil, or raw bytes";
    EXPECT_EQ(read_image("# hello\n\n  good morning\n").problems, (Problems{{3, 3, what}}));
    EXPECT_EQ(read_image("# only a comment\n").problems, (Problems{{0, 0, what}}));
    EXPECT_EQ(read_image("{\"vendor\": 1}").problems, (Problems{{1, 1, what}}));
}

TEST(ImageTest, NamesATitleWithoutRows) {
    EXPECT_EQ(read_image("Offset\t\tValues\n------\t\t------\n").problems, (Problems{{0, 0, "no page in it"}}));
}

TEST(ImageTest, NamesEmptyContent) {
    EXPECT_EQ(read_image("").problems, (Problems{{0, 0, "empty"}}));
}

TEST(ImageTest, ReadsNothingOfContentThatIsTooLarge) {
    const std::string fits = std::string{lower_section} + std::string(image_size_limit - lower_section.size(), '\n');
    EXPECT_EQ(read_image(fits).problems, Problems{});
    const Image image = read_image(fits + '\n');
    EXPECT_EQ(image.problems, (Problems{{0, 0, "more than 1 MiB, which no module has"}}));
    EXPECT_TRUE(image.memory.empty());
}

// --- writing

TEST(ImageWriteTest, WritesSectionsLowerMemoryFirst) {
    MemoryMap memory = read_image(std::string{lower_section}).memory;
    memory.at(upper_page(0x11, 1)) = *read_image(section("[page 00h]")).memory.find(upper_page(0));
    EXPECT_EQ(write_image_text(memory), std::string{lower_section} + section("[page 11h bank 1]"));
}

TEST(ImageWriteTest, WritesTheSectionsOfAnSfp) {
    MemoryMap memory;
    memory.at(lower_memory)[0] = 3;
    memory.at(upper_page(0));
    memory.at(upper_page(2));
    memory.at(a2h_lower);
    memory.at(a2h_page_0);
    std::string headers;
    const std::string text = write_image_text(memory);
    for (std::size_t at = text.find('['); at != std::string::npos; at = text.find('[', at + 1)) {
        headers += text.substr(at, text.find(']', at) + 1 - at);
    }
    EXPECT_EQ(headers, "[a0h lower][a0h upper][a0h page 02h][a2h lower][a2h page 00h]");
}

TEST(ImageWriteTest, TextRoundTrips) {
    MemoryMap memory;
    memory.at(lower_memory) = counted(0x19);
    memory.at(upper_page(0)) = counted(1);
    memory.at(upper_page(0xFF)) = counted(2);
    memory.at(upper_page(0x11, 3)) = counted(3);
    EXPECT_EQ(read_image(write_image_text(memory)).memory, memory);
    memory.at(a2h_lower) = counted(4);
    memory.at(PageId{.page = 2, .bank = 1, .device = 0x51}) = counted(5);
    EXPECT_EQ(read_image(write_image_text(memory)).memory, memory);
}

TEST(ImageWriteTest, WritesBinaryUpToTheLastPageOfBankZero) {
    MemoryMap memory;
    memory.at(lower_memory) = counted(0x18);
    memory.at(upper_page(2)) = counted(7);
    memory.at(upper_page(0x11, 1)) = counted(8);
    const std::vector<std::uint8_t> bytes = write_image_binary(memory);
    ASSERT_EQ(bytes.size(), 512U);
    EXPECT_EQ(bytes[0], 0x18);
    EXPECT_EQ(bytes[128], 0);
    EXPECT_EQ(bytes[128 + 2 * 128], 7);
    EXPECT_EQ(bytes[511], 0x86);
}

TEST(ImageWriteTest, WritesBothDevicesOfAnSfp) {
    MemoryMap memory;
    memory.at(lower_memory) = counted(3);
    EXPECT_EQ(write_image_binary(memory).size(), 256U);
    memory.at(a2h_lower) = counted(9);
    const std::vector<std::uint8_t> bytes = write_image_binary(memory);
    ASSERT_EQ(bytes.size(), 512U);
    EXPECT_EQ(bytes[0], 3);
    EXPECT_EQ(bytes[256], 9);
}

TEST(ImageWriteTest, WritesNothingForNoMemory) {
    EXPECT_EQ(write_image_text({}), "");
    EXPECT_TRUE(write_image_binary({}).empty());
}

TEST(ImageWriteTest, BinaryRoundTrips) {
    MemoryMap memory;
    memory.at(lower_memory) = counted(0x11);
    for (std::uint8_t page = 0; page < 8; ++page) {
        memory.at(upper_page(page)) = counted(static_cast<std::uint8_t>(page + 1));
    }
    const auto bytes = write_image_binary(memory);
    EXPECT_EQ(read_image(std::string{bytes.begin(), bytes.end()}).memory, memory);
}

// --- hostile content

TEST(ImageTest, EveryTruncationKeepsTheWholePagesOnly) {
    const std::string texts[] = {std::string{lower_section} + section("[page 00h]"),
                                 ethtool_dump({counted(0x11), counted(1)}), raw({counted(0x11), counted(1)})};
    for (const std::string& text : texts) {
        const MemoryMap whole = read_image(text).memory;
        ASSERT_EQ(whole.pages().size(), 2U);
        for (std::size_t size = 0; size < text.size(); ++size) {
            const Image image = read_image(std::string_view{text}.substr(0, size));
            for (const auto& [id, page] : image.memory.pages()) {
                ASSERT_NE(whole.find(id), nullptr);
                ASSERT_EQ(page, *whole.find(id)) << size;
            }
            ASSERT_TRUE(!image.problems.empty() || !image.memory.empty()) << size;
        }
    }
}

TEST(ImageTest, DamagedContentIsReadOrNamed) {
    const std::string texts[] = {std::string{lower_section} + section("[a2h page 00h]"),
                                 ethtool_dump({counted(3), counted(1)})};
    for (const std::string& text : texts) {
        for (std::size_t at = 0; at < text.size(); at += 5) {
            for (const char damage : {'\0', '\xFF', '[', ']', ':', '#', '\n', 'g', '9'}) {
                std::string damaged = text;
                damaged[at] = damage;
                const Image image = read_image(damaged);
                const Image again = read_image(write_image_text(image.memory));
                ASSERT_EQ(again.memory, image.memory) << at;
                ASSERT_TRUE(!image.problems.empty() || !image.memory.empty()) << at;
            }
        }
    }
}

// --- the module images of ../shared, where they are at hand

TEST(ImageTest, ReadsEveryImageOfTheCorpus) {
    const char* shared = std::getenv("OPTICWARD_SHARED");
    const std::filesystem::path root = shared != nullptr
                                           ? std::filesystem::path{shared}
                                           : std::filesystem::path{OPTICWARD_SOURCE_DIR} / ".." / "shared";
    if (!std::filesystem::is_directory(root / "eeproms")) GTEST_SKIP() << "no module images here";
    std::size_t images = 0;
    for (const auto& folder : std::filesystem::directory_iterator{root / "eeproms"}) {
        std::ifstream file{folder.path() / "image.txt", std::ios::binary};
        if (!file) continue;
        SCOPED_TRACE(folder.path());
        const std::string content{std::istreambuf_iterator<char>{file}, {}};
        const Image image = read_image(content);
        EXPECT_EQ(image.problems, Problems{});
        EXPECT_EQ(image.format, ImageFormat::text_sections);
        EXPECT_EQ(read_image(write_image_text(image.memory)).memory, image.memory);
        ++images;
    }
    EXPECT_GE(images, 67U);
}

}  // namespace
}  // namespace opticward::cmis
