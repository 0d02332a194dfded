// The system calls of an opened i2c-dev adapter, one for one: the seam below which only the kernel is.
#pragma once

#include "cmis/memory_map.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>

namespace opticward::drivers {

// Every call returns a value >= 0, or -errno.
class I2cDevice {
public:
    virtual ~I2cDevice() = default;
    virtual int functions(unsigned long& functions) = 0;  // I2C_FUNCS
    virtual int set_address(std::uint8_t address) = 0;    // I2C_SLAVE; EBUSY: a kernel driver is bound
    // I2C_RDWR of one or two messages; returns the number of messages done.
    virtual int combined(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) = 0;
    virtual int read_block(std::uint8_t command, cmis::MutableBytes read) = 0;  // returns the number of bytes
    virtual int read_word(std::uint8_t command) = 0;
    virtual int read_byte(std::uint8_t command) = 0;
    virtual int write_block(std::uint8_t command, cmis::Bytes bytes) = 0;
    virtual int write_word(std::uint8_t command, std::uint16_t word) = 0;
    virtual int write_byte(std::uint8_t command, std::uint8_t byte) = 0;
};

// Opens a device file, or gives the errno.
std::expected<std::unique_ptr<I2cDevice>, int> open_i2c_device(const std::filesystem::path& path);

}  // namespace opticward::drivers
