#include "drivers/network/network_devices.h"

#include "drivers/sysfs/small_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
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
    const std::string text = read_small_file(netdev / "dev_port").value_or(std::string{});
    unsigned port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool is_port = error == std::errc{} && end == text.data() + text.size() && port < most_rdma_ports;
    return is_port ? port + 1 : 1;
}

}  // namespace

std::vector<NetworkDevice> find_network_devices(const fs::path& root) {
    const auto rdma = rdma_devices(root);
    const fs::path folder = root / "sys/class/net";
    std::vector<NetworkDevice> devices;
    for (std::string& name : names_in(folder)) {
        const fs::path netdev = folder / name;
        const auto hardware = hardware_of(netdev);
        if (!hardware || has_no_cage(netdev)) continue;
        if (devices.size() == most_network_devices) break;
        NetworkDevice device{.name = std::move(name), .rdma_device = {}, .rdma_port = 1};
        const auto shared = rdma.find(*hardware);
        if (shared != rdma.end() && !shared->second.empty()) {
            device.rdma_device = shared->second;
            device.rdma_port = rdma_port_of(netdev);
        }
        devices.push_back(std::move(device));
    }
    return devices;
}

}  // namespace opticward::drivers
