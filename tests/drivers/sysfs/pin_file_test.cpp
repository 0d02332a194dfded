#include "drivers/sysfs/pin_file.h"

#include "tests/drivers/temporary_folder.h"

#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

class PinFileTest : public ::testing::Test {
protected:
    Result<bool> present(std::string_view text, PinDescription description) const {
        return PinFile{folder_.write("pin", text), std::move(description)}.is_active();
    }
    Fault fault(std::string_view text, PinDescription description) const {
        const auto result = present(text, std::move(description));
        EXPECT_FALSE(result);
        return result ? Fault::checksum : result.error();
    }

    TemporaryFolder folder_;
};

PinDescription pin(bool active) {
    return {.path = "pin", .bit = {}, .active = active, .base = 10};
}

PinDescription bit(unsigned number, bool active, unsigned base) {
    return {.path = "pin", .bit = number, .active = active, .base = base};
}

TEST_F(PinFileTest, PinThatIsHighWhenPresent) {
    EXPECT_EQ(present("1\n", pin(true)), true);
    EXPECT_EQ(present("0\n", pin(true)), false);
}

TEST_F(PinFileTest, PinThatIsLowWhenPresent) {
    EXPECT_EQ(present("0\n", pin(false)), true);
    EXPECT_EQ(present("1\n", pin(false)), false);
}

// Celestica DX010: one hexadecimal word, bit p - 1, 0 = present.
TEST_F(PinFileTest, BitOfAHexadecimalWordThatIsLowWhenPresent) {
    EXPECT_EQ(present("0xfffffffd\n", bit(1, false, 16)), true);
    EXPECT_EQ(present("0xfffffffd\n", bit(0, false, 16)), false);
    EXPECT_EQ(present("7fffffff\n", bit(31, false, 16)), true);
}

TEST_F(PinFileTest, BitOfADecimalWordThatIsHighWhenPresent) {
    EXPECT_EQ(present("10\n", bit(1, true, 10)), true);
    EXPECT_EQ(present("10\n", bit(2, true, 10)), false);
    EXPECT_EQ(present("10\n", bit(3, true, 10)), true);
}

TEST_F(PinFileTest, BaseDecidesWhatTheDigitsMean) {
    EXPECT_EQ(present("10\n", bit(4, true, 16)), true);
    EXPECT_EQ(present("10\n", bit(4, true, 10)), false);
}

TEST_F(PinFileTest, WordOfSixtyFourBits) {
    EXPECT_EQ(present("8000000000000000", bit(63, true, 16)), true);
}

TEST_F(PinFileTest, GarbageIsAFault) {
    EXPECT_EQ(fault("present\n", pin(true)), Fault::bus_error);
    EXPECT_EQ(fault("", pin(true)), Fault::bus_error);
    EXPECT_EQ(fault("1 0\n", pin(true)), Fault::bus_error);
    EXPECT_EQ(fault("-1\n", pin(true)), Fault::bus_error);
    EXPECT_EQ(fault("ff\n", bit(0, true, 10)), Fault::bus_error);
    EXPECT_EQ(fault("10000000000000000\n", bit(0, true, 16)), Fault::bus_error);
}

TEST_F(PinFileTest, PinIsZeroOrOne) {
    EXPECT_EQ(fault("2\n", pin(true)), Fault::bus_error);
}

TEST_F(PinFileTest, BitPastTheWordIsAFault) {
    EXPECT_EQ(fault("1\n", bit(64, true, 10)), Fault::bus_error);
}

TEST_F(PinFileTest, HugeFileIsAFault) {
    EXPECT_EQ(fault(std::string(100'000, '1'), pin(true)), Fault::bus_error);
}

TEST_F(PinFileTest, MissingFileIsNoDevice) {
    PinFile presence{folder_.path() / "nothing", pin(true)};

    const auto result = presence.is_active();

    ASSERT_FALSE(result);
    EXPECT_EQ(result.error(), Fault::no_device);
}

TEST_F(PinFileTest, FileIsReadAgainEachTime) {
    PinFile presence{folder_.write("pin", "1\n"), pin(true)};
    ASSERT_EQ(presence.is_active(), true);

    folder_.write("pin", "0\n");

    EXPECT_EQ(presence.is_active(), false);
}

}  // namespace
}  // namespace opticward::drivers
