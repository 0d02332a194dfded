#include "drivers/host_port/host_port.h"

#include "drivers/sysfs/small_file.h"

#include <charconv>
#include <string_view>
#include <system_error>

namespace opticward::drivers {

namespace {

namespace fs = std::filesystem;

constexpr unsigned ethernet_hardware = 1;     // linux/if_arp.h ARPHRD_ETHER
constexpr unsigned infiniband_hardware = 32;  // ARPHRD_INFINIBAND
constexpr unsigned interface_up = 0x1;        // linux/if.h IFF_UP
constexpr unsigned state_active = 4;          // ib_port_state
constexpr unsigned phys_link_up = 5;          // ib_port_phys_state
constexpr unsigned phys_disabled = 3;
constexpr std::size_t most_entries = 64;

// A name that is one component of a path, not a way out of its folder.
bool is_name(std::string_view name) {
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
           name.find('\0') == std::string_view::npos;
}

std::string text_of(const fs::path& file) {
    return read_small_file(file).value_or(std::string{});
}

std::optional<unsigned> number(std::string_view text, int base) {
    if (base == 16 && text.starts_with("0x")) text.remove_prefix(2);
    unsigned value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

// The number in front of "4: ACTIVE".
std::optional<unsigned> leading_number(std::string_view text) {
    const auto colon = text.find(':');
    return colon == std::string_view::npos ? std::nullopt : number(text.substr(0, colon), 10);
}

// The one RDMA device on the netdev's PCI function; none when there are several, for then nothing says which.
std::string rdma_device_of(const fs::path& netdev) {
    std::error_code error;
    std::string found;
    fs::directory_iterator entry{netdev / "device/infiniband", error};
    for (std::size_t seen = 0; !error && entry != fs::directory_iterator{} && seen < most_entries;
         entry.increment(error), ++seen) {
        if (!found.empty()) return {};
        found = entry->path().filename().string();
    }
    return found;
}

// `dev_port` counts from 0, RDMA ports from 1.
unsigned rdma_port_of(const fs::path& netdev) {
    const auto port = number(text_of(netdev / "dev_port"), 10);
    return port && *port < 255 ? *port + 1 : 1;
}

// "200 Gb/sec (4X HDR)", of a link that is up: a link that is down says the least that it can do.
void read_rate(const fs::path& folder, HostPortState& state) {
    const std::string text = text_of(folder / "rate");
    double gigabits = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), gigabits);
    constexpr std::string_view unit = " Gb/sec (";
    const std::string_view behind{rest, static_cast<std::size_t>(text.data() + text.size() - rest)};
    constexpr double most_gigabits = 1e5;
    if (error != std::errc{} || !behind.starts_with(unit) || !(gigabits > 0) || gigabits > most_gigabits) return;
    constexpr double gigabit = 1e9;
    state.speed_bits_per_second = gigabits * gigabit;
    const std::string_view lanes = behind.substr(unit.size(), behind.find('X') - unit.size());
    const auto width = number(lanes, 10);
    constexpr unsigned most_lanes = 32;
    if (behind.contains('X') && width && *width > 0 && *width <= most_lanes) state.width = width;
}

void read_rdma(const fs::path& root, const std::string& device, unsigned port, HostPortState& state) {
    const auto folder = root / "sys/class/infiniband" / device / "ports" / std::to_string(port);
    const auto where = " (link_layer of " + device + " port " + std::to_string(port) + ")";
    const auto layer = text_of(folder / "link_layer");
    if (layer == "InfiniBand") {
        state.link_layer = LinkLayer::infiniband;
        state.evidence = "InfiniBand" + where;
    } else if (layer == "Ethernet") {
        state.link_layer = LinkLayer::ethernet;
        state.evidence = "Ethernet" + where;
    }

    const auto logical = leading_number(text_of(folder / "state"));
    const auto physical = leading_number(text_of(folder / "phys_state"));
    if (logical || physical) state.link_up = logical == state_active || physical == phys_link_up;
    if (physical) state.admin_up = *physical != phys_disabled;
    if (state.link_layer == LinkLayer::infiniband && state.link_up == true) read_rate(folder, state);
}

// In Mb/s; -1 and all ones mean that it is not known.
void read_speed(const fs::path& netdev, HostPortState& state) {
    const auto megabits = number(text_of(netdev / "speed"), 10);
    constexpr unsigned most_megabits = 100'000'000;
    constexpr double megabit = 1e6;
    if (megabits && *megabits > 0 && *megabits <= most_megabits) state.speed_bits_per_second = *megabits * megabit;
}

void read_netdev_link(const fs::path& netdev, HostPortState& state) {
    const auto flags = number(text_of(netdev / "flags"), 16);
    if (flags) state.admin_up = (*flags & interface_up) != 0;

    // `carrier` cannot be read while the interface is down; `operstate` can, but is "unknown" with some drivers.
    const auto carrier = text_of(netdev / "carrier");
    const auto operation = text_of(netdev / "operstate");
    if (carrier == "1" || carrier == "0") {
        state.link_up = carrier == "1";
    } else if (operation == "up") {
        state.link_up = true;
    } else if (operation == "down" || operation == "lowerlayerdown" || operation == "notpresent") {
        state.link_up = false;
    }
}

void read_netdev_type(const fs::path& netdev, const std::string& name, HostPortState& state) {
    const auto type = number(text_of(netdev / "type"), 10);
    if (type == infiniband_hardware) {
        state.link_layer = LinkLayer::infiniband;
        state.evidence = "InfiniBand (type 32 of " + name + ")";
    } else if (type == ethernet_hardware) {
        state.link_layer = LinkLayer::ethernet;
        state.evidence = "Ethernet (type 1 of " + name + ")";
    }
}

}  // namespace

HostPortState read_host_port(const fs::path& root, const HostPortSource& source) {
    HostPortState state;
    const bool has_netdev = is_name(source.netdev);
    const auto netdev = root / "sys/class/net" / (has_netdev ? source.netdev : "none");

    std::string rdma_device = is_name(source.rdma_device) ? source.rdma_device : std::string{};
    unsigned rdma_port = source.rdma_port;
    if (rdma_device.empty() && has_netdev) {
        rdma_device = rdma_device_of(netdev);
        rdma_port = rdma_port_of(netdev);
    }
    if (!rdma_device.empty()) read_rdma(root, rdma_device, rdma_port, state);
    if (!has_netdev) return state;

    state.netdev_index = number(text_of(netdev / "ifindex"), 10);
    if (!state.link_layer) read_netdev_type(netdev, source.netdev, state);
    // An IPoIB interface can be down while the port is up; an Ethernet interface is the port.
    if (state.link_layer != LinkLayer::infiniband || !state.link_up) read_netdev_link(netdev, state);
    if (state.link_layer != LinkLayer::infiniband && state.link_up == true) read_speed(netdev, state);
    return state;
}

}  // namespace opticward::drivers
