#include "drivers/i2c/linux_i2c_bus.h"

#include "tests/drivers/fake_time.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <gtest/gtest.h>
#include <linux/i2c.h>
#include <memory>
#include <string>
#include <vector>

namespace opticward::drivers {
namespace {

// What the kernel was asked, and what it shall answer.
struct Kernel {
    unsigned long functions = I2C_FUNC_I2C;
    int open_error = 0;
    int set_address_result = 0;
    int combined_result = 2;  // messages done
    int smbus_result = 0;     // below 0: the error of every SMBus call
    int opened = 0;
    std::vector<std::string> calls;
};

class FakeDevice final : public I2cDevice {
public:
    explicit FakeDevice(Kernel& kernel) : kernel_{kernel} {}

    int functions(unsigned long& functions) override {
        functions = kernel_.functions;
        return 0;
    }
    int set_address(std::uint8_t address) override {
        note("address", address, 0);
        return kernel_.set_address_result;
    }
    int combined(std::uint8_t, cmis::Bytes write, cmis::MutableBytes read) override {
        note("combined", write.empty() ? -1 : write[0], read.size());
        for (auto& byte : read)
            byte = 0x11;
        return kernel_.combined_result;
    }
    int read_block(std::uint8_t command, cmis::MutableBytes read) override {
        note("block", command, read.size());
        for (std::size_t i = 0; i < read.size(); ++i)
            read[i] = static_cast<std::uint8_t>(command + i);
        return kernel_.smbus_result < 0 ? kernel_.smbus_result : static_cast<int>(read.size());
    }
    int read_word(std::uint8_t command) override {
        note("word", command, 2);
        return kernel_.smbus_result < 0 ? kernel_.smbus_result : command | ((command + 1) << 8);
    }
    int read_byte(std::uint8_t command) override {
        note("byte", command, 1);
        return kernel_.smbus_result < 0 ? kernel_.smbus_result : command;
    }
    int write_block(std::uint8_t command, cmis::Bytes bytes) override {
        note("write_block", command, bytes.size());
        return kernel_.smbus_result;
    }
    int write_word(std::uint8_t command, std::uint16_t word) override {
        note("write_word", command, word);
        return kernel_.smbus_result;
    }
    int write_byte(std::uint8_t command, std::uint8_t byte) override {
        note("write_byte", command, byte);
        return kernel_.smbus_result;
    }

private:
    void note(const std::string& call, int command, std::size_t size) {
        kernel_.calls.push_back(call + " " + std::to_string(command) + " " + std::to_string(size));
    }
    Kernel& kernel_;
};

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

    Kernel kernel_;
    FakeTime time_;
    LinuxI2cBus bus_{[this]() -> std::expected<std::unique_ptr<I2cDevice>, int> {
                         ++kernel_.opened;
                         if (kernel_.open_error != 0) return std::unexpected{kernel_.open_error};
                         return std::make_unique<FakeDevice>(kernel_);
                     },
                     time_.timing().now};
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
    kernel_.combined_result = 2;

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
    EXPECT_EQ(done.error(), Fault::bus_error);
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
