// An I2C adapter of the kernel through /dev/i2c-N (i2c-dev). One combined I2C_RDWR transfer where the adapter can, else
// SMBus transactions through libi2c. Called by one bus worker. Never forces an address away from a kernel driver, and
// never changes the adapter's timeout or retries: other users of the adapter would feel it.
// Source: Linux Documentation/i2c/dev-interface.rst, fault-codes.rst.
#pragma once

#include "drivers/access_counters.h"
#include "drivers/i2c/i2c_bus.h"
#include "drivers/i2c/i2c_device.h"
#include "drivers/timing.h"

#include <expected>
#include <functional>
#include <memory>
#include <optional>

namespace opticward::drivers {

class LinuxI2cBus final : public I2cBus {
public:
    // Gives an opened adapter or an errno.
    using Open = std::function<std::expected<std::unique_ptr<I2cDevice>, int>()>;

    LinuxI2cBus(Open open, Now now);

    // Opens the adapter when it is not open; an adapter that is gone is opened again at the next transfer.
    Result<void> transfer(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) override;
    // 128, or what one SMBus transaction of this adapter carries (32, 2, 1) once it was opened.
    std::size_t max_read() const override { return max_read_; }
    BusCounters counters() const { return counters_; }

private:
    Result<void> prepare(std::uint8_t address);
    int perform(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read);
    int smbus_read(std::uint8_t command, cmis::MutableBytes read);
    int smbus_write(cmis::Bytes write);

    Open open_;
    Now now_;
    std::unique_ptr<I2cDevice> device_;
    unsigned long functions_ = 0;
    std::optional<std::uint8_t> address_;  // last one that no kernel driver was found bound to
    std::size_t max_read_ = 128;
    BusCounters counters_;
};

}  // namespace opticward::drivers
