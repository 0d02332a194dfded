#include "drivers/i2c/adapter_obstacle.h"

#include "drivers/i2c/bus_topology.h"
#include "drivers/i2c/i2c_adapter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <string_view>
#include <sys/stat.h>
#include <system_error>

namespace opticward::drivers {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 65536;
constexpr std::size_t longest_driver = 64;
constexpr mode_t permission_bits = 0777;

std::string hexadecimal(unsigned value, std::size_t width) {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
    const std::string text(digits.data(), end);
    return std::string(width > text.size() ? width - text.size() : 0, '0') + text;
}

std::string device_name(unsigned adapter) {
    return "i2c-" + std::to_string(adapter);
}

// "7-0050"
std::string client_name(unsigned adapter, std::uint8_t address) {
    return std::to_string(adapter) + "-" + hexadecimal(address, 4);
}

fs::path devices(const fs::path& root) {
    return root / "sys/bus/i2c/devices";
}

std::string driver_of(const fs::path& root, const std::string& client) {
    std::error_code error;
    const auto target = fs::read_symlink(devices(root) / client / "driver", error);
    if (error) return {};
    std::string name = target.lexically_normal().filename().string().substr(0, longest_driver);
    std::ranges::replace_if(
        name, [](char c) { return c <= ' ' || c > '~'; }, '?');
    return name;
}

// Whether the way to `adapter` leads through `through`.
bool lies_behind(const fs::path& root, unsigned adapter, unsigned through) {
    const auto path = adapter_path(root, adapter);
    return path && std::ranges::any_of(path->muxes, [&](const MuxStep& mux) { return mux.parent == through; });
}

std::optional<BoundDriver> bound_behind(const fs::path& root, unsigned adapter, std::uint8_t address) {
    const std::string suffix = "-" + hexadecimal(address, 4);
    std::error_code error;
    fs::directory_iterator entry{devices(root), error};
    for (std::size_t seen = 0; !error && entry != fs::directory_iterator{} && seen < most_entries; ++seen) {
        const std::string name = entry->path().filename().string();
        unsigned other = 0;
        const bool is_client = name.ends_with(suffix) && name.find('-') == name.size() - suffix.size() &&
                               std::from_chars(name.data(), name.data() + name.size(), other).ec == std::errc{};
        if (is_client && lies_behind(root, other, adapter)) {
            if (auto driver = driver_of(root, name); !driver.empty()) return BoundDriver{std::move(driver), other};
        }
        entry.increment(error);
    }
    return std::nullopt;
}

// Without the name service, which may ask the network.
std::string group_name(const fs::path& root, gid_t group) {
    constexpr std::size_t most_lines = 10'000;
    std::string number = std::to_string(group);
    std::ifstream file{root / "etc/group"};
    std::string line;
    for (std::size_t seen = 0; seen < most_lines && std::getline(file, line); ++seen) {
        const auto name_end = line.find(':');
        const auto number_begin = name_end == std::string::npos ? name_end : line.find(':', name_end + 1);
        if (number_begin == std::string::npos) continue;
        if (line.substr(number_begin + 1).starts_with(number + ":")) return line.substr(0, name_end);
    }
    return number;
}

std::string octal(mode_t mode) {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), mode & permission_bits, 8).ptr;
    return "0" + std::string(digits.data(), end);
}

std::string explain_permission(const fs::path& root, const fs::path& file) {
    struct stat facts {};
    if (::stat(file.c_str(), &facts) != 0) return file.string() + " may not be opened";
    const std::string group = group_name(root, facts.st_gid);
    return file.string() + " may not be opened: it belongs to user " + std::to_string(facts.st_uid) + " and group " +
           group + ", mode " + octal(facts.st_mode) + "; the daemon must be in a group that may read and write it";
}

std::string explain_absence(const fs::path& root, const std::string& adapter) {
    std::error_code error;
    const auto number = find_adapter_number(root, adapter);
    const bool is_known = number && fs::exists(devices(root) / device_name(*number), error);
    if (!is_known) {
        const std::string none = "there is no I2C adapter \"" + adapter + "\"";
        const bool has_any = fs::exists(root / "sys/class/i2c-dev", error);
        return has_any ? none : none + ", and i2c-dev is not loaded (modprobe i2c-dev)";
    }
    const auto file = find_i2c_adapter(root, adapter);
    if (file && fs::exists(*file, error)) return file->string() + " is no I2C adapter that answers";
    const std::string there = adapter == device_name(*number) || adapter == std::to_string(*number)
                                  ? device_name(*number) + " is there"
                                  : "\"" + adapter + "\" is " + device_name(*number);
    return there + ", but it has no device file; is i2c-dev loaded (modprobe i2c-dev)?";
}

std::string explain_driver(const fs::path& root, const std::string& adapter, std::uint8_t address) {
    const auto number = find_adapter_number(root, adapter);
    const auto bound = number ? bound_driver(root, *number, address) : std::nullopt;
    const std::string where =
        "0x" + hexadecimal(address, 2) + " of " +
        (bound ? device_name(bound->adapter) : (number ? device_name(*number) : "\"" + adapter + "\""));
    const std::string who = bound ? "the kernel driver " + bound->driver : "a kernel driver";
    return who + " is bound to " + where + "; read its eeprom file (driver = \"file\") or unbind it";
}

}  // namespace

bool is_bound_here(const fs::path& root, unsigned adapter, std::uint8_t address) {
    return !driver_of(root, client_name(adapter, address)).empty();
}

std::optional<BoundDriver> bound_driver(const fs::path& root, unsigned adapter, std::uint8_t address) {
    std::vector<unsigned> adapters{adapter};
    if (const auto path = adapter_path(root, adapter)) {
        for (const MuxStep& mux : path->muxes) {
            if (mux.parent) adapters.push_back(*mux.parent);
        }
    }
    for (const unsigned number : adapters) {
        if (auto driver = driver_of(root, client_name(number, address)); !driver.empty()) {
            return BoundDriver{std::move(driver), number};
        }
    }
    return bound_behind(root, adapter, address);
}

std::string explain_adapter(const fs::path& root, const std::string& adapter, Fault fault, std::uint8_t address) {
    switch (fault) {
        case Fault::driver_bound: return explain_driver(root, adapter, address);
        case Fault::no_device: return explain_absence(root, adapter);
        case Fault::permission: {
            const auto file = find_i2c_adapter(root, adapter);
            return file ? explain_permission(root, *file) : std::string{};
        }
        case Fault::not_supported:
            return "the I2C adapter \"" + adapter + "\" refuses even the shortest transfer of this kind";
        default: return {};
    }
}

}  // namespace opticward::drivers
