// The system calls of an opened i2c-dev adapter, one for one: the seam below which only the kernel is.
#pragma once

#include "drivers/i2c/i2c_bus.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>

namespace opticward::drivers {

// Every call returns a value >= 0, or -errno.
class I2cDevice {
public:
    virtual ~I2cDevice() = default;
    virtual int functions(unsigned long& functions) = 0;  // I2C_FUNCS
    virtual int set_address(std::uint8_t address) = 0;    // I2C_SLAVE; EBUSY: a kernel driver is bound
    // I2C_RDWR of up to most_joined_messages; returns the number of messages done.
    virtual int combined(std::uint8_t address, std::span<const I2cPart> parts) = 0;
    virtual int read_block(std::uint8_t command, cmis::MutableBytes read) = 0;  // returns the number of bytes
    virtual int read_word(std::uint8_t command) = 0;
    virtual int read_byte(std::uint8_t command) = 0;
    virtual int write_block(std::uint8_t command, cmis::Bytes bytes) = 0;
    virtual int write_word(std::uint8_t command, std::uint16_t word) = 0;
    virtual int write_byte(std::uint8_t command, std::uint8_t byte) = 0;
    // Whether the device file is still that of this adapter. An adapter that is to go waits in the kernel until whoever
    // has it open has closed it.
    virtual bool is_there() = 0;
};

// Opens a device file, or gives the errno.
std::expected<std::unique_ptr<I2cDevice>, int> open_i2c_device(const std::filesystem::path& path);

}  // namespace opticward::drivers
