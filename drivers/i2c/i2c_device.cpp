#include "drivers/i2c/i2c_device.h"

#include "drivers/sysfs/file_descriptor.h"

#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

extern "C" {
#include <i2c/smbus.h>
}

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::size_t most_written_bytes = 128;  // in all messages of one call
static_assert(most_joined_messages == I2C_RDWR_IOCTL_MAX_MSGS);

int result_of(int result) {
    return result < 0 ? -errno : result;
}

class LinuxI2cDevice final : public I2cDevice {
public:
    LinuxI2cDevice(FileDescriptor file, std::filesystem::path path) : file_{std::move(file)}, path_{std::move(path)} {}

    int functions(unsigned long& functions) override {
        return result_of(::ioctl(file_.number(), I2C_FUNCS, &functions));
    }

    int set_address(std::uint8_t address) override {
        return result_of(::ioctl(file_.number(), I2C_SLAVE, static_cast<unsigned long>(address)));
    }

    int combined(std::uint8_t address, std::span<const I2cPart> parts) override {
        std::array<std::uint8_t, most_written_bytes> written{};  // the kernel takes bytes that it may change
        std::array<i2c_msg, most_joined_messages> messages{};
        std::size_t used = 0;
        unsigned count = 0;
        for (const I2cPart& part : parts) {
            if (count + 2 > messages.size() || used + part.write.size() > written.size()) return -EMSGSIZE;
            if (!part.write.empty()) {
                std::ranges::copy(part.write, written.begin() + static_cast<std::ptrdiff_t>(used));
                messages[count++] = {address, 0, static_cast<std::uint16_t>(part.write.size()), &written[used]};
                used += part.write.size();
            }
            if (!part.read.empty()) {
                messages[count++] = {address, I2C_M_RD, static_cast<std::uint16_t>(part.read.size()), part.read.data()};
            }
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

    bool is_there() override {
        struct stat opened {};
        struct stat now {};
        return ::fstat(file_.number(), &opened) == 0 && ::stat(path_.c_str(), &now) == 0 &&
               opened.st_ino == now.st_ino && opened.st_dev == now.st_dev;
    }

private:
    FileDescriptor file_;
    std::filesystem::path path_;
};

}  // namespace

std::expected<std::unique_ptr<I2cDevice>, int> open_i2c_device(const std::filesystem::path& path) {
    FileDescriptor file{::open(path.c_str(), O_RDWR | O_CLOEXEC)};
    if (!file.is_open()) return std::unexpected{errno};
    return std::make_unique<LinuxI2cDevice>(std::move(file), path);
}

}  // namespace opticward::drivers
