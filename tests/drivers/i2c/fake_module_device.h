// An adapter with one QSFP module behind it that keeps a log of what the kernel was asked: "r128+32" is a read of 32 bytes
// at 128, "w127=3" a select, and parts of one call stand in one line.
#pragma once

#include "drivers/i2c/i2c_device.h"
#include "tests/drivers/fake_time.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <functional>
#include <linux/i2c.h>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace opticward::drivers {

struct FakeModule {
    std::array<std::uint8_t, 128> lower{};
    std::map<std::uint8_t, std::array<std::uint8_t, 128>> upper;
    std::uint8_t page = 0;
    std::chrono::milliseconds settling{0};  // after a select it does not acknowledge so long
    unsigned late_selects = 0;              // so many selects come into force behind the transaction only
    std::function<void()> after_read;       // of each byte read by itself

    unsigned long functions = I2C_FUNC_I2C;
    std::size_t longest_read = 128;  // the adapter refuses more
    std::size_t most_parts = 42;     // and more
    bool is_bound = false;
    bool loses_checks = false;  // the adapter says that it did what stands last of several parts, but did not

    std::vector<std::string> calls;
};

class FakeModuleDevice final : public I2cDevice {
public:
    FakeModuleDevice(FakeModule& module, FakeTime& time) : module_{module}, time_{time} {}

    int functions(unsigned long& functions) override {
        functions = module_.functions;
        return 0;
    }
    int set_address(std::uint8_t) override { return module_.is_bound ? -EBUSY : 0; }

    int combined(std::uint8_t, std::span<const I2cPart> parts) override {
        std::string call;
        for (const I2cPart& part : parts) {
            call += call.empty() ? "" : " ";
            call += part.read.empty() ? "w" + std::to_string(part.write[0]) + "=" + std::to_string(part.write.back())
                                      : "r" + std::to_string(part.write[0]) + "+" + std::to_string(part.read.size());
        }
        module_.calls.push_back(call);
        if (parts.size() > module_.most_parts) return -EOPNOTSUPP;
        for (const I2cPart& part : parts) {
            if (part.read.size() > module_.longest_read) return -EOPNOTSUPP;
        }
        int messages = 0;
        for (const I2cPart& part : parts) {
            if (!acknowledges()) return -ENXIO;
            if (part.read.empty()) {
                select(part.write);
            } else {
                copy(part.write[0], part.read);
            }
            messages += part.read.empty() ? 1 : 2;
            if (module_.loses_checks && parts.size() > 1 && &part == &parts.back()) part.read[0] = 0xff;
        }
        if (!part_is_late_) return messages;
        part_is_late_ = false;
        module_.page = late_page_;
        return messages;
    }

    int read_block(std::uint8_t command, cmis::MutableBytes read) override {
        module_.calls.push_back("block" + std::to_string(command) + "+" + std::to_string(read.size()));
        if (read.size() > module_.longest_read) return -EOPNOTSUPP;
        copy(command, read);
        return static_cast<int>(read.size());
    }
    int read_word(std::uint8_t) override { return -EOPNOTSUPP; }
    int read_byte(std::uint8_t command) override {
        module_.calls.push_back("byte" + std::to_string(command));
        std::array<std::uint8_t, 1> byte{};
        copy(command, byte);
        if (module_.after_read) module_.after_read();
        return byte[0];
    }
    int write_block(std::uint8_t, cmis::Bytes) override { return -EOPNOTSUPP; }
    int write_word(std::uint8_t, std::uint16_t) override { return -EOPNOTSUPP; }
    int write_byte(std::uint8_t command, std::uint8_t byte) override {
        module_.calls.push_back("write" + std::to_string(command) + "=" + std::to_string(byte));
        const std::array<std::uint8_t, 2> written{command, byte};
        select(written);
        return 0;
    }
    bool is_there() override { return true; }

private:
    bool acknowledges() { return time_.timing().now() >= busy_until_; }
    void select(cmis::Bytes written) {
        busy_until_ = time_.timing().now() + module_.settling;
        if (module_.late_selects > 0) {
            --module_.late_selects;
            part_is_late_ = true;
            late_page_ = written.back();
            return;
        }
        module_.page = written.back();
    }
    void copy(std::uint8_t offset, cmis::MutableBytes read) {
        module_.lower[127] = module_.page;
        for (std::size_t i = 0; i < read.size(); ++i) {
            const std::size_t at = offset + i;
            read[i] = at < 128 ? module_.lower.at(at) : module_.upper[module_.page].at(at - 128);
        }
    }

    FakeModule& module_;
    FakeTime& time_;
    TimePoint busy_until_{};
    bool part_is_late_ = false;
    std::uint8_t late_page_ = 0;
};

}  // namespace opticward::drivers
