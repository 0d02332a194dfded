#include "drivers/sysfs/paged_files.h"

#include "tests/drivers/fake_time.h"
#include "tests/drivers/module_images.h"
#include "tests/drivers/temporary_folder.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace opticward::drivers {
namespace {

std::string text_of(const cmis::Page& page) {
    return {page.begin(), page.end()};
}

class PagedFilesTest : public ::testing::Test {
protected:
    Result<std::vector<std::uint8_t>> read(cmis::PageId page, std::uint8_t offset, std::uint8_t size) {
        std::vector<std::uint8_t> out(size, 0xee);
        const auto done = files_->read({page, offset, size}, out);
        if (!done) return failed(done.error());
        return out;
    }
    Fault fault(cmis::PageId page, std::uint8_t offset, std::uint8_t size) {
        const auto bytes = read(page, offset, size);
        EXPECT_FALSE(bytes);
        return bytes ? Fault::checksum : bytes.error();
    }
    void open(PageFiles files) { files_ = std::make_unique<PagedFiles>(std::move(files), time_.timing().now); }

    TemporaryFolder folder_;
    FakeTime time_;
    std::unique_ptr<PagedFiles> files_;
};

using Bytes = std::vector<std::uint8_t>;

TEST(PageNumberTest, StandsInDecimalOrHexadecimal) {
    EXPECT_EQ(with_page_number("pages/{page}/data", 0x11), "pages/17/data");
    EXPECT_EQ(with_page_number("eeprom_pg{page:x}", 0x11), "eeprom_pg11");
    EXPECT_EQ(with_page_number("eeprom_pg{page:x}", 0x03), "eeprom_pg3");
    EXPECT_EQ(with_page_number("page{page:02x}", 0x03), "page03");
    EXPECT_EQ(with_page_number("{page}/{page:02x}", 0x9f), "159/9f");
}

TEST(PageNumberTest, OtherBracesStay) {
    EXPECT_EQ(with_page_number("{pages}{n}", 3), "{pages}{n}");
    EXPECT_FALSE(has_page_number("{pages}{n}"));
    EXPECT_TRUE(has_page_number("a{page:x}"));
}

// Wistron SW-TO3200K.
class SplitFilesTest : public PagedFilesTest {
protected:
    SplitFilesTest() {
        folder_.write("eeprom_low", text_of(filled_page(0x18, 0x22)));
        folder_.write("eeprom_pg0", text_of(filled_page(0x18, 0xa0)));
        folder_.write("eeprom_pg11", text_of(filled_page(0x44, 0xb1)));
        open(split_page_files(folder_.path() / "eeprom_pg{page:x}", folder_.path() / "eeprom_low"));
    }
};

TEST_F(SplitFilesTest, EachFileBeginsWithItsPage) {
    EXPECT_EQ(read(cmis::lower_memory, 0, 2).value(), (Bytes{0x18, 0x22}));
    EXPECT_EQ(read(cmis::upper_page(0x00), 128, 2).value(), (Bytes{0x18, 0xa0}));
    EXPECT_EQ(read(cmis::upper_page(0x11), 128, 2).value(), (Bytes{0x44, 0xb1}));
    EXPECT_EQ(read(cmis::upper_page(0x11), 254, 2).value(), (Bytes{0xb1, 0xb1}));
}

TEST_F(SplitFilesTest, APageWithoutAFileIsRefused) {
    EXPECT_EQ(fault(cmis::upper_page(0x02), 128, 8), Fault::page_refused);
    EXPECT_EQ(files_->explanation(), "");
}

TEST_F(SplitFilesTest, BanksAndOtherDevicesAreRefused) {
    EXPECT_EQ(fault(cmis::upper_page(0x11, 1), 128, 8), Fault::page_refused);
    EXPECT_EQ(fault({.lower = true, .device = 0x51}, 0, 8), Fault::page_refused);
}

TEST_F(SplitFilesTest, WithoutItsFilesThereIsNoDevice) {
    std::filesystem::remove(folder_.path() / "eeprom_low");
    std::filesystem::remove(folder_.path() / "eeprom_pg0");
    EXPECT_EQ(fault(cmis::upper_page(0x02), 128, 8), Fault::no_device);
    EXPECT_EQ(fault(cmis::lower_memory, 0, 1), Fault::no_device);
    EXPECT_EQ(files_->explanation(), "there is no " + (folder_.path() / "eeprom_low").string());
}

TEST_F(SplitFilesTest, AFileCutShortIsAShortRead) {
    folder_.write("eeprom_pg2", "abc");
    EXPECT_EQ(fault(cmis::upper_page(0x02), 128, 8), Fault::short_read);
    folder_.write("eeprom_low", "");
    EXPECT_EQ(fault(cmis::lower_memory, 0, 8), Fault::short_read);
}

TEST_F(SplitFilesTest, AnEmptyFileOfAPageIsAPageRefused) {
    folder_.write("eeprom_pg2", "");
    EXPECT_EQ(fault(cmis::upper_page(0x02), 128, 8), Fault::page_refused);
}

TEST_F(SplitFilesTest, ACopyOfPageZeroIsRefused) {
    folder_.write("eeprom_pg2", text_of(filled_page(0x18, 0xa0)));
    EXPECT_EQ(fault(cmis::upper_page(0x02), 176, 8), Fault::page_refused);
    EXPECT_EQ(files_->counters().page_mismatches, 1U);
}

TEST_F(SplitFilesTest, WhatTheDriverWritesNextIsReadNext) {
    ASSERT_EQ(read(cmis::lower_memory, 0, 1).value(), (Bytes{0x18}));
    folder_.write("other", text_of(filled_page(0x1e, 0x00)));
    std::filesystem::rename(folder_.path() / "other", folder_.path() / "eeprom_low");
    EXPECT_EQ(read(cmis::lower_memory, 0, 1).value(), (Bytes{0x1e}));
}

TEST_F(SplitFilesTest, CountersTellReadsBytesAndFaults) {
    ASSERT_TRUE(read(cmis::lower_memory, 0, 128));
    ASSERT_FALSE(read(cmis::upper_page(0x02), 128, 8));
    EXPECT_EQ(files_->counters().bytes_read, 129U);  // and one byte to tell a page from a module that is gone
    EXPECT_EQ(files_->counters().failed_reads, 1U);
    EXPECT_EQ(count_of(files_->counters().faults, Fault::page_refused), 1U);
}

TEST_F(PagedFilesTest, WithoutAFileOfItsOwnLowerMemoryComesBeforePageZero) {
    folder_.write("page00", text_of(filled_page(0x11, 0x22)) + text_of(filled_page(0x11, 0xa0)));
    folder_.write("page03", text_of(filled_page(0x4b, 0xa3)));
    open(split_page_files(folder_.path() / "page{page:02x}", {}));
    EXPECT_EQ(read(cmis::lower_memory, 126, 2).value(), (Bytes{0x22, 0x22}));
    EXPECT_EQ(read(cmis::upper_page(0x00), 128, 2).value(), (Bytes{0x11, 0xa0}));
    EXPECT_EQ(read(cmis::upper_page(0x03), 128, 2).value(), (Bytes{0x4b, 0xa3}));
}

class SdkFilesTest : public PagedFilesTest {
protected:
    SdkFilesTest() {
        folder_.write("module0/eeprom/pages/0/i2c-0x50/data",
                      text_of(filled_page(0x18, 0x22)) + text_of(filled_page(0x18, 0xa0)));
        open(sdk_page_files(folder_.path() / "module0"));
    }
};

TEST_F(SdkFilesTest, LowerMemoryAndPageZeroAreOneFile) {
    EXPECT_EQ(read(cmis::lower_memory, 0, 2).value(), (Bytes{0x18, 0x22}));
    EXPECT_EQ(read(cmis::upper_page(0x00), 128, 2).value(), (Bytes{0x18, 0xa0}));
}

TEST_F(SdkFilesTest, OtherPagesAreNumberedInDecimal) {
    folder_.write("module0/eeprom/pages/17/data", text_of(filled_page(0x44, 0xb1)));
    EXPECT_EQ(read(cmis::upper_page(0x11), 128, 2).value(), (Bytes{0x44, 0xb1}));
}

TEST_F(SdkFilesTest, OtherPagesMayHaveTheFolderOfTheDeviceToo) {
    folder_.write("module0/eeprom/pages/17/i2c-0x50/data", text_of(filled_page(0x44, 0xb1)));
    EXPECT_EQ(read(cmis::upper_page(0x11), 128, 2).value(), (Bytes{0x44, 0xb1}));
}

TEST_F(SdkFilesTest, WhatTheSwitchThinksOfAModuleExplainsWhyItCannotBeRead) {
    folder_.write("module0/eeprom/pages/0/i2c-0x50/data", "");
    EXPECT_EQ(fault(cmis::lower_memory, 0, 1), Fault::short_read);
    EXPECT_EQ(files_->explanation(), "");
    const auto status = folder_.write("module0/status", "3\n").string();
    EXPECT_EQ(fault(cmis::lower_memory, 0, 1), Fault::short_read);
    EXPECT_EQ(files_->explanation(), "the switch says that the module is in error (" + status + " is 3)");
    folder_.write("module0/status", "4\n");
    EXPECT_EQ(fault(cmis::lower_memory, 0, 1), Fault::short_read);
    EXPECT_EQ(files_->explanation(), "the switch has disabled the module (" + status + " is 4)");
    folder_.write("module0/status", "1\n");
    EXPECT_EQ(fault(cmis::lower_memory, 0, 1), Fault::short_read);
    EXPECT_EQ(files_->explanation(), "");
}

TEST_F(SdkFilesTest, APageThatTheSdkDoesNotShowIsRefused) {
    EXPECT_EQ(fault(cmis::upper_page(0x11), 128, 8), Fault::page_refused);
}

}  // namespace
}  // namespace opticward::drivers
