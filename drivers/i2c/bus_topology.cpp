#include "drivers/i2c/bus_topology.h"

#include "drivers/i2c/i2c_adapter.h"
#include "drivers/sysfs/small_file.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

namespace opticward::drivers {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_shown = 64;
constexpr std::size_t most_entries = 4096;
constexpr int address_base = 16;
constexpr unsigned last_address = 0x7f;
constexpr std::string_view channel_prefix = "channel-";

template <class Number>
std::optional<Number> number(std::string_view text, int base = 10) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Fit for one line of a log.
std::string plain(std::string_view text) {
    std::string shown{text.substr(0, longest_shown)};
    std::ranges::replace_if(
        shown, [](char c) { return c < ' ' || c > '~'; }, '?');
    return shown;
}

std::string attribute(const fs::path& file) {
    return plain(read_small_file(file).value_or(""));
}

fs::path device_folder(const fs::path& root, const std::string& device) {
    return root / "sys/bus/i2c/devices" / device;
}

std::string device_name(unsigned adapter) {
    return "i2c-" + std::to_string(adapter);
}

// The last part of what a link points at; empty: there is no such link.
std::string target_name(const fs::path& link) {
    std::error_code error;
    const auto target = fs::read_symlink(link, error);
    return error ? std::string{} : target.lexically_normal().filename().string();
}

std::optional<unsigned> adapter_number_in(const std::string& device) {
    return device.starts_with("i2c-") ? number<unsigned>(std::string_view{device}.substr(4)) : std::nullopt;
}

// "0-0070" is address 0x70 of adapter 0.
void read_client_name(MuxStep& mux, std::optional<unsigned>& adapter) {
    const std::string_view name = mux.device;
    const auto dash = name.find('-');
    if (dash == std::string_view::npos) return;
    const auto bus = number<unsigned>(name.substr(0, dash));
    const auto address = number<unsigned>(name.substr(dash + 1), address_base);
    if (!bus || !address || *address > last_address) return;
    adapter = bus;
    mux.address = static_cast<std::uint8_t>(*address);
}

std::optional<unsigned> channel_to(const fs::path& mux, const std::string& adapter) {
    std::error_code error;
    fs::directory_iterator entry{mux, error};
    for (std::size_t seen = 0; !error && entry != fs::directory_iterator{} && seen < most_entries; ++seen) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(channel_prefix) && target_name(entry->path()) == adapter) {
            return number<unsigned>(std::string_view{name}.substr(channel_prefix.size()));
        }
        entry.increment(error);
    }
    return std::nullopt;
}

// The adapter of a channel lies below its parent in /sys/devices: .../i2c-0/i2c-9.
std::optional<unsigned> adapter_above(const fs::path& folder, unsigned adapter) {
    std::error_code error;
    const auto real = fs::canonical(folder, error);
    if (error) return std::nullopt;
    const auto above = adapter_number_in(real.parent_path().filename().string());
    return above == adapter ? std::nullopt : above;
}

// The mux right before the adapter, where there is one.
std::optional<MuxStep> mux_before(const fs::path& root, unsigned adapter) {
    const auto folder = device_folder(root, device_name(adapter));
    const auto link = folder / "mux_device";
    const std::string device = target_name(link);
    if (device.empty()) return std::nullopt;

    MuxStep mux;
    mux.device = device;
    std::optional<unsigned> of_client;
    read_client_name(mux, of_client);
    mux.parent = adapter_above(folder, adapter);
    if (!mux.parent) mux.parent = of_client;
    mux.driver = plain(target_name(link / "driver"));
    mux.channel = channel_to(link, device_name(adapter));
    mux.idle_state = number<int>(read_small_file(link / "idle_state").value_or(""));
    mux.device = plain(device);
    return mux;
}

bool exists(const fs::path& root, unsigned adapter) {
    std::error_code error;
    return fs::exists(device_folder(root, device_name(adapter)), error);
}

}  // namespace

std::optional<AdapterPath> adapter_path(const fs::path& root, unsigned adapter) {
    if (!exists(root, adapter)) return std::nullopt;
    AdapterPath path;
    path.adapter = adapter;
    path.root = adapter;
    path.name = attribute(device_folder(root, device_name(adapter)) / "name");
    std::vector<unsigned> passed{adapter};
    for (auto mux = mux_before(root, adapter); mux; mux = mux_before(root, path.root)) {
        const auto parent = mux->parent;
        path.muxes.push_back(std::move(*mux));
        const bool again = parent && std::ranges::find(passed, *parent) != passed.end();
        if (!parent || again || !exists(root, *parent) || path.muxes.size() == most_nested_muxes) {
            path.complete = false;
            break;
        }
        path.root = *parent;
        passed.push_back(*parent);
    }
    std::ranges::reverse(path.muxes);
    path.root_name = attribute(device_folder(root, device_name(path.root)) / "name");
    return path;
}

std::optional<AdapterPath> find_adapter_path(const fs::path& root, const std::string& adapter) {
    const auto found = find_adapter_number(root, adapter);
    return found ? adapter_path(root, *found) : std::nullopt;
}

}  // namespace opticward::drivers
