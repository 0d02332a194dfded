// An adapter of a kernel that does as it is told and remembers what it was asked.
#pragma once

#include "drivers/i2c/i2c_device.h"

#include <cerrno>
#include <cstdint>
#include <linux/i2c.h>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace opticward::drivers {

// What the kernel was asked, and what it shall answer.
struct Kernel {
    unsigned long functions = I2C_FUNC_I2C;
    int open_error = 0;
    int set_address_result = 0;
    std::optional<int> combined_result;  // none: all messages were done
    int combined_error = 0;              // of the next call only
    std::size_t longest_read = 128;      // more is refused
    int refusal = EOPNOTSUPP;
    int most_messages = 42;
    bool is_there = true;
    int smbus_result = 0;  // below 0: the error of every SMBus call
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
    int combined(std::uint8_t, std::span<const I2cPart> parts) override {
        int messages = 0;
        std::string call = "combined";
        for (const I2cPart& part : parts) {
            messages += (part.write.empty() ? 0 : 1) + (part.read.empty() ? 0 : 1);
            call += " " + std::to_string(part.write.empty() ? -1 : part.write[0]);
            call += " " + std::to_string(part.read.size());
            if (part.read.size() > kernel_.longest_read) kernel_.combined_error = -kernel_.refusal;
            for (auto& byte : part.read)
                byte = 0x11;
        }
        kernel_.calls.push_back(call);
        if (messages > kernel_.most_messages) return -EOPNOTSUPP;
        if (const int error = std::exchange(kernel_.combined_error, 0); error != 0) return error;
        return kernel_.combined_result.value_or(messages);
    }
    bool is_there() override { return kernel_.is_there; }
    int read_block(std::uint8_t command, cmis::MutableBytes read) override {
        note("block", command, read.size());
        if (read.size() > kernel_.longest_read) return -kernel_.refusal;
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

}  // namespace opticward::drivers
