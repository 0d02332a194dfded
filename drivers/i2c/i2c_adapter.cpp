#include "drivers/i2c/i2c_adapter.h"

#include "drivers/sysfs/small_file.h"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace opticward::drivers {

namespace {

constexpr std::string_view device_prefix = "i2c-";

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::expected<std::filesystem::path, int> find_i2c_adapter(const std::filesystem::path& root,
                                                           const std::string& adapter) {
    if (adapter.starts_with('/')) return root / std::filesystem::path{adapter}.relative_path();
    if (is_number(adapter)) return root / "dev" / (std::string{device_prefix} + adapter);
    if (adapter.starts_with(device_prefix) && is_number(std::string_view{adapter}.substr(device_prefix.size()))) {
        return root / "dev" / adapter;
    }
    std::error_code error;
    std::filesystem::directory_iterator entry{root / "sys/class/i2c-dev", error};
    for (; !error && entry != std::filesystem::directory_iterator{}; entry.increment(error)) {
        const auto name = read_small_file(entry->path() / "name");
        if (name && *name == adapter) return root / "dev" / entry->path().filename();
    }
    return std::unexpected{ENOENT};
}

}  // namespace opticward::drivers
