#include "drivers/i2c/linux_i2c_bus.h"

#include "drivers/errno_fault.h"

#include <algorithm>
#include <array>
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

// The adapter's driver, or the core before it, will not do such a transfer; the module never heard of it.
bool is_refusal(int error) {
    return error == EOPNOTSUPP || error == EINVAL || error == EMSGSIZE || error == ENOSYS;
}

Fault transfer_fault(int error) {
    return is_refusal(error) ? Fault::not_supported : fault_of(error);
}

std::size_t bytes_read(std::span<const I2cPart> parts) {
    std::size_t sum = 0;
    for (const I2cPart& part : parts)
        sum += part.read.size();
    return sum;
}

int messages_of(std::span<const I2cPart> parts) {
    int sum = 0;
    for (const I2cPart& part : parts)
        sum += (part.write.empty() ? 0 : 1) + (part.read.empty() ? 0 : 1);
    return sum;
}

}  // namespace

LinuxI2cBus::LinuxI2cBus(Parts parts)
    : parts_{std::move(parts)}, limits_{std::make_shared<AdapterLimits>()}, longest_read_{most_combined} {}

std::size_t LinuxI2cBus::max_read() const {
    return std::min(longest_read_, limits_->max_read());
}

std::size_t LinuxI2cBus::max_write() const {
    if (!device_ || has(functions_, I2C_FUNC_I2C) || has(functions_, I2C_FUNC_SMBUS_WRITE_I2C_BLOCK)) {
        return most_written;
    }
    return has(functions_, I2C_FUNC_SMBUS_WRITE_WORD_DATA) ? 2 : 1;
}

bool LinuxI2cBus::joins(std::size_t longest_read) const {
    return device_ && has(functions_, I2C_FUNC_I2C) && limits_->joins(longest_read);
}

Result<void> LinuxI2cBus::transfer(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) {
    const std::array<I2cPart, 1> part{I2cPart{write, read}};
    return run(address, part);
}

Result<void> LinuxI2cBus::transfer_joined(std::uint8_t address, std::span<const I2cPart> parts) {
    return run(address, parts);
}

Result<void> LinuxI2cBus::run(std::uint8_t address, std::span<const I2cPart> parts) {
    if (messages_of(parts) == 0) return {};
    const auto begin = parts_.now();
    const auto done = attempt(address, parts);
    ++counters_.transfers;
    counters_.busy += parts_.now() - begin;
    problem_.reset();
    if (done) {
        counters_.bytes_read += bytes_read(parts);
    } else {
        ++count_of(counters_.faults, done.error());
        problem_ = Problem{.fault = done.error(), .address = address};
    }
    return done;
}

Result<void> LinuxI2cBus::attempt(std::uint8_t address, std::span<const I2cPart> parts) {
    if (const auto ready = prepare(address); !ready) return ready;
    const int result = perform(address, parts);
    if (result > 0) {
        if (parts.size() == 1) limits_->done(parts.front().read.size());
        return {};
    }
    // A driver may bind at any time, and the adapter may be unplugged: look again after a failure.
    address_.reset();
    if (result == 0) return failed(Fault::short_read);
    if (is_gone(-result)) close();
    if (is_refusal(-result) && parts.size() == 1) limits_->refused(std::min(parts.front().read.size(), longest_read_));
    if (is_refusal(-result) && parts.size() > 1) limits_->refused_joined();
    return failed(transfer_fault(-result));
}

// I2C_RDWR does not look whether a kernel driver owns the address; I2C_SLAVE does, and sysfs shows it.
Result<void> LinuxI2cBus::prepare(std::uint8_t address) {
    if (device_ && !device_->is_there()) close();
    if (!device_) {
        if (const auto opened = open(); !opened) return opened;
    }
    if (address_ == address) return {};
    const int result = device_->set_address(address);
    if (result == -EBUSY || (result >= 0 && parts_.is_bound && parts_.is_bound(address))) {
        return failed(Fault::driver_bound);
    }
    if (result < 0) {
        if (is_gone(-result)) close();
        return failed(transfer_fault(-result));
    }
    address_ = address;
    return {};
}

Result<void> LinuxI2cBus::open() {
    auto opened = parts_.open();
    if (!opened) return failed(fault_of(opened.error()));
    if (const int result = opened->device->functions(functions_); result < 0) return failed(fault_of(-result));
    device_ = std::move(opened->device);
    if (opened->limits) limits_ = std::move(opened->limits);
    longest_read_ = longest_read(functions_);
    address_.reset();
    return {};
}

// It may come back as another adapter, of which nothing is known.
void LinuxI2cBus::close() {
    device_.reset();
    address_.reset();
    limits_->forget();
}

Result<void> LinuxI2cBus::begin_turn() {
    if (!parts_.lock) return {};
    const auto done = parts_.lock->acquire();
    if (!done) {
        ++count_of(counters_.faults, done.error());
        problem_ = Problem{.fault = done.error(), .address = 0, .of_lock = true};
    }
    return done;
}

void LinuxI2cBus::end_turn() {
    if (parts_.lock) parts_.lock->release();
}

std::string LinuxI2cBus::explanation() const {
    if (!problem_) return {};
    std::string of_lock = problem_->of_lock && parts_.lock ? parts_.lock->explanation() : std::string{};
    if (!of_lock.empty()) return of_lock;
    return parts_.explain ? parts_.explain(problem_->fault, problem_->address) : std::string{};
}

// Above zero: all of it was done. Zero: less than asked. Below: -errno.
int LinuxI2cBus::perform(std::uint8_t address, std::span<const I2cPart> parts) {
    if (has(functions_, I2C_FUNC_I2C)) {
        const int result = device_->combined(address, parts);
        return result < 0 ? result : static_cast<int>(result == messages_of(parts));
    }
    for (const I2cPart& part : parts) {
        if (const int result = smbus_transfer(part); result <= 0) return result;
    }
    return 1;
}

int LinuxI2cBus::smbus_transfer(const I2cPart& part) {
    if (part.read.empty()) return part.write.empty() ? 1 : smbus_write(part.write);
    // SMBus knows reads behind one command byte only.
    return part.write.size() == 1 ? smbus_read(part.write.front(), part.read) : -EOPNOTSUPP;
}

int LinuxI2cBus::smbus_read(std::uint8_t command, cmis::MutableBytes read) {
    // An adapter may refuse what it says it can: then the largest block that it takes was learnt.
    const std::size_t largest = max_read();
    const bool blocks = has(functions_, I2C_FUNC_SMBUS_READ_I2C_BLOCK) && largest > 2;
    const bool words = has(functions_, I2C_FUNC_SMBUS_READ_WORD_DATA) && largest > 1;
    while (!read.empty()) {
        std::size_t size = 1;
        if (blocks) {
            size = std::min({read.size(), most_block, largest});
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
