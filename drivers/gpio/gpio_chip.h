// The system calls that reading a GPIO line takes, one for one: the seam below which only the kernel is.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace opticward::drivers {

// A line that the kernel keeps for us until this is destroyed.
class GpioLine {
public:
    virtual ~GpioLine() = default;
    virtual int level() = 0;  // 0, 1 or -errno
};

// An open /dev/gpiochip<n>. Nothing changes a line: it is asked for "as it is", with its direction, bias and level.
class GpioChip {
public:
    virtual ~GpioChip() = default;
    virtual std::expected<std::string, int> label() = 0;                               // GPIO_GET_CHIPINFO, or errno
    virtual std::expected<std::string, int> consumer(unsigned line) = 0;               // GPIO_V2_GET_LINEINFO
    virtual std::expected<std::unique_ptr<GpioLine>, int> request(unsigned line) = 0;  // GPIO_V2_GET_LINE
};

// Opens a chip's device file, or gives the errno.
using OpenGpioChip = std::function<std::expected<std::unique_ptr<GpioChip>, int>(const std::filesystem::path&)>;
std::expected<std::unique_ptr<GpioChip>, int> open_gpio_chip(const std::filesystem::path& path);

// The chip of that number ("2"), name ("gpiochip2"), path ("/dev/gpiochip2") or label below `root`, or the errno. A label
// is looked for in all chips, in the order of their numbers; ENODEV: no chip that may be opened has it.
std::expected<std::unique_ptr<GpioChip>, int> find_gpio_chip(const std::filesystem::path& root, const std::string& name,
                                                             const OpenGpioChip& open);

}  // namespace opticward::drivers
