#include "drivers/i2c/i2c_device.h"

#include "drivers/sysfs/file_descriptor.h"

#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <sys/ioctl.h>

extern "C" {
#include <i2c/smbus.h>
}

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::size_t most_written = 32;

int result_of(int result) {
    return result < 0 ? -errno : result;
}

class LinuxI2cDevice final : public I2cDevice {
public:
    explicit LinuxI2cDevice(FileDescriptor file) : file_{std::move(file)} {}

    int functions(unsigned long& functions) override {
        return result_of(::ioctl(file_.number(), I2C_FUNCS, &functions));
    }

    int set_address(std::uint8_t address) override {
        return result_of(::ioctl(file_.number(), I2C_SLAVE, static_cast<unsigned long>(address)));
    }

    int combined(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) override {
        std::array<std::uint8_t, most_written> written{};
        if (write.size() > written.size()) return -EMSGSIZE;
        std::ranges::copy(write, written.begin());

        std::array<i2c_msg, 2> messages{};
        unsigned count = 0;
        if (!write.empty()) {
            messages[count++] = {address, 0, static_cast<std::uint16_t>(write.size()), written.data()};
        }
        if (!read.empty()) {
            messages[count++] = {address, I2C_M_RD, static_cast<std::uint16_t>(read.size()), read.data()};
        }
        i2c_rdwr_ioctl_data transfer{messages.data(), count};
        return result_of(::ioctl(file_.number(), I2C_RDWR, &transfer));
    }

    int read_block(std::uint8_t command, cmis::MutableBytes read) override {
        std::array<std::uint8_t, I2C_SMBUS_BLOCK_MAX + 2> block{};
        if (read.size() > I2C_SMBUS_BLOCK_MAX) return -EMSGSIZE;
        const auto length = static_cast<std::uint8_t>(read.size());
        const int count = i2c_smbus_read_i2c_block_data(file_.number(), command, length, block.data());
        if (count > 0)
            std::copy_n(block.begin(), std::min<std::size_t>(static_cast<std::size_t>(count), length), read.begin());
        return count;
    }

    int read_word(std::uint8_t command) override { return i2c_smbus_read_word_data(file_.number(), command); }
    int read_byte(std::uint8_t command) override { return i2c_smbus_read_byte_data(file_.number(), command); }

    int write_block(std::uint8_t command, cmis::Bytes bytes) override {
        if (bytes.size() > I2C_SMBUS_BLOCK_MAX) return -EMSGSIZE;
        const auto length = static_cast<std::uint8_t>(bytes.size());
        return i2c_smbus_write_i2c_block_data(file_.number(), command, length, bytes.data());
    }

    int write_word(std::uint8_t command, std::uint16_t word) override {
        return i2c_smbus_write_word_data(file_.number(), command, word);
    }

    int write_byte(std::uint8_t command, std::uint8_t byte) override {
        return i2c_smbus_write_byte_data(file_.number(), command, byte);
    }

private:
    FileDescriptor file_;
};

}  // namespace

std::expected<std::unique_ptr<I2cDevice>, int> open_i2c_device(const std::filesystem::path& path) {
    FileDescriptor file{::open(path.c_str(), O_RDWR | O_CLOEXEC)};
    if (!file.is_open()) return std::unexpected{errno};
    return std::make_unique<LinuxI2cDevice>(std::move(file));
}

}  // namespace opticward::drivers
