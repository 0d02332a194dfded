#include "drivers/driver_registry.h"

#include "drivers/i2c/i2c_adapter.h"
#include "drivers/i2c/linux_i2c_bus.h"
#include "drivers/module_memory.h"
#include "drivers/network/linux_ethtool.h"
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
    if (!port.evidence.empty()) {
        device.evidence = std::make_unique<ImageEvidence>(rooted(environment, port.evidence), port.evidence);
    }
    return device;
}

std::unexpected<std::string> unusable(const BusDescription& bus, const PortDescription& port, std::string_view why) {
    return std::unexpected{"bus \"" + bus.name + "\", port \"" + port.name + "\": " + std::string{why}};
}

// Each port behind a mux has an adapter of its own in the kernel; the kernel keeps the wire to one at a time.
Opened open_i2c(const BusDescription& bus, const Environment& environment) {
    auto adapters = std::make_shared<std::vector<std::unique_ptr<LinuxI2cBus>>>();
    BusDevice device;
    for (const auto& port : bus.ports) {
        const std::string& adapter = port.source.empty() ? bus.path : port.source;
        if (adapter.empty()) return unusable(bus, port, "neither `source` nor the bus's `path` names an I2C adapter");
        const auto open = [root = environment.root, adapter]() -> std::expected<std::unique_ptr<I2cDevice>, int> {
            const auto path = find_i2c_adapter(root, adapter);
            if (!path) return std::unexpected{path.error()};
            return open_i2c_device(*path);
        };
        adapters->push_back(std::make_unique<LinuxI2cBus>(open, environment.timing.now));
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

// Network devices share the kernel's lock, and so one socket and one pace.
Opened open_network(const BusDescription& bus, const Environment& environment) {
    const std::shared_ptr<EthtoolKernel> kernel = open_ethtool(environment);
    auto ports = std::make_shared<std::vector<const ModuleAccess*>>();
    BusDevice device;
    for (const auto& port : bus.ports) {
        if (port.source.empty()) return unusable(bus, port, "`source` names no network device");
        auto access = std::make_unique<NetworkPort>(NetworkPortParts{.kernel = *kernel,
                                                                     .pace = environment.network_pace,
                                                                     .device = port.source,
                                                                     .root = environment.root,
                                                                     .timing = environment.timing});
        ports->push_back(access.get());
        device.ports.push_back(port_device(port, std::move(access), environment));
    }
    device.counters = [ports] {
        BusCounters sum;
        for (const auto* port : *ports)
            sum += of_bus(port->counters());
        return sum;
    };
    device.bus = kernel;
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
