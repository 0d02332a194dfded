#include "drivers/driver_registry.h"

#include "drivers/gpio/gpio_chip.h"
#include "drivers/gpio/gpio_pin.h"
#include "drivers/i2c/adapter_obstacle.h"
#include "drivers/i2c/bus_topology.h"
#include "drivers/i2c/i2c_adapter.h"
#include "drivers/i2c/linux_i2c_bus.h"
#include "drivers/module_memory.h"
#include "drivers/network/linux_ethtool.h"
#include "drivers/network/network_port.h"
#include "drivers/simulator/simulated_bus.h"
#include "drivers/simulator/simulated_pin.h"
#include "drivers/sysfs/eeprom_file.h"
#include "drivers/sysfs/paged_files.h"
#include "drivers/sysfs/pin_file.h"
#include "drivers/sysfs/thermometer_file.h"

#include <algorithm>
#include <array>
#include <utility>

namespace opticward::drivers {

namespace {

using Opened = std::expected<BusDevice, std::string>;

std::filesystem::path rooted(const Environment& environment, const std::filesystem::path& path) {
    return environment.root / path.relative_path();
}

std::unique_ptr<Pin> open_pin(const std::optional<PinDescription>& pin, const Environment& environment) {
    if (!pin) return nullptr;
    if (pin->gpio.empty()) return std::make_unique<PinFile>(rooted(environment, pin->path), *pin);
    const auto find = [root = environment.root, chip = pin->gpio] {
        return find_gpio_chip(root, chip, open_gpio_chip);
    };
    return std::make_unique<GpioPin>(find, *pin);
}

std::unique_ptr<Thermometer> open_thermometer(const std::optional<ThermometerDescription>& thermometer,
                                              const Environment& environment) {
    if (!thermometer || thermometer->units_per_celsius == 0) return nullptr;
    return std::make_unique<ThermometerFile>(rooted(environment, thermometer->path), thermometer->units_per_celsius);
}

// The port with what the board says of its cage, however its module is read.
PortDevice port_device(const PortDescription& port, std::unique_ptr<ModuleAccess> access,
                       const Environment& environment) {
    PortDevice device;
    device.name = port.name;
    device.access = std::move(access);
    device.presence = open_pin(port.presence, environment);
    device.reset = open_pin(port.reset, environment);
    device.low_power = open_pin(port.low_power, environment);
    device.temperature = open_thermometer(port.temperature, environment);
    if (!port.evidence.empty()) {
        device.evidence = std::make_unique<ImageEvidence>(rooted(environment, port.evidence), port.evidence);
    }
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

// What a port's files are read by; the paths of its description lie below the folder of the bus.
using OpenFile = std::unique_ptr<ModuleAccess> (*)(const std::filesystem::path& folder, const PortDescription& port,
                                                   const Environment& environment);

std::unique_ptr<ModuleAccess> open_file(const std::filesystem::path& folder, const PortDescription& port,
                                        const Environment& environment) {
    const auto path = rooted(environment, folder / port.source);
    if (!has_page_number(port.source)) return std::make_unique<EepromFile>(path, environment.timing.now);
    const auto lower = port.lower.empty() ? std::filesystem::path{} : rooted(environment, folder / port.lower);
    return std::make_unique<PagedFiles>(split_page_files(path, lower), environment.timing.now);
}

std::unique_ptr<ModuleAccess> open_sdk_folder(const std::filesystem::path& folder, const PortDescription& port,
                                              const Environment& environment) {
    return std::make_unique<PagedFiles>(sdk_page_files(rooted(environment, folder / port.source)),
                                        environment.timing.now);
}

Opened open_all_files(const BusDescription& bus, const Environment& environment, OpenFile open) {
    auto files = std::make_shared<std::vector<const ModuleAccess*>>();
    BusDevice device;
    for (const auto& port : bus.ports) {
        if (port.source.empty()) return unusable(bus, port, "`source` names no file");
        auto file = open(bus.path, port, environment);
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

Opened open_files(const BusDescription& bus, const Environment& environment) {
    return open_all_files(bus, environment, open_file);
}

// The SDK of NVIDIA switches says in each module's folder whether one is plugged in, and how warm it is in 1/8 C.
// Source: sonic-buildimage, mlnx-platform-api sfp.py. `hw_reset` and `power_mode` belong to the firmware.
Opened open_sdk(const BusDescription& bus, const Environment& environment) {
    constexpr unsigned units_per_celsius = 8;
    BusDescription with_defaults = bus;
    for (auto& port : with_defaults.ports) {
        const auto module = std::filesystem::path{bus.path} / port.source;
        if (!port.presence) port.presence.emplace().path = (module / "present").string();
        if (!port.temperature) {
            port.temperature = ThermometerDescription{.path = (module / "temperature" / "input").string(),
                                                      .units_per_celsius = units_per_celsius};
        }
    }
    return open_all_files(with_defaults, environment, open_sdk_folder);
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
    Driver{"ethtool", open_network}, Driver{"file", open_files},          Driver{"i2c-dev", open_i2c},
    Driver{"sdk", open_sdk},         Driver{"simulated", open_simulated},
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
