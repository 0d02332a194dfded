#include "drivers/network/network_devices.h"

#include "drivers/sysfs/small_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace opticward::drivers {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 65'536;  // that are looked at
constexpr unsigned most_rdma_ports = 255;

bool is_there(const fs::path& file) {
    std::error_code error;
    return fs::exists(file, error);
}

// The names in a folder, sorted, so that a bound cuts the same ones each time.
std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry{folder, error};
         !error && entry != fs::directory_iterator{} && names.size() < most_entries; entry.increment(error)) {
        names.push_back(entry->path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

// The folder of the hardware behind an entry of /sys/class.
std::optional<fs::path> hardware_of(const fs::path& entry) {
    std::error_code error;
    auto real = fs::canonical(entry / "device", error);
    return error ? std::nullopt : std::optional{std::move(real)};
}

bool has_no_cage(const fs::path& netdev) {
    return is_there(netdev / "device/physfn") || is_there(netdev / "phy80211") || is_there(netdev / "wireless");
}

// A name that is one component of a path, not a way out of its folder.
bool is_name(std::string_view name) {
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
           name.find('\0') == std::string_view::npos;
}

std::string text_of(const fs::path& file) {
    return read_small_file(file).value_or(std::string{});
}

fs::path folder_of(const fs::path& root, const std::string& netdev) {
    return root / "sys/class/net" / netdev;
}

// The channel of mlx5_core's hwmon that is a module and not the chip. `entry` as in /sys/class, without the root.
std::string thermometer_of(const fs::path& root, const fs::path& entry) {
    const fs::path folder = entry / "device/hwmon";
    for (const std::string& hwmon : names_in(root / folder)) {
        if (text_of(root / folder / hwmon / "name") != "mlx5") continue;
        for (const std::string& file : names_in(root / folder / hwmon)) {
            constexpr std::string_view end = "_label";
            if (!file.starts_with("temp") || !file.ends_with(end)) continue;
            const std::string label = text_of(root / folder / hwmon / file);
            if (!label.starts_with("Module") && !label.starts_with("module")) continue;
            return ("/" / folder / hwmon / (file.substr(0, file.size() - end.size()) + "_input")).string();
        }
    }
    return {};
}

// By the hardware; empty where several share it, for then nothing says which.
std::map<fs::path, std::string> rdma_devices(const fs::path& root) {
    std::map<fs::path, std::string> devices;
    const fs::path folder = root / "sys/class/infiniband";
    for (const std::string& name : names_in(folder)) {
        const auto hardware = hardware_of(folder / name);
        if (!hardware) continue;
        const auto [known, added] = devices.emplace(*hardware, name);
        if (!added) known->second.clear();
    }
    return devices;
}

// `dev_port` counts from 0, RDMA ports from 1.
unsigned rdma_port_of(const fs::path& netdev) {
    const std::string text = text_of(netdev / "dev_port");
    unsigned port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool is_port = error == std::errc{} && end == text.data() + text.size() && port < most_rdma_ports;
    return is_port ? port + 1 : 1;
}

// InfiniBand ports that no network device stands for.
void add_rdma_devices(const fs::path& root, const std::set<fs::path>& seen, std::vector<NetworkDevice>& devices) {
    const fs::path folder = "sys/class/infiniband";
    for (const std::string& name : names_in(root / folder)) {
        const auto hardware = hardware_of(root / folder / name);
        if (!hardware || seen.contains(*hardware) || is_there(root / folder / name / "device/physfn")) continue;
        const auto ports = names_in(root / folder / name / "ports");
        for (const std::string& port : ports) {
            if (devices.size() == most_network_devices) return;
            if (text_of(root / folder / name / "ports" / port / "link_layer") != "InfiniBand") continue;
            unsigned number = 0;
            const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
            if (error != std::errc{} || number == 0 || number > most_rdma_ports) continue;
            std::string label = name;
            if (ports.size() > 1) label.append("/").append(port);
            devices.push_back({.name = std::move(label),
                               .rdma_device = name,
                               .rdma_port = number,
                               .has_netdev = false,
                               .thermometer = thermometer_of(root, folder / name)});
        }
    }
}

}  // namespace

std::vector<NetworkDevice> find_network_devices(const fs::path& root) {
    const auto rdma = rdma_devices(root);
    const fs::path folder = root / "sys/class/net";
    std::vector<NetworkDevice> devices;
    std::set<fs::path> seen;
    for (const std::string& name : names_in(folder)) {
        const fs::path netdev = folder / name;
        const auto hardware = hardware_of(netdev);
        if (!hardware || has_no_cage(netdev)) continue;
        if (devices.size() == most_network_devices) break;
        seen.insert(*hardware);
        NetworkDevice device{
            .name = name, .rdma_device = {}, .thermometer = thermometer_of(root, "sys/class/net/" + name)};
        const auto shared = rdma.find(*hardware);
        if (shared != rdma.end() && !shared->second.empty()) {
            device.rdma_device = shared->second;
            device.rdma_port = rdma_port_of(netdev);
        }
        devices.push_back(std::move(device));
    }
    add_rdma_devices(root, seen, devices);
    return devices;
}

LinkMark link_mark_of(const fs::path& root, const std::string& device) {
    if (!is_name(device)) return {};
    const fs::path netdev = folder_of(root, device);
    const std::string carrier = text_of(netdev / "carrier");
    return {.is_up = carrier == "1",
            .text = text_of(netdev / "ifindex") + " " + text_of(netdev / "carrier_changes") + " " + carrier};
}

// linux/if.h IFF_UP.
bool is_switched_off(const fs::path& root, const std::string& device) {
    constexpr unsigned interface_up = 0x1;
    if (!is_name(device)) return false;
    const std::string text = text_of(folder_of(root, device) / "flags");
    if (!text.starts_with("0x")) return false;
    unsigned flags = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), flags, 16);
    return error == std::errc{} && end == text.data() + text.size() && (flags & interface_up) == 0;
}

std::string kernel_driver_of(const fs::path& root, const std::string& device) {
    if (!is_name(device)) return {};
    std::error_code error;
    return fs::read_symlink(folder_of(root, device) / "device/driver", error).filename().string();
}

bool is_infiniband_device(const fs::path& root, const std::string& device) {
    constexpr std::string_view infiniband = "32";  // linux/if_arp.h ARPHRD_INFINIBAND
    return is_name(device) && text_of(folder_of(root, device) / "type") == infiniband;
}

bool is_rdma_device_alone(const fs::path& root, const std::string& device) {
    const std::string name = device.substr(0, device.find('/'));
    return is_name(name) && !is_there(folder_of(root, name)) && is_there(root / "sys/class/infiniband" / name);
}

}  // namespace opticward::drivers
