// An I2C adapter of the kernel through /dev/i2c-N (i2c-dev). Combined I2C_RDWR transfers where the adapter can, several
// parts in one call where it takes them, else SMBus transactions through libi2c. Called by one bus worker. Never forces an
// address away from a kernel driver, and never changes the adapter's timeout or retries: other users of the adapter would
// feel it. Source: Linux Documentation/i2c/dev-interface.rst, fault-codes.rst.
#pragma once

#include "drivers/access_counters.h"
#include "drivers/i2c/adapter_limits.h"
#include "drivers/i2c/bus_lock.h"
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
    struct Opened {
        std::unique_ptr<I2cDevice> device;
        std::shared_ptr<AdapterLimits> limits;  // null: it shares them with nobody
    };
    // All but `open` and `now` may be empty.
    struct Parts {
        std::function<std::expected<Opened, int>()> open;  // gives an opened adapter or an errno
        Now now;
        std::function<bool(std::uint8_t address)> is_bound;  // whether sysfs shows a driver at the address
        std::function<std::string(Fault, std::uint8_t address)> explain;
        std::unique_ptr<BusLock> lock;
    };

    explicit LinuxI2cBus(Parts parts);

    // Opens the adapter when it is not open; an adapter that is gone is opened again at the next transfer.
    Result<void> transfer(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) override;
    Result<void> transfer_joined(std::uint8_t address, std::span<const I2cPart> parts) override;
    // 128, or what one SMBus transaction of this adapter carries (32, 2, 1), or what was learnt.
    std::size_t max_read() const override;
    std::size_t max_write() const override;
    bool joins(std::size_t longest_read) const override;
    Result<void> begin_turn() override;
    void end_turn() override;
    bool is_shared() const override { return parts_.lock != nullptr; }
    std::string explanation() const override;
    BusCounters counters() const { return counters_; }

private:
    struct Problem {
        Fault fault = Fault::bus_error;
        std::uint8_t address = 0;
        bool of_lock = false;
    };
    Result<void> run(std::uint8_t address, std::span<const I2cPart> parts);
    Result<void> attempt(std::uint8_t address, std::span<const I2cPart> parts);
    Result<void> prepare(std::uint8_t address);
    Result<void> open();
    void close();
    int perform(std::uint8_t address, std::span<const I2cPart> parts);
    int smbus_transfer(const I2cPart& part);
    int smbus_read(std::uint8_t command, cmis::MutableBytes read);
    int smbus_write(cmis::Bytes write);

    Parts parts_;
    std::unique_ptr<I2cDevice> device_;
    std::shared_ptr<AdapterLimits> limits_;  // never null
    unsigned long functions_ = 0;
    std::optional<std::uint8_t> address_;  // last one that no kernel driver was found bound to
    std::size_t longest_read_;             // of one transaction, by what the adapter says of itself
    std::optional<Problem> problem_;       // of the latest transfer or turn
    BusCounters counters_;
};

}  // namespace opticward::drivers
