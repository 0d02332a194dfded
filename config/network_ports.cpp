#include "config/network_ports.h"

#include "config/plain_text.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace opticward::config {

namespace {

bool has_port(const Settings& settings, const std::string& netdev) {
    return std::ranges::any_of(
        settings.ports, [&](const PortSettings& port) { return port.name == netdev || port.host.netdev == netdev; });
}

bool has_bus(const Settings& settings, const std::string& name) {
    return std::ranges::any_of(settings.buses, [&](const BusSettings& bus) { return bus.description.name == name; });
}

std::string free_bus_name(const Settings& settings) {
    std::string name = "network";
    for (unsigned number = 2; has_bus(settings, name); ++number) {
        name = "network" + std::to_string(number);
    }
    return name;
}

// Found on this host, written nowhere.
SettingOrigin found(std::string key, std::string value) {
    return {.key = std::move(key), .value = std::move(value), .file = {}, .line = 0};
}

}  // namespace

Settings with_network_ports(Settings settings, std::span<const drivers::NetworkDevice> devices) {
    BusSettings bus;
    bus.description.name = free_bus_name(settings);
    bus.description.driver = "ethtool";
    bus.interval = settings.poll.network_interval;
    std::vector<SettingOrigin> origins{found("bus[" + bus.description.name + "].driver", bus.description.driver)};
    for (const drivers::NetworkDevice& device : devices) {
        if (!is_good_name(device.name) || has_port(settings, device.name)) {
            continue;
        }
        PortSettings port;
        port.name = device.name;
        port.label = device.name;
        port.bus = settings.buses.size();
        port.host = {.netdev = device.has_netdev ? device.name : std::string{},
                     .rdma_device = device.rdma_device,
                     .rdma_port = device.rdma_port};
        drivers::PortDescription description;
        description.name = device.name;
        description.source = device.name;
        const std::string key = "port[" + device.name + "].";
        origins.push_back(found(key + "bus", bus.description.name));
        if (device.has_netdev) {
            origins.push_back(found(key + "netdev", device.name));
        }
        if (!device.rdma_device.empty()) {
            origins.push_back(found(key + "rdma_device", device.rdma_device));
        }
        if (!device.thermometer.empty()) {
            description.temperature = drivers::ThermometerDescription{.path = device.thermometer};
            origins.push_back(found(key + "temperature", device.thermometer));
        }
        bus.ports.push_back(settings.ports.size());
        bus.description.ports.push_back(std::move(description));
        settings.ports.push_back(std::move(port));
    }
    if (bus.ports.empty()) {
        return settings;
    }
    settings.buses.push_back(std::move(bus));
    std::ranges::move(origins, std::back_inserter(settings.origins));
    return settings;
}

// Nobody configured a port, so every port was found, and with them the bus that has any.
Settings without_network_ports(Settings settings) {
    for (const BusSettings& bus : settings.buses) {
        if (bus.ports.empty()) {
            continue;
        }
        const std::string key = "bus[" + bus.description.name + "].";
        std::erase_if(settings.origins, [&](const SettingOrigin& origin) {
            return origin.file.empty() && (origin.key.starts_with(key) || origin.key.starts_with("port["));
        });
    }
    std::erase_if(settings.buses, [](const BusSettings& bus) { return !bus.ports.empty(); });
    settings.ports.clear();
    return settings;
}

}  // namespace opticward::config
