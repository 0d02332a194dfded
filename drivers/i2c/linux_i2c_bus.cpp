#include "drivers/i2c/linux_i2c_bus.h"

#include "drivers/errno_fault.h"

#include <algorithm>
#include <cerrno>
#include <linux/i2c.h>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::size_t most_combined = 128;
constexpr std::size_t most_block = I2C_SMBUS_BLOCK_MAX;

bool has(unsigned long functions, unsigned long wanted) {
    return (functions & wanted) == wanted;
}

std::size_t longest_read(unsigned long functions) {
    if (has(functions, I2C_FUNC_I2C)) return most_combined;
    if (has(functions, I2C_FUNC_SMBUS_READ_I2C_BLOCK)) return most_block;
    if (has(functions, I2C_FUNC_SMBUS_READ_WORD_DATA)) return 2;
    return 1;
}

bool is_gone(int error) {
    return fault_of(error) == Fault::no_device;
}

}  // namespace

LinuxI2cBus::LinuxI2cBus(Open open, Now now) : open_{std::move(open)}, now_{std::move(now)} {}

Result<void> LinuxI2cBus::transfer(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) {
    if (write.empty() && read.empty()) return {};
    const auto begin = now_();
    auto done = prepare(address);
    if (done) {
        const int result = perform(address, write, read);
        if (result < 0) done = failed(fault_of(-result));
        if (result == 0) done = failed(Fault::short_read);
        // A driver may bind at any time, and the adapter may be unplugged: look again after a failure.
        if (result <= 0) address_.reset();
        if (result < 0 && is_gone(-result)) device_.reset();
    }
    ++counters_.transfers;
    counters_.busy += now_() - begin;
    if (done) {
        counters_.bytes_read += read.size();
    } else {
        ++count_of(counters_.faults, done.error());
    }
    return done;
}

// I2C_RDWR does not look whether a kernel driver owns the address; I2C_SLAVE does.
Result<void> LinuxI2cBus::prepare(std::uint8_t address) {
    if (!device_) {
        auto opened = open_();
        if (!opened) return failed(fault_of(opened.error()));
        if (const int result = (*opened)->functions(functions_); result < 0) return failed(fault_of(-result));
        device_ = std::move(*opened);
        max_read_ = longest_read(functions_);
        address_.reset();
    }
    if (address_ == address) return {};
    const int result = device_->set_address(address);
    if (result == -EBUSY) return failed(Fault::driver_bound);
    if (result < 0) {
        if (is_gone(-result)) device_.reset();
        return failed(fault_of(-result));
    }
    address_ = address;
    return {};
}

// Above zero: all of it was done. Zero: less than asked. Below: -errno.
int LinuxI2cBus::perform(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) {
    if (has(functions_, I2C_FUNC_I2C)) {
        const int messages = (write.empty() ? 0 : 1) + (read.empty() ? 0 : 1);
        const int result = device_->combined(address, write, read);
        return result < 0 ? result : static_cast<int>(result == messages);
    }
    if (read.empty()) return smbus_write(write);
    // SMBus knows reads behind one command byte only.
    return write.size() == 1 ? smbus_read(write.front(), read) : -EOPNOTSUPP;
}

int LinuxI2cBus::smbus_read(std::uint8_t command, cmis::MutableBytes read) {
    const bool blocks = has(functions_, I2C_FUNC_SMBUS_READ_I2C_BLOCK);
    const bool words = has(functions_, I2C_FUNC_SMBUS_READ_WORD_DATA);
    while (!read.empty()) {
        std::size_t size = 1;
        if (blocks) {
            size = std::min(read.size(), most_block);
            const int count = device_->read_block(command, read.first(size));
            if (count < 0) return count;
            if (std::cmp_not_equal(count, size)) return 0;
        } else if (words && read.size() >= 2 && command % 2 == 0) {
            size = 2;
            const int word = device_->read_word(command);  // the byte at the lower offset comes first: low
            if (word < 0) return word;
            read[0] = static_cast<std::uint8_t>(word & 0xff);
            read[1] = static_cast<std::uint8_t>((word >> 8) & 0xff);
        } else {
            const int byte = device_->read_byte(command);
            if (byte < 0) return byte;
            read[0] = static_cast<std::uint8_t>(byte & 0xff);
        }
        command = static_cast<std::uint8_t>(command + size);
        read = read.subspan(size);
    }
    return 1;
}

// Bank and page must travel in one transaction: as a block, or as a word, whose low byte goes first.
int LinuxI2cBus::smbus_write(cmis::Bytes write) {
    const std::uint8_t command = write.front();
    const auto bytes = write.subspan(1);
    int result = -EOPNOTSUPP;
    if (bytes.size() == 1) {
        result = device_->write_byte(command, bytes[0]);
    } else if (bytes.size() >= 2 && bytes.size() <= most_block && has(functions_, I2C_FUNC_SMBUS_WRITE_I2C_BLOCK)) {
        result = device_->write_block(command, bytes);
    } else if (bytes.size() == 2 && has(functions_, I2C_FUNC_SMBUS_WRITE_WORD_DATA)) {
        result = device_->write_word(command, static_cast<std::uint16_t>(bytes[0] | (bytes[1] << 8)));
    }
    return result < 0 ? result : 1;
}

}  // namespace opticward::drivers
