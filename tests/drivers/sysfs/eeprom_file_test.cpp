#include "drivers/sysfs/eeprom_file.h"

#include "tests/drivers/fake_time.h"
#include "tests/drivers/module_images.h"
#include "tests/drivers/temporary_folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace opticward::drivers {
namespace {

std::string text_of(const cmis::Page& page) {
    return {page.begin(), page.end()};
}

class EepromFileTest : public ::testing::Test {
protected:
    // Lower memory, then pages 00h to 03h; 01h and 02h are empty.
    static std::string paged_image() {
        return text_of(filled_page(0x11, 0x22)) + text_of(filled_page(0x11, 0xa0)) + std::string(256, '\0') +
               text_of(filled_page(0x4b, 0xa3));
    }
    // A driver that serves page 00h in place of page 01h.
    static std::string mirrored_image() {
        return text_of(filled_page(0x11, 0x22)) + text_of(filled_page(0x11, 0xa0)) + text_of(filled_page(0x11, 0xa0));
    }

    Result<std::vector<std::uint8_t>> read(cmis::PageId page, std::uint8_t offset, std::uint8_t size) {
        std::vector<std::uint8_t> out(size, 0xee);
        const auto done = file_.read({page, offset, size}, out);
        if (!done) return failed(done.error());
        return out;
    }
    Fault fault(cmis::PageId page, std::uint8_t offset, std::uint8_t size) {
        const auto bytes = read(page, offset, size);
        EXPECT_FALSE(bytes);
        return bytes ? Fault::checksum : bytes.error();
    }

    TemporaryFolder folder_;
    FakeTime time_;
    EepromFile file_{folder_.path() / "eeprom", time_.timing().now};
};

using Bytes = std::vector<std::uint8_t>;

TEST_F(EepromFileTest, LowerMemoryIsTheBeginning) {
    folder_.write("eeprom", paged_image());

    EXPECT_EQ(read(cmis::lower_memory, 0, 2).value(), (Bytes{0x11, 0x22}));
    EXPECT_EQ(read(cmis::lower_memory, 126, 2).value(), (Bytes{0x22, 0x22}));
}

TEST_F(EepromFileTest, UpperPagesFollowInOrder) {
    folder_.write("eeprom", paged_image());

    EXPECT_EQ(read(cmis::upper_page(0x00), 128, 2).value(), (Bytes{0x11, 0xa0}));
    EXPECT_EQ(read(cmis::upper_page(0x03), 128, 2).value(), (Bytes{0x4b, 0xa3}));
    EXPECT_EQ(read(cmis::upper_page(0x03), 254, 2).value(), (Bytes{0xa3, 0xa3}));
}

TEST_F(EepromFileTest, PagePastTheEndIsRefused) {
    folder_.write("eeprom", paged_image());

    EXPECT_EQ(fault(cmis::upper_page(0x04), 128, 8), Fault::page_refused);
    EXPECT_EQ(fault(cmis::upper_page(0xff), 128, 8), Fault::page_refused);
}

TEST_F(EepromFileTest, PageCutShortIsAShortRead) {
    folder_.write("eeprom", paged_image() + "abc");

    EXPECT_EQ(fault(cmis::upper_page(0x04), 128, 8), Fault::short_read);
}

TEST_F(EepromFileTest, EmptyFileIsAShortRead) {
    folder_.write("eeprom", "");

    EXPECT_EQ(fault(cmis::lower_memory, 0, 1), Fault::short_read);
}

TEST_F(EepromFileTest, CopyOfPageZeroIsRefused) {
    folder_.write("eeprom", mirrored_image());

    EXPECT_EQ(fault(cmis::upper_page(0x01), 128, 128), Fault::page_refused);
    EXPECT_EQ(file_.counters().page_mismatches, 1U);
}

TEST_F(EepromFileTest, PartOfACopyOfPageZeroIsRefusedToo) {
    folder_.write("eeprom", mirrored_image());

    EXPECT_EQ(fault(cmis::upper_page(0x01), 176, 8), Fault::page_refused);
}

TEST_F(EepromFileTest, BytesThatPageZeroHasTooAreNoCopy) {
    auto other = filled_page(0x11, 0xa0);
    other[127] = 0x01;
    folder_.write("eeprom", text_of(filled_page(0x11, 0x22)) + text_of(filled_page(0x11, 0xa0)) + text_of(other));

    EXPECT_EQ(read(cmis::upper_page(0x01), 128, 2).value(), (Bytes{0x11, 0xa0}));
}

TEST_F(EepromFileTest, OtherBanksAndDevicesAreRefused) {
    folder_.write("eeprom", paged_image());

    EXPECT_EQ(fault(cmis::upper_page(0x03, 1), 128, 8), Fault::page_refused);
    EXPECT_EQ(fault({.lower = true, .device = 0x51}, 0, 8), Fault::page_refused);
}

TEST_F(EepromFileTest, RangeThatPassesTheEndOfItsPageIsRefused) {
    folder_.write("eeprom", paged_image());

    EXPECT_EQ(fault(cmis::lower_memory, 120, 16), Fault::page_refused);
}

TEST_F(EepromFileTest, MissingFileIsNoDeviceUntilItIsThere) {
    EXPECT_EQ(fault(cmis::lower_memory, 0, 1), Fault::no_device);

    folder_.write("eeprom", paged_image());

    EXPECT_TRUE(read(cmis::lower_memory, 0, 1));
}

TEST_F(EepromFileTest, ForgettingOpensTheFileAgain) {
    folder_.write("eeprom", paged_image());
    ASSERT_TRUE(read(cmis::lower_memory, 0, 1));
    folder_.write("other", text_of(filled_page(0x1e, 0x00)));
    std::filesystem::rename(folder_.path() / "other", folder_.path() / "eeprom");
    ASSERT_EQ(read(cmis::lower_memory, 0, 1).value(), (Bytes{0x11}));

    file_.forget();

    EXPECT_EQ(read(cmis::lower_memory, 0, 1).value(), (Bytes{0x1e}));
}

TEST_F(EepromFileTest, FolderInPlaceOfAFileIsAFault) {
    std::filesystem::create_directory(folder_.path() / "eeprom");

    EXPECT_EQ(fault(cmis::lower_memory, 0, 1), Fault::bus_error);
}

TEST_F(EepromFileTest, CountersTellReadsBytesAndFaults) {
    folder_.write("eeprom", paged_image());
    ASSERT_TRUE(read(cmis::lower_memory, 0, 128));
    ASSERT_FALSE(read(cmis::upper_page(0x04), 128, 8));

    EXPECT_EQ(file_.counters().transfers, 2U);
    EXPECT_EQ(file_.counters().bytes_read, 128U);
    EXPECT_EQ(file_.counters().failed_reads, 1U);
    EXPECT_EQ(count_of(file_.counters().faults, Fault::page_refused), 1U);
}

TEST_F(EepromFileTest, EmptyRunThatPageZeroHasTooIsLookedIntoOnce) {
    folder_.write("eeprom", text_of(filled_page(0x11, 0x22)) + text_of(filled_page(0x11, 0x00)) +
                                text_of(filled_page(0x4b, 0x00)));
    ASSERT_TRUE(read(cmis::upper_page(0x01), 200, 8));
    const auto before = file_.counters().transfers;

    ASSERT_TRUE(read(cmis::upper_page(0x01), 200, 8));

    EXPECT_EQ(before, 3U);  // the bytes, page 00h, the whole page
    EXPECT_EQ(file_.counters().transfers, 4U);
}

class EepromFileClassTest : public EepromFileTest {
protected:
    void module(std::uint8_t identifier) { folder_.write("eeprom", text_of(filled_page(identifier, 0x22)) + pages_); }
    void dev_class(std::string_view text) { folder_.write("dev_class", text); }

    const std::string pages_ = text_of(filled_page(0x11, 0xa0)) + text_of(filled_page(0x4b, 0xa3));
};

TEST_F(EepromFileClassTest, ModulesOfTheDriversClassAreRead) {
    for (const auto& [identifier, own_class] :
         {std::pair{0x0c, "1"}, {0x0d, "1"}, {0x11, "1\n"}, {0x03, "2\n"}, {0x18, "3\n"}, {0x19, "3"}, {0x1e, "3"}}) {
        file_.forget();
        module(static_cast<std::uint8_t>(identifier));
        dev_class(own_class);
        EXPECT_TRUE(read(cmis::upper_page(0x01), 128, 8)) << identifier;
    }
}

TEST_F(EepromFileClassTest, NoByteIsGivenOfAModuleOfAnotherClass) {
    module(0x18);
    dev_class("2\n");
    EXPECT_EQ(fault(cmis::lower_memory, 0, 128), Fault::wrong_class);
    EXPECT_EQ(fault(cmis::upper_page(0x01), 128, 8), Fault::wrong_class);
    EXPECT_EQ(file_.explanation(), (folder_.path() / "dev_class").string() +
                                       " is 2, but the module (identifier 18h) needs 3; write 3 to it");
    EXPECT_EQ(count_of(file_.counters().faults, Fault::wrong_class), 2U);
}

TEST_F(EepromFileClassTest, TheRightClassIsSeenAtTheNextRead) {
    module(0x11);
    dev_class("3\n");
    ASSERT_EQ(fault(cmis::lower_memory, 0, 1), Fault::wrong_class);
    dev_class("1\n");
    EXPECT_TRUE(read(cmis::lower_memory, 0, 1));
}

TEST_F(EepromFileClassTest, AnotherIdentifierIsCheckedAnew) {
    module(0x11);
    dev_class("1\n");
    ASSERT_TRUE(read(cmis::lower_memory, 0, 1));
    module(0x18);
    EXPECT_EQ(fault(cmis::lower_memory, 0, 1), Fault::wrong_class);
}

TEST_F(EepromFileClassTest, AClassThatSomebodyChangesIsSeenWithTheNextComparisonOfPageZero) {
    module(0x11);
    dev_class("1\n");
    ASSERT_TRUE(read(cmis::lower_memory, 0, 1));
    dev_class("3\n");
    ASSERT_TRUE(read(cmis::lower_memory, 22, 2));
    EXPECT_EQ(fault(cmis::upper_page(0x00), 128, 128), Fault::wrong_class);
}

TEST_F(EepromFileClassTest, WhatSaysNoClassIsNotChecked) {
    module(0x11);
    EXPECT_TRUE(read(cmis::upper_page(0x01), 128, 8));
    file_.forget();
    dev_class("optoe\n");
    EXPECT_TRUE(read(cmis::upper_page(0x01), 128, 8));
}

TEST_F(EepromFileClassTest, AnIdentifierThatNoClassIsForIsNotChecked) {
    module(0xff);
    dev_class("1\n");
    EXPECT_TRUE(read(cmis::upper_page(0x01), 128, 8));
}

TEST_F(EepromFileClassTest, TheClassCostsOneByteOfTheModuleOnce) {
    module(0x11);
    dev_class("1\n");
    ASSERT_TRUE(read(cmis::lower_memory, 22, 2));
    ASSERT_TRUE(read(cmis::lower_memory, 22, 2));
    EXPECT_EQ(file_.counters().bytes_read, 5U);
}

TEST_F(EepromFileTest, AMissingFileIsNamed) {
    ASSERT_EQ(fault(cmis::lower_memory, 0, 1), Fault::no_device);
    EXPECT_EQ(file_.explanation(), "there is no " + (folder_.path() / "eeprom").string());
}

}  // namespace
}  // namespace opticward::drivers
