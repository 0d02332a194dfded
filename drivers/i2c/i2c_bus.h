// One I2C master as seen by one port: transfers to a 7-bit address, already behind whatever muxes lead to the port.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/result.h"

#include <cstdint>

namespace opticward::drivers {

// Owned and called by exactly one bus worker.
class I2cBus {
public:
    virtual ~I2cBus() = default;
    // Writes, restarts and reads as one transaction; either part may be empty.
    virtual Result<void> transfer(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) = 0;
    // The most bytes that one transfer can read; fixed for the life of the bus.
    virtual std::size_t max_read() const = 0;
};

}  // namespace opticward::drivers
