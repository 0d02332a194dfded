#include "drivers/driver_registry.h"

#include "drivers/i2c/adapter_obstacle.h"
#include "drivers/i2c/bus_topology.h"
#include "drivers/i2c/i2c_adapter.h"
#include "drivers/i2c/linux_i2c_bus.h"
#include "drivers/module_memory.h"
#include "drivers/network/network_port.h"
#include "drivers/simulator/simulated_bus.h"
#include "drivers/simulator/simulated_pin.h"
#include "drivers/sysfs/eeprom_file.h"
#include "drivers/sysfs/pin_file.h"

#include <algorithm>
#include <array>
#include <utility>

namespace opticward::drivers {

namespace {

using Opened = std::expected<BusDevice, std::string>;

std::filesystem::path rooted(const Environment& environment, const std::filesystem::path& path) {
    return environment.root / path.relative_path();
}

std::unique_ptr<Pin> open_presence(const PortDescription& port, const Environment& environment) {
    if (!port.presence) return nullptr;
    return std::make_unique<PinFile>(rooted(environment, port.presence->path), *port.presence);
}

// The port with what the board says of its cage, however its module is read.
PortDevice port_device(const PortDescription& port, std::unique_ptr<ModuleAccess> access,
                       const Environment& environment) {
    PortDevice device;
    device.name = port.name;
    device.access = std::move(access);
    device.presence = open_presence(port, environment);
    return device;
}

std::unexpected<std::string> unusable(const BusDescription& bus, const PortDescription& port, std::string_view why) {
    return std::unexpected{"bus \"" + bus.name + "\", port \"" + port.name + "\": " + std::string{why}};
}

// Where the adapter of a port is now, opened, with the limits of the physical adapter that drives its wire.
std::expected<LinuxI2cBus::Opened, int> open_adapter(const std::filesystem::path& root, const std::string& adapter,
                                                     AdapterBook& limits) {
    const auto path = find_i2c_adapter(root, adapter);
    if (!path) return std::unexpected{path.error()};
    auto device = open_i2c_device(*path);
    if (!device) return std::unexpected{device.error()};
    const auto way = find_adapter_path(root, adapter);
    return LinuxI2cBus::Opened{.device = std::move(*device), .limits = way ? limits.of(way->root) : nullptr};
}

std::unique_ptr<BusLock> lock_of(const BusDescription& bus, const std::string& adapter,
                                 const Environment& environment) {
    if (!bus.lock) return nullptr;
    const auto place = [root = environment.root, adapter,
                        file = *bus.lock]() -> std::expected<std::filesystem::path, int> {
        if (file.empty()) return find_i2c_adapter(root, adapter);
        return root / std::filesystem::path{file}.relative_path();
    };
    return std::make_unique<BusLock>(bus.lock->empty() ? LockFile::device : LockFile::own, place, environment.timing);
}

LinuxI2cBus::Parts i2c_parts(const BusDescription& bus, const std::string& adapter,
                             const std::shared_ptr<AdapterBook>& limits, const Environment& environment) {
    LinuxI2cBus::Parts parts;
    parts.open = [root = environment.root, adapter, limits] { return open_adapter(root, adapter, *limits); };
    parts.now = environment.timing.now;
    parts.is_bound = [root = environment.root, adapter](std::uint8_t address) {
        const auto number = find_adapter_number(root, adapter);
        return number && is_bound_here(root, *number, address);
    };
    parts.explain = [root = environment.root, adapter](Fault fault, std::uint8_t address) {
        return explain_adapter(root, adapter, fault, address);
    };
    parts.lock = lock_of(bus, adapter, environment);
    return parts;
}

// Each port behind a mux has an adapter of its own in the kernel; the kernel keeps the wire to one at a time.
Opened open_i2c(const BusDescription& bus, const Environment& environment) {
    auto adapters = std::make_shared<std::vector<std::unique_ptr<LinuxI2cBus>>>();
    const auto limits = std::make_shared<AdapterBook>();
    BusDevice device;
    for (const auto& port : bus.ports) {
        const std::string& adapter = port.source.empty() ? bus.path : port.source;
        if (adapter.empty()) return unusable(bus, port, "neither `source` nor the bus's `path` names an I2C adapter");
        adapters->push_back(std::make_unique<LinuxI2cBus>(i2c_parts(bus, adapter, limits, environment)));
        auto memory = std::make_unique<ModuleMemory>(*adapters->back(), environment.timing);
        device.ports.push_back(port_device(port, std::move(memory), environment));
    }
    device.counters = [adapters] {
        BusCounters sum;
        for (const auto& adapter : *adapters)
            sum += adapter->counters();
        return sum;
    };
    device.bus = std::move(adapters);
    return device;
}

Opened open_files(const BusDescription& bus, const Environment& environment) {
    auto files = std::make_shared<std::vector<const ModuleAccess*>>();
    BusDevice device;
    for (const auto& port : bus.ports) {
        if (port.source.empty()) return unusable(bus, port, "`source` names no file");
        const auto path = rooted(environment, std::filesystem::path{bus.path} / port.source);
        auto file = std::make_unique<EepromFile>(path, environment.timing.now);
        files->push_back(file.get());
        device.ports.push_back(port_device(port, std::move(file), environment));
    }
    device.counters = [files] {
        BusCounters sum;
        for (const auto* file : *files)
            sum += of_bus(file->counters());
        return sum;
    };
    return device;
}

Opened open_simulated(const BusDescription& bus, const Environment& environment) {
    auto wire = std::make_shared<SimulatedBus>(bus.clock_hertz, environment.pacing, environment.timing.now);
    BusDevice device;
    for (const auto& port : bus.ports) {
        const auto channel = wire->add_port({port.image, port.inserted, environment.clear_on_read}, port.script);
        auto memory = std::make_unique<ModuleMemory>(wire->channel(channel), environment.timing);
        PortDevice simulated = port_device(port, std::move(memory), environment);
        simulated.presence = std::make_unique<SimulatedPin>(*wire, channel);
        device.ports.push_back(std::move(simulated));
    }
    device.counters = [wire] { return wire->counters(); };
    device.bus = std::move(wire);
    return device;
}

Opened open_network(const BusDescription& bus, const Environment& environment) {
    BusDevice device;
    for (const auto& port : bus.ports) {
        if (port.source.empty()) return unusable(bus, port, "`source` names no network device");
        device.ports.push_back(port_device(port, std::make_unique<NetworkPort>(), environment));
    }
    device.counters = [] { return BusCounters{}; };
    return device;
}

struct Driver {
    std::string_view name;
    Opened (*open)(const BusDescription&, const Environment&);
};

constexpr std::array drivers{
    Driver{"ethtool", open_network},
    Driver{"file", open_files},
    Driver{"i2c-dev", open_i2c},
    Driver{"simulated", open_simulated},
};

}  // namespace

std::expected<BusDevice, std::string> open_bus(const BusDescription& description, const Environment& environment) {
    std::string known;
    for (const auto& driver : drivers) {
        if (driver.name == description.driver) return driver.open(description, environment);
        known += known.empty() ? "" : ", ";
        known += driver.name;
    }
    return std::unexpected{"bus \"" + description.name + "\": no driver \"" + description.driver + "\"; there are " +
                           known};
}

std::vector<std::string_view> driver_names() {
    std::vector<std::string_view> names(drivers.size());
    std::ranges::transform(drivers, names.begin(), &Driver::name);
    return names;
}

}  // namespace opticward::drivers
