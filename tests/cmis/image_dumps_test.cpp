#include "cmis/image.h"
#include "tests/cmis/image_content.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace opticward::cmis {
namespace {

using testing_content::counted;
using testing_content::Problems;
using testing_content::replaced;

// A paged CMIS module (identifier 18h) with page 00h and a banked page.
MemoryMap banked_module() {
    MemoryMap memory;
    Page& lower_half = memory.at(lower_memory);
    lower_half[0] = 0x18;
    lower_half[1] = 0x50;
    memory.at(upper_page(0x00)) = counted(0x18);
    memory.at(upper_page(0x11)) = counted(0x40);
    memory.at(upper_page(0x11, 1)) = counted(0x60);
    return memory;
}

// A flat QSFP (byte 2 bit 2) whose byte 127 is dirt.
constexpr std::string_view flat_window = "     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f    0123456789abcdef\n"
                                         "00: 11 08 04 00 00 00 00 00 00 00 00 00 00 00 00 00    ................\n"
                                         "10: 00 00 00 00 00 00 19 80 00 00 80 e8 00 00 00 00    ................\n"
                                         "20: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    ................\n"
                                         "30: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    ................\n"
                                         "40: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    ................\n"
                                         "50: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    ................\n"
                                         "60: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    ................\n"
                                         "70: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 07    ................\n"
                                         "80: 11 cc 0c 80 00 00 00 00 00 00 00 08 ff 00 00 00    ................\n"
                                         "90: 23 00 00 00 45 58 41 4d 50 4c 45 20 20 20 20 20    #...EXAMPLE     \n"
                                         "a0: 20 20 20 20 20 00 02 c9 00 00 00 00 00 00 00 00         ...........\n"
                                         "b0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    ................\n"
                                         "c0: 41 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    A...............\n"
                                         "d0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    ................\n"
                                         "e0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    ................\n"
                                         "f0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 fe    ................\n";

constexpr std::string_view sfputil_dump =
    "EEPROM hexdump for port Ethernet0\n"
    "        Lower page 0h\n"
    "        00000000 18 50 00 00 00 00 00 00  00 00 00 00 00 00 00 00 |.P..............|\n"
    "        00000010 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 |................|\n"
    "        00000020 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 |................|\n"
    "        00000030 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 |................|\n"
    "        00000040 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 |................|\n"
    "        00000050 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 |................|\n"
    "        00000060 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 |................|\n"
    "        00000070 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 |................|\n"
    "\n"
    "        Upper page 11h\n"
    "        00000080 20 21 22 23 24 25 26 27  28 29 2a 2b 2c 2d 2e 2f | !\"#$%&'()*+,-./|\n"
    "        00000090 30 31 32 33 34 35 36 37  38 39 3a 3b 3c 3d 3e 3f |0123456789:;<=>?|\n"
    "        000000a0 40 41 42 43 44 45 46 47  48 49 4a 4b 4c 4d 4e 4f |@ABCDEFGHIJKLMNO|\n"
    "        000000b0 50 51 52 53 54 55 56 57  58 59 5a 5b 5c 5d 5e 5f |PQRSTUVWXYZ[\\]^_|\n"
    "        000000c0 60 61 62 63 64 65 66 67  68 69 6a 6b 6c 6d 6e 6f |`abcdefghijklmno|\n"
    "        000000d0 70 71 72 73 74 75 76 77  78 79 7a 7b 7c 7d 7e 7f |pqrstuvwxyz{|}~.|\n"
    "        000000e0 80 81 82 83 84 85 86 87  88 89 8a 8b 8c 8d 8e 8f |................|\n"
    "        000000f0 90 91 92 93 94 95 96 97  98 99 9a 9b 9c 9d 9e 9f |................|\n";

// --- i2cdump

TEST(ImageI2cdumpTest, ReadsAWindowAsI2cdumpPrintsIt) {
    const Image image = read_image(flat_window);
    EXPECT_EQ(image.format, ImageFormat::i2cdump);
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 2U);
    EXPECT_EQ(image.memory.byte(lower(22)), 0x19);
    EXPECT_EQ(image.memory.byte(upper(0, 144)), 0x23);
    EXPECT_EQ(image.memory.byte(upper(0, 255)), 0xFE);
}

TEST(ImageI2cdumpTest, TakesThePageFromTheBytesOfTheWindow) {
    std::string paged = replaced(std::string{flat_window}, "00: 11 08 04", "00: 11 08 00");
    EXPECT_NE(read_image(paged).memory.find(upper_page(7)), nullptr);
    EXPECT_NE(read_image(paged, {.page = 0x20, .bank = 1}).memory.find(upper_page(0x20, 1)), nullptr);
}

TEST(ImageI2cdumpTest, WritesWhatItReads) {
    const Image image = read_image(flat_window);
    EXPECT_EQ(write_image_i2cdump(image.memory), replaced(std::string{flat_window}, "00 07    ", "00 00    "));
}

TEST(ImageI2cdumpTest, EveryPageAndBankComesBack) {
    const Image image = read_image(write_image_i2cdump(banked_module()));
    EXPECT_EQ(image.problems, Problems{});
    EXPECT_EQ(image.memory, banked_module());
}

TEST(ImageI2cdumpTest, NamesAByteThatTheModuleDidNotGive) {
    const Image image = read_image(replaced(std::string{flat_window}, "90: 23", "90: XX"));
    EXPECT_EQ(image.problems,
              (Problems{{11, 5, "not a byte of two hex digits"}, {1, 0, "the upper half has 7 rows, expected 8"}}));
    EXPECT_EQ(image.memory.pages().size(), 1U);
}

TEST(ImageI2cdumpTest, NamesAWindowThatComesTwice) {
    const Image image = read_image(std::string{flat_window} + std::string{flat_window});
    EXPECT_EQ(image.problems, (Problems{{18, 0, "[page 00h] was there before"}}));
}

TEST(ImageI2cdumpTest, NamesARowOutOfOrder) {
    const Image image = read_image(replaced(std::string{flat_window}, "b0: 00", "a0: 00"));
    EXPECT_EQ(image.problems.front(), (ImageProblem{13, 1, "offset a0, expected b0"}));
}

// --- sfputil show eeprom-hexdump

TEST(ImageSfputilTest, ReadsADumpAsSfputilPrintsIt) {
    const Image image = read_image(sfputil_dump);
    EXPECT_EQ(image.format, ImageFormat::sfputil);
    EXPECT_EQ(image.problems, Problems{});
    ASSERT_EQ(image.memory.pages().size(), 2U);
    EXPECT_EQ(image.memory.byte(lower(1)), 0x50);
    EXPECT_EQ(*image.memory.find(upper_page(0x11)), counted(0x20));
}

TEST(ImageSfputilTest, WritesWhatItReads) {
    EXPECT_EQ(write_image_sfputil(read_image(sfputil_dump).memory, "Ethernet0"), sfputil_dump);
}

TEST(ImageSfputilTest, AnSfpHasTwoDevices) {
    MemoryMap memory;
    memory.at(lower_memory) = counted(0x03);
    memory.at(upper_page(0)) = counted(0x10);
    memory.at({.lower = true, .device = 0x51}) = counted(0x20);
    memory.at({.page = 2, .device = 0x51}) = counted(0x30);
    const std::string text = write_image_sfputil(memory, "Ethernet4");
    EXPECT_NE(text.find("\n        A0h dump\n        00000000 03 04"), std::string::npos) << text;
    EXPECT_NE(text.find("\n\n        A2h dump (lower 128 bytes)\n        00000000 20 21"), std::string::npos) << text;
    EXPECT_NE(text.find("\n\n        A2h dump (upper 128 bytes) page 2h\n        00000080 30 31"), std::string::npos);
    const Image image = read_image(text);
    EXPECT_EQ(image.problems, Problems{});
    EXPECT_EQ(image.memory, memory);
}

TEST(ImageSfputilTest, NamesWhatIsNoTitleAndNoRow) {
    const std::string what = "not a row, expected a title, or 00000000 to 000000f0 and 16 hex bytes";
    for (const std::string_view line :
         {"Upper page 111h", "Upper page h", "Middle page 1h", "000000f1 00", "0080 20"}) {
        const Image image = read_image("EEPROM hexdump for port Ethernet0\n" + std::string{line} + "\n");
        ASSERT_FALSE(image.problems.empty()) << line;
        EXPECT_EQ(image.problems.front(), (ImageProblem{2, 1, what})) << line;
    }
}

TEST(ImageSfputilTest, NamesASecondModule) {
    const Image image = read_image(std::string{sfputil_dump} + std::string{sfputil_dump});
    ASSERT_FALSE(image.problems.empty());
    EXPECT_EQ(image.problems.front().what, "a second module; a file holds one");
}

// --- ethtool -m IFACE hex on

TEST(ImageEthtoolWriteTest, WritesAsEthtoolPrintsIt) {
    MemoryMap memory;
    memory.at(lower_memory) = counted(0x11);
    memory.at(upper_page(0)) = counted(0x40);
    EXPECT_EQ(write_image_ethtool(memory), testing_content::ethtool_dump({counted(0x11), counted(0x40)}));
}

TEST(ImageEthtoolWriteTest, PagesFarApartComeBackWithoutThoseBetween) {
    MemoryMap memory = banked_module();
    memory.erase(upper_page(0x11, 1));
    const Image image = read_image(write_image_ethtool(memory));
    EXPECT_EQ(image.problems, Problems{});
    EXPECT_EQ(image.memory, memory);
}

}  // namespace
}  // namespace opticward::cmis
