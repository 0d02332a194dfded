#include "drivers/gpio/gpio_chip.h"

#include "drivers/sysfs/file_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <linux/gpio.h>
#include <string_view>
#include <sys/ioctl.h>
#include <system_error>
#include <utility>
#include <vector>

namespace opticward::drivers {

namespace {

constexpr std::string_view our_name = "opticwardd";
constexpr std::string_view chip_prefix = "gpiochip";
constexpr std::size_t most_chips = 256;
constexpr std::size_t most_digits = 6;

// A field of the kernel's structures, which ends with a NUL or fills its array.
template <std::size_t Size>
std::string text_of(const char (&field)[Size]) {
    const std::string_view all{field, Size};
    return std::string{all.substr(0, all.find('\0'))};
}

class LinuxGpioLine final : public GpioLine {
public:
    explicit LinuxGpioLine(FileDescriptor file) : file_{std::move(file)} {}

    int level() override {
        gpio_v2_line_values values{};
        values.mask = 1;
        if (::ioctl(file_.number(), GPIO_V2_LINE_GET_VALUES_IOCTL, &values) < 0) return -errno;
        return static_cast<int>(values.bits & 1U);
    }

private:
    FileDescriptor file_;
};

class LinuxGpioChip final : public GpioChip {
public:
    explicit LinuxGpioChip(FileDescriptor file) : file_{std::move(file)} {}

    std::expected<std::string, int> label() override {
        gpiochip_info info{};
        if (::ioctl(file_.number(), GPIO_GET_CHIPINFO_IOCTL, &info) < 0) return std::unexpected{errno};
        return text_of(info.label);
    }

    std::expected<std::string, int> consumer(unsigned line) override {
        gpio_v2_line_info info{};
        info.offset = line;
        if (::ioctl(file_.number(), GPIO_V2_GET_LINEINFO_IOCTL, &info) < 0) return std::unexpected{errno};
        return text_of(info.consumer);
    }

    // No flag: neither direction, edge, bias nor polarity is asked for, so the line stays what it is.
    std::expected<std::unique_ptr<GpioLine>, int> request(unsigned line) override {
        gpio_v2_line_request request{};
        request.offsets[0] = line;
        request.num_lines = 1;
        std::ranges::copy(our_name, request.consumer);
        if (::ioctl(file_.number(), GPIO_V2_GET_LINE_IOCTL, &request) < 0) return std::unexpected{errno};
        return std::make_unique<LinuxGpioLine>(FileDescriptor{request.fd});
    }

private:
    FileDescriptor file_;
};

bool is_number(std::string_view text) {
    return !text.empty() && text.size() <= most_digits &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_chip(std::string_view name) {
    return name.starts_with(chip_prefix) && is_number(name.substr(chip_prefix.size()));
}

std::expected<std::vector<std::string>, int> chips(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    std::filesystem::directory_iterator entry{folder, error};
    for (; !error && entry != std::filesystem::directory_iterator{} && names.size() < most_chips;
         entry.increment(error)) {
        std::string name = entry->path().filename().string();
        if (is_chip(name)) names.push_back(std::move(name));
    }
    if (error) return std::unexpected{error.value()};
    // A number with fewer digits is the smaller one.
    std::ranges::sort(names, {}, [](const std::string& name) { return std::pair{name.size(), name}; });
    return names;
}

std::expected<std::unique_ptr<GpioChip>, int> chip_with_label(const std::filesystem::path& folder,
                                                              const std::string& label, const OpenGpioChip& open) {
    const auto names = chips(folder);
    if (!names) return std::unexpected{names.error()};
    int refused = ENODEV;
    for (const std::string& name : *names) {
        auto chip = open(folder / name);
        if (!chip) {
            if (chip.error() == EACCES || chip.error() == EPERM) refused = chip.error();
            continue;
        }
        if ((*chip)->label() == label) return chip;
    }
    return std::unexpected{refused};
}

}  // namespace

std::expected<std::unique_ptr<GpioChip>, int> open_gpio_chip(const std::filesystem::path& path) {
    FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (!file.is_open()) return std::unexpected{errno};
    return std::make_unique<LinuxGpioChip>(std::move(file));
}

std::expected<std::unique_ptr<GpioChip>, int> find_gpio_chip(const std::filesystem::path& root, const std::string& name,
                                                             const OpenGpioChip& open) {
    const std::filesystem::path devices = root / "dev";
    if (is_number(name)) return open(devices / (std::string{chip_prefix} + name));
    if (is_chip(name)) return open(devices / name);
    if (name.starts_with('/')) return open(root / std::filesystem::path{name}.relative_path());
    return chip_with_label(devices, name, open);
}

}  // namespace opticward::drivers
