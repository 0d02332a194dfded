#include "daemon/wiring.h"

#include "cmis/memory_model.h"
#include "config/network_ports.h"
#include "config/physical_roots.h"
#include "daemon/publish/notify.h"
#include "drivers/i2c/bus_topology.h"
#include "drivers/network/link_details.h"
#include "drivers/network/linux_ethtool.h"
#include "drivers/network/network_devices.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <utility>

namespace opticward::daemon {

namespace {

HostPortReader host_port_reader(const drivers::Environment& environment, const drivers::HostPortSource& source,
                                const std::shared_ptr<drivers::EthtoolKernel>& kernel) {
    if (source.netdev.empty() && source.rdma_device.empty()) {
        return {};
    }
    if (source.netdev.empty()) {
        return [root = environment.root, source] { return drivers::read_host_port(root, source); };
    }
    const auto details = std::make_shared<drivers::LinkDetails>(kernel, source.netdev, environment.timing.now);
    return [root = environment.root, source, details] {
        drivers::HostPortState state = drivers::read_host_port(root, source);
        details->add_to(state);
        return state;
    };
}

}  // namespace

drivers::Environment real_environment(const std::filesystem::path& root) {
    drivers::Environment environment;
    environment.root = root;
    environment.clear_on_read = [](std::uint8_t identifier, cmis::Location location) {
        const cmis::MemoryModel* model = cmis::model_for(identifier);
        return model != nullptr && cmis::clears_on_read(model->id, location);
    };
    return environment;
}

Instant real_now() {
    return {.steady = std::chrono::steady_clock::now(), .wall = std::chrono::system_clock::now()};
}

BusParts bus_parts(const config::Settings& settings, const config::BusSettings& bus, drivers::BusDevice device,
                   const drivers::Environment& environment, const std::shared_ptr<ReadingSink>& sink) {
    BusParts parts;
    parts.name = bus.description.name;
    parts.device = std::move(device);
    parts.ports = bus.ports;
    // The host ports of a bus are looked at by its worker, so one socket does for all of them.
    const std::shared_ptr<drivers::EthtoolKernel> kernel = drivers::open_ethtool(environment);
    for (const std::size_t port : bus.ports) {
        parts.hosts.push_back(host_port_reader(environment, settings.ports.at(port).host, kernel));
    }
    parts.sink = sink;
    parts.clock = real_now;
    parts.periods = {.presence = settings.poll.presence, .poll = bus.interval};
    parts.identity_check = settings.poll.identity_check;
    parts.max_bus_share = settings.poll.max_bus_share;
    return parts;
}

std::expected<SharedSettings, std::vector<std::string>> load_settings(const Options& options) {
    auto loaded =
        config::load(options.config, options.config_is_named ? config::MissingFile::error : config::MissingFile::fine);
    if (!loaded) {
        std::vector<std::string> lines;
        for (const config::SettingsProblem& problem : loaded.error()) {
            lines.push_back(text(problem));
        }
        return std::unexpected{std::move(lines)};
    }
    if (loaded->ports.empty()) {
        loaded->ports_are_found = true;
        loaded = config::with_network_ports(std::move(*loaded), drivers::find_network_devices(options.root));
    }
    loaded = config::with_physical_roots(std::move(*loaded), [&options](const std::string& adapter) {
        return drivers::find_adapter_path(options.root, adapter);
    });
    if (options.listen) {
        loaded->listen = *options.listen;
        const auto listen = std::ranges::find(loaded->origins, "http.listen", &config::SettingOrigin::key);
        if (listen != loaded->origins.end()) {
            listen->value = config::text(*options.listen);
            listen->file = "--listen";
            listen->line = 0;
        }
    }
    return std::make_shared<const config::Settings>(std::move(*loaded));
}

std::string in_words(const config::Settings& settings) {
    const auto counted = [](std::size_t count, const char* one, const char* more) {
        return std::to_string(count) + " " + (count == 1 ? one : more);
    };
    return counted(settings.ports.size(), "port", "ports") + " on " + counted(settings.buses.size(), "bus", "buses");
}

std::string bus_address(const Options& options) {
    if (options.bus) return *options.bus;
    const char* const named = std::getenv("OPTICWARD_BUS");
    return named != nullptr ? named : "";
}

std::filesystem::path proof_file() {
    const char* const named = std::getenv("STATE_DIRECTORY");
    const std::string_view folders = named != nullptr ? named : "";
    const std::string_view first = folders.substr(0, folders.find(':'));
    return first.empty() ? std::filesystem::path{} : std::filesystem::path{first} / "proofs";
}

HttpStarter http_starter(const Latest<Published>& published) {
    // A socket that the service manager passes serves until the end, whatever a later configuration says.
    auto passed = std::make_shared<std::vector<PassedDescriptor>>(take_passed_descriptors());
    return [&published,
            passed](const config::Settings& settings) -> std::expected<std::unique_ptr<HttpServer>, std::string> {
        if (!settings.http_enabled) return nullptr;
        const auto now = [] { return real_now().steady; };
        if (!passed->empty()) {
            const int socket = fcntl(passed->front().number, F_DUPFD_CLOEXEC, 0);
            return HttpServer::start(PassedSocket{.descriptor = socket}, published, now, {});
        }
        return HttpServer::start(settings.listen, published, now, {});
    };
}

std::vector<PortSettings> judge_ports(const config::Settings& settings) {
    std::vector<PortSettings> ports;
    for (const config::PortSettings& port : settings.ports) {
        const config::BusSettings& bus = settings.buses.at(port.bus);
        PortSettings judged;
        judged.name = port.name;
        judged.label = port.label;
        judged.bus = bus.description.name;
        judged.source = bus.description.driver;
        judged.interval = bus.interval;
        judged.protocol = port.protocol;
        judged.expected_protocol = port.expected_protocol;
        judged.link_up = port.link_up;
        judged.admin_up = port.admin_up;
        judged.host = port.host;
        ports.push_back(std::move(judged));
    }
    return ports;
}

JudgeSettings judge_settings(const config::Settings& settings) {
    JudgeSettings judge;
    judge.clear_after = settings.judge.clear_after;
    judge.temperature_hysteresis_celsius = settings.judge.temperature_hysteresis_celsius;
    judge.supply_voltage_hysteresis_volts = settings.judge.supply_voltage_hysteresis_volts;
    judge.tx_bias_hysteresis_ratio = settings.judge.tx_bias_hysteresis_ratio;
    judge.optical_power_hysteresis_decibels = settings.judge.optical_power_hysteresis_decibels;
    judge.stale_periods = settings.poll.stale_periods;
    judge.stale_at_least = settings.poll.stale_at_least;
    return judge;
}

std::vector<std::string> bus_problems(const config::Settings& settings, const drivers::Environment& environment) {
    std::vector<std::string> problems;
    for (const config::BusSettings& bus : settings.buses) {
        if (const auto device = drivers::open_bus(bus.description, environment); !device) {
            problems.push_back(device.error());
        }
    }
    return problems;
}

}  // namespace opticward::daemon
