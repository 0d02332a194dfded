#include "drivers/i2c/linux_i2c_bus.h"

#include "tests/drivers/fake_time.h"
#include "tests/drivers/i2c/fake_i2c_device.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace opticward::drivers {
namespace {

class LinuxI2cBusTest : public ::testing::Test {
protected:
    Result<std::vector<std::uint8_t>> read(std::uint8_t offset, std::size_t size) {
        std::vector<std::uint8_t> bytes(size);
        const std::array<std::uint8_t, 1> start{offset};
        const auto done = bus_.transfer(0x50, start, bytes);
        if (!done) return failed(done.error());
        return bytes;
    }
    Fault fault_of_read() {
        const auto bytes = read(0, 4);
        EXPECT_FALSE(bytes);
        return bytes ? Fault::checksum : bytes.error();
    }

    LinuxI2cBus::Parts parts(const std::shared_ptr<AdapterLimits>& limits = nullptr) {
        LinuxI2cBus::Parts parts;
        parts.open = [this, limits]() -> std::expected<LinuxI2cBus::Opened, int> {
            ++kernel_.opened;
            if (kernel_.open_error != 0) return std::unexpected{kernel_.open_error};
            return LinuxI2cBus::Opened{.device = std::make_unique<FakeDevice>(kernel_), .limits = limits};
        };
        parts.now = time_.timing().now;
        parts.is_bound = [this](std::uint8_t) { return is_bound_; };
        parts.explain = [](Fault fault, std::uint8_t address) {
            return std::string{text(fault)} + " at " + std::to_string(address);
        };
        return parts;
    }
    // Select, read, check.
    Result<void> visit() {
        const std::array<std::uint8_t, 2> select{127, 3};
        const std::array<std::uint8_t, 1> start{128};
        const std::array<std::uint8_t, 1> check{127};
        std::array<std::uint8_t, 32> bytes{};
        std::array<std::uint8_t, 1> shown{};
        const std::array<I2cPart, 3> parts{I2cPart{select, {}}, I2cPart{start, bytes}, I2cPart{check, shown}};
        return bus_.transfer_joined(0x50, parts);
    }

    bool is_bound_ = false;
    Kernel kernel_;
    FakeTime time_;
    LinuxI2cBus bus_{parts()};
};

using Calls = std::vector<std::string>;

TEST_F(LinuxI2cBusTest, PlainAdapterReadsAPageInOneCombinedTransfer) {
    ASSERT_TRUE(read(128, 128));

    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0", "combined 128 128"}));
    EXPECT_EQ(bus_.max_read(), 128U);
}

TEST_F(LinuxI2cBusTest, AddressIsCheckedOnceForAKernelDriver) {
    ASSERT_TRUE(read(0, 2));
    ASSERT_TRUE(read(2, 2));

    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0", "combined 0 2", "combined 2 2"}));
    EXPECT_EQ(kernel_.opened, 1);
}

TEST_F(LinuxI2cBusTest, AddressOfAKernelDriverIsLeftAlone) {
    kernel_.set_address_result = -EBUSY;

    EXPECT_EQ(fault_of_read(), Fault::driver_bound);
    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0"}));
}

TEST_F(LinuxI2cBusTest, BusyBusIsNotADriver) {
    kernel_.combined_result = -EBUSY;

    EXPECT_EQ(fault_of_read(), Fault::bus_busy);
}

TEST_F(LinuxI2cBusTest, ErrorsOfTheKernelBecomeFaults) {
    kernel_.combined_result = -ENXIO;
    EXPECT_EQ(fault_of_read(), Fault::nack);
    kernel_.combined_result = -ETIMEDOUT;
    EXPECT_EQ(fault_of_read(), Fault::timeout);
    kernel_.combined_result = -EIO;
    EXPECT_EQ(fault_of_read(), Fault::bus_error);
}

TEST_F(LinuxI2cBusTest, HalfDoneCombinedTransferIsShort) {
    kernel_.combined_result = 1;

    EXPECT_EQ(fault_of_read(), Fault::short_read);
}

TEST_F(LinuxI2cBusTest, AdapterThatIsMissingIsLookedForAtEachTransfer) {
    kernel_.open_error = ENOENT;
    EXPECT_EQ(fault_of_read(), Fault::no_device);

    kernel_.open_error = 0;
    EXPECT_TRUE(read(0, 4));
}

TEST_F(LinuxI2cBusTest, AdapterThatWentAwayIsOpenedAgain) {
    ASSERT_TRUE(read(0, 4));
    kernel_.combined_result = -ENODEV;
    EXPECT_EQ(fault_of_read(), Fault::no_device);
    kernel_.combined_result.reset();

    EXPECT_TRUE(read(0, 4));
    EXPECT_EQ(kernel_.opened, 2);
}

TEST_F(LinuxI2cBusTest, SmbusBlocksCarryThirtyTwoBytes) {
    kernel_.functions = I2C_FUNC_SMBUS_READ_I2C_BLOCK | I2C_FUNC_SMBUS_READ_WORD_DATA;

    const auto bytes = read(128, 70);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0", "block 128 32", "block 160 32", "block 192 6"}));
    EXPECT_EQ((*bytes)[69], 197);
    EXPECT_EQ(bus_.max_read(), 32U);
}

TEST_F(LinuxI2cBusTest, SmbusWordsKeepTheOrderOfTheBytes) {
    kernel_.functions = I2C_FUNC_SMBUS_READ_WORD_DATA | I2C_FUNC_SMBUS_READ_BYTE_DATA;

    const auto bytes = read(21, 4);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, (std::vector<std::uint8_t>{21, 22, 23, 24}));
    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0", "byte 21 1", "word 22 2", "byte 24 1"}));
    EXPECT_EQ(bus_.max_read(), 2U);
}

TEST_F(LinuxI2cBusTest, SmbusBytesAreTheLastResort) {
    kernel_.functions = I2C_FUNC_SMBUS_READ_BYTE_DATA;

    ASSERT_TRUE(read(0, 2));

    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0", "byte 0 1", "byte 1 1"}));
    EXPECT_EQ(bus_.max_read(), 1U);
}

TEST_F(LinuxI2cBusTest, SmbusErrorsBecomeFaults) {
    kernel_.functions = I2C_FUNC_SMBUS_READ_I2C_BLOCK;
    kernel_.smbus_result = -EREMOTEIO;

    EXPECT_EQ(fault_of_read(), Fault::nack);
}

TEST_F(LinuxI2cBusTest, SmbusPageSelectIsOneByte) {
    kernel_.functions = I2C_FUNC_SMBUS_READ_I2C_BLOCK;
    const std::array<std::uint8_t, 2> select{127, 3};

    ASSERT_TRUE(bus_.transfer(0x50, select, {}));

    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0", "write_byte 127 3"}));
}

TEST_F(LinuxI2cBusTest, SmbusBankAndPageTravelInOneBlock) {
    kernel_.functions = I2C_FUNC_SMBUS_WRITE_I2C_BLOCK | I2C_FUNC_SMBUS_WRITE_WORD_DATA;
    const std::array<std::uint8_t, 3> select{126, 1, 0x11};

    ASSERT_TRUE(bus_.transfer(0x50, select, {}));

    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0", "write_block 126 2"}));
}

TEST_F(LinuxI2cBusTest, SmbusBankAndPageTravelInOneWordBankFirst) {
    kernel_.functions = I2C_FUNC_SMBUS_WRITE_WORD_DATA;
    const std::array<std::uint8_t, 3> select{126, 0x01, 0x11};

    ASSERT_TRUE(bus_.transfer(0x50, select, {}));

    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0", "write_word 126 4353"}));  // 0x1101
}

TEST_F(LinuxI2cBusTest, BankAndPageAreNotSplitWhereTheAdapterCannotJoinThem) {
    kernel_.functions = I2C_FUNC_SMBUS_READ_I2C_BLOCK;
    const std::array<std::uint8_t, 3> select{126, 0x01, 0x11};

    const auto done = bus_.transfer(0x50, select, {});

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error(), Fault::not_supported);
    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0"}));
}

TEST_F(LinuxI2cBusTest, CountersTellTransfersBytesAndFaults) {
    ASSERT_TRUE(read(0, 4));
    kernel_.combined_result = -ENXIO;
    ASSERT_FALSE(read(0, 4));

    EXPECT_EQ(bus_.counters().transfers, 2U);
    EXPECT_EQ(bus_.counters().bytes_read, 4U);
    EXPECT_EQ(count_of(bus_.counters().faults, Fault::nack), 1U);
}

TEST_F(LinuxI2cBusTest, KernelDriverIsLookedForAgainAfterAFailure) {
    kernel_.combined_result = -ENXIO;
    ASSERT_FALSE(read(0, 4));
    kernel_.set_address_result = -EBUSY;

    EXPECT_EQ(fault_of_read(), Fault::driver_bound);
}

TEST_F(LinuxI2cBusTest, DriverThatSysfsShowsIsLeftAlone) {
    is_bound_ = true;

    EXPECT_EQ(fault_of_read(), Fault::driver_bound);
    EXPECT_EQ(kernel_.calls, (Calls{"address 80 0"}));
}

TEST_F(LinuxI2cBusTest, AdapterThatIsToGoIsClosedBeforeTheNextTransfer) {
    ASSERT_TRUE(read(0, 4));
    kernel_.is_there = false;
    kernel_.open_error = ENOENT;

    EXPECT_EQ(fault_of_read(), Fault::no_device);
    EXPECT_EQ(kernel_.calls.size(), 2U);
}

TEST_F(LinuxI2cBusTest, RefusedLengthIsLearntAndIsNoFaultOfTheModule) {
    kernel_.longest_read = 48;

    ASSERT_FALSE(read(0, 128));
    EXPECT_EQ(bus_.max_read(), 64U);
    EXPECT_EQ(read(0, 64).error(), Fault::not_supported);
    EXPECT_EQ(bus_.max_read(), 32U);
    EXPECT_TRUE(read(0, 32));
    EXPECT_EQ(count_of(bus_.counters().faults, Fault::not_supported), 2U);
}

TEST_F(LinuxI2cBusTest, OtherWordsForARefusalCountTheSame) {
    for (const int refusal : {EINVAL, EMSGSIZE}) {
        LinuxI2cBus bus{parts()};
        kernel_.longest_read = 64;
        kernel_.refusal = refusal;
        std::array<std::uint8_t, 128> bytes{};
        const std::array<std::uint8_t, 1> start{0};

        EXPECT_EQ(bus.transfer(0x50, start, bytes).error(), Fault::not_supported);
        EXPECT_EQ(bus.max_read(), 64U);
    }
}

TEST_F(LinuxI2cBusTest, AdapterThatRefusesASingleByteIsNotBlamedForTheLength) {
    kernel_.longest_read = 0;
    for (const std::size_t size : {128U, 64U, 32U, 16U, 8U, 4U, 2U, 1U})
        EXPECT_EQ(read(0, size).error(), Fault::not_supported);

    EXPECT_EQ(bus_.max_read(), 128U);
}

TEST_F(LinuxI2cBusTest, PortsOfOneAdapterShareWhatWasLearnt) {
    const auto limits = std::make_shared<AdapterLimits>();
    LinuxI2cBus one{parts(limits)};
    LinuxI2cBus other{parts(limits)};
    kernel_.longest_read = 64;
    std::array<std::uint8_t, 128> bytes{};
    const std::array<std::uint8_t, 1> start{0};
    ASSERT_TRUE(other.transfer(0x50, start, std::span{bytes}.first(1)));

    ASSERT_FALSE(one.transfer(0x50, start, bytes));

    EXPECT_EQ(other.max_read(), 64U);
}

TEST_F(LinuxI2cBusTest, AdapterThatCameBackIsLearntAnew) {
    kernel_.longest_read = 64;
    ASSERT_FALSE(read(0, 128));
    kernel_.combined_error = -ENODEV;
    ASSERT_FALSE(read(0, 1));

    EXPECT_EQ(bus_.max_read(), 128U);
}

TEST_F(LinuxI2cBusTest, SmbusAdapterThatRefusesItsLongestBlockReadsShorterOnes) {
    kernel_.functions = I2C_FUNC_SMBUS_READ_I2C_BLOCK | I2C_FUNC_SMBUS_READ_WORD_DATA;
    kernel_.longest_read = 31;

    ASSERT_FALSE(read(0, 32));
    EXPECT_EQ(bus_.max_read(), 16U);
    EXPECT_TRUE(read(0, 16));
}

TEST_F(LinuxI2cBusTest, SmbusAdapterThatRefusesAllBlocksReadsWords) {
    kernel_.functions = I2C_FUNC_SMBUS_READ_I2C_BLOCK | I2C_FUNC_SMBUS_READ_WORD_DATA;
    kernel_.longest_read = 1;
    for (const std::size_t size : {32U, 16U, 8U, 4U})
        ASSERT_FALSE(read(0, size));
    kernel_.calls.clear();

    EXPECT_TRUE(read(0, 2));
    EXPECT_EQ(kernel_.calls.back(), "word 0 2");
}

TEST_F(LinuxI2cBusTest, PartsAreJoinedOnceTheirLengthIsKnownToBeTaken) {
    EXPECT_FALSE(bus_.joins(32));
    ASSERT_TRUE(read(0, 32));
    EXPECT_TRUE(bus_.joins(32));
    EXPECT_FALSE(bus_.joins(33));
    kernel_.calls.clear();

    EXPECT_TRUE(visit());

    EXPECT_EQ(kernel_.calls, (Calls{"combined 127 0 128 32 127 1"}));
    EXPECT_EQ(bus_.counters().transfers, 2U);
    EXPECT_EQ(bus_.counters().bytes_read, 65U);
}

TEST_F(LinuxI2cBusTest, AdapterThatRefusesJoinedPartsIsNotAskedAgain) {
    kernel_.most_messages = 2;
    ASSERT_TRUE(read(0, 32));

    EXPECT_EQ(visit().error(), Fault::not_supported);

    EXPECT_FALSE(bus_.joins(1));
    EXPECT_EQ(bus_.max_read(), 128U);
}

TEST_F(LinuxI2cBusTest, FaultOfJoinedPartsIsTheModules) {
    ASSERT_TRUE(read(0, 32));
    kernel_.combined_error = -ENXIO;

    EXPECT_EQ(visit().error(), Fault::nack);
    EXPECT_TRUE(bus_.joins(32));
}

TEST_F(LinuxI2cBusTest, SmbusAdaptersDoNotJoin) {
    kernel_.functions = I2C_FUNC_SMBUS_READ_I2C_BLOCK;
    ASSERT_TRUE(read(0, 32));

    EXPECT_FALSE(bus_.joins(1));
}

TEST_F(LinuxI2cBusTest, SmbusAdaptersWriteABlockAWordOrAByte) {
    const auto most = [this](unsigned long functions) {
        kernel_.functions = functions;
        LinuxI2cBus bus{parts()};
        std::array<std::uint8_t, 1> byte{};
        EXPECT_TRUE(bus.transfer(0x50, std::array<std::uint8_t, 1>{0}, byte));
        return bus.max_write();
    };

    EXPECT_EQ(most(I2C_FUNC_I2C), 32U);
    EXPECT_EQ(most(I2C_FUNC_SMBUS_WRITE_I2C_BLOCK | I2C_FUNC_SMBUS_WRITE_WORD_DATA), 32U);
    EXPECT_EQ(most(I2C_FUNC_SMBUS_WRITE_WORD_DATA), 2U);
    EXPECT_EQ(most(I2C_FUNC_SMBUS_WRITE_BYTE_DATA), 1U);
}

TEST_F(LinuxI2cBusTest, ExplanationIsOfTheLatestTransfer) {
    EXPECT_EQ(bus_.explanation(), "");
    kernel_.set_address_result = -EBUSY;
    ASSERT_FALSE(read(0, 4));
    EXPECT_EQ(bus_.explanation(), "driver_bound at 80");

    kernel_.set_address_result = 0;
    ASSERT_TRUE(read(0, 4));
    EXPECT_EQ(bus_.explanation(), "");
}

TEST(I2cDeviceTest, MissingDeviceFileIsItsErrno) {
    const auto opened = open_i2c_device("/nonexistent/i2c-1");

    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error(), ENOENT);
}

TEST(I2cDeviceTest, FileThatIsNoAdapterSaysSo) {
    const auto opened = open_i2c_device("/dev/null");
    ASSERT_TRUE(opened);

    unsigned long functions = 0;
    EXPECT_EQ((*opened)->functions(functions), -ENOTTY);
}

}  // namespace
}  // namespace opticward::drivers
