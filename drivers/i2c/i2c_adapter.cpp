#include "drivers/i2c/i2c_adapter.h"

#include "drivers/sysfs/small_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>

namespace opticward::drivers {

namespace {

constexpr std::string_view device_prefix = "i2c-";
constexpr std::size_t most_entries = 65536;

std::optional<unsigned> number(std::string_view text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// "i2c-7"
std::optional<unsigned> number_of_device(std::string_view name) {
    return name.starts_with(device_prefix) ? number(name.substr(device_prefix.size())) : std::nullopt;
}

// The lowest number among the adapters of a folder of sysfs that have this name.
std::optional<unsigned> number_by_name(const std::filesystem::path& folder, const std::string& name) {
    std::optional<unsigned> lowest;
    std::error_code error;
    std::filesystem::directory_iterator entry{folder, error};
    for (std::size_t seen = 0; !error && entry != std::filesystem::directory_iterator{} && seen < most_entries;
         ++seen) {
        const auto adapter = number_of_device(entry->path().filename().string());
        if (adapter && (!lowest || *adapter < *lowest)) {
            const auto found = read_small_file(entry->path() / "name");
            if (found && *found == name) lowest = adapter;
        }
        entry.increment(error);
    }
    return lowest;
}

// The path may be a link that udev made.
std::optional<unsigned> number_of_path(const std::filesystem::path& path) {
    if (const auto named = number_of_device(path.filename().string())) return named;
    std::error_code error;
    const auto target = std::filesystem::read_symlink(path, error);
    return error ? std::nullopt : number_of_device(target.lexically_normal().filename().string());
}

}  // namespace

std::expected<std::filesystem::path, int> find_i2c_adapter(const std::filesystem::path& root,
                                                           const std::string& adapter) {
    if (adapter.starts_with('/')) return root / std::filesystem::path{adapter}.relative_path();
    if (const auto written = number(adapter)) return root / "dev" / (std::string{device_prefix} + adapter);
    if (const auto written = number_of_device(adapter)) return root / "dev" / adapter;
    if (const auto found = number_by_name(root / "sys/class/i2c-dev", adapter)) {
        return root / "dev" / (std::string{device_prefix} + std::to_string(*found));
    }
    return std::unexpected{ENOENT};
}

std::optional<unsigned> find_adapter_number(const std::filesystem::path& root, const std::string& adapter) {
    if (adapter.starts_with('/')) return number_of_path(root / std::filesystem::path{adapter}.relative_path());
    if (const auto written = number(adapter)) return written;
    if (const auto written = number_of_device(adapter)) return written;
    const auto found = number_by_name(root / "sys/class/i2c-dev", adapter);
    return found ? found : number_by_name(root / "sys/bus/i2c/devices", adapter);
}

}  // namespace opticward::drivers
