#include "config/board_reader.h"

#include "config/script_reader.h"
#include "drivers/driver_registry.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace opticward::config {

namespace {

constexpr std::size_t most_buses = 1024;
constexpr std::size_t most_ports = 4096;
constexpr std::array<std::string_view, 2> protocols{"infiniband", "ethernet"};
constexpr std::array link_layers{drivers::LinkLayer::infiniband, drivers::LinkLayer::ethernet};
constexpr std::array<std::string_view, 2> up_or_down{"up", "down"};

bool is_simulated(const BusSettings& bus) {
    return bus.description.driver == "simulated";
}

std::chrono::milliseconds interval_of(std::string_view driver, const PollSettings& poll) {
    if (driver == "simulated" || driver == "replay") {
        return poll.simulated_interval;
    }
    return driver == "ethtool" || driver == "sdk" ? poll.network_interval : poll.interval;
}

// Relative paths start from the configuration file; what is no path (an adapter's number or name) stays as it is.
std::string located(const std::filesystem::path& folder, const std::string& path) {
    return path.empty() ? path : (folder / path).lexically_normal().string();
}

class BoardReader {
public:
    BoardReader(const std::filesystem::path& folder, Settings& settings, Problems& problems)
        : folder_{folder}, settings_{settings}, problems_{problems}, descriptions_{folder, problems} {}

    void read(TableReader& file) {
        for (const auto& [table, name] : file.tables("bus")) {
            if (settings_.buses.size() < most_buses) {
                read_bus(*table, name);
            }
        }
        for (const auto& [table, name] : file.tables("port")) {
            if (settings_.ports.size() < most_ports) {
                read_port(*table, name);
            }
        }
    }

private:
    // True when the name is new; else says where it was used first.
    bool is_new(TableReader& reader, std::map<std::string, unsigned>& lines, const std::string& name) {
        const unsigned line = reader.source().begin.line;
        const auto [first, added] = lines.emplace(name, line);
        if (!added) {
            reader.report("name", "\"" + name + "\" is used already in line " + std::to_string(first->second) +
                                      ", expected a name of its own");
        }
        return added;
    }

    void read_bus(const toml::table& table, const std::string& name) {
        TableReader reader{table, name, problems_};
        BusSettings bus;
        bus.description.name = reader.required_text("name", "a name for the bus").value_or("");
        const auto drivers = drivers::driver_names();
        if (table.get("driver") == nullptr) {
            reader.report("driver", "missing, expected one of " + listed(drivers));
        }
        if (const auto driver = reader.word("driver", drivers)) {
            bus.description.driver = drivers[*driver];
        }
        bus.description.path = reader.text("path").value_or("");
        if (bus.description.driver == "file") {
            // Of ports with relative sources and no folder of their own too.
            bus.description.path = (folder_ / bus.description.path).lexically_normal().string();
        }
        const auto clock = reader.integer("clock_hertz", 1000, 5'000'000);
        bus.description.clock_hertz = static_cast<unsigned>(clock.value_or(400'000));
        const auto interval = reader.number("interval_seconds", {.least = 0.05, .most = 86'400, .unit = "seconds"});
        bus.interval = interval ? std::chrono::milliseconds{std::llround(*interval * 1000)}
                                : interval_of(bus.description.driver, settings_.poll);
        wanders_.push_back(reader.table("wander"));
        if (!is_simulated(bus) && wanders_.back() != nullptr) {
            reader.report("wander", "real values move by themselves, expected it with driver = \"simulated\" only");
        }
        if (!bus.description.name.empty()) {
            is_new(reader, bus_lines_, bus.description.name);
        }
        reader.report_unknown_keys();
        settings_.buses.push_back(std::move(bus));
    }

    std::optional<std::size_t> bus_of(TableReader& reader) {
        const auto name = reader.required_text("bus", "the name of a bus");
        if (!name) {
            return std::nullopt;
        }
        const auto bus = std::ranges::find(
            settings_.buses, *name, [](const BusSettings& it) -> const std::string& { return it.description.name; });
        if (bus != settings_.buses.end()) {
            return static_cast<std::size_t>(bus - settings_.buses.begin());
        }
        std::vector<std::string_view> names;
        names.reserve(settings_.buses.size());
        for (const BusSettings& it : settings_.buses) {
            names.emplace_back(it.description.name);
        }
        reader.report("bus", "there is no bus \"" + *name + "\", expected " +
                                 (names.empty() ? "a [[bus]] of that name" : "one of " + listed(names)));
        return std::nullopt;
    }

    void read_port(const toml::table& table, const std::string& name) {
        TableReader reader{table, name, problems_};
        PortSettings port;
        drivers::PortDescription description;
        port.name = reader.required_text("name", "a name for the port").value_or("");
        port.label = reader.text("label").value_or(port.name);
        if (!port.name.empty()) {
            is_new(reader, port_lines_, port.name);
        }
        read_host_port(reader, port);
        read_expectations(reader, port);
        description.name = port.name;
        description.presence = read_presence(reader);
        const auto bus = bus_of(reader);
        if (bus) {
            port.bus = *bus;
            read_source(reader, *bus, description);
        } else {
            ignore_source(reader);
        }
        reader.report_unknown_keys();
        if (bus) {
            settings_.buses[*bus].ports.push_back(settings_.ports.size());
            settings_.buses[*bus].description.ports.push_back(std::move(description));
            settings_.ports.push_back(std::move(port));
        }
    }

    std::optional<drivers::LinkLayer> protocol(TableReader& reader, std::string_view key) {
        const auto word = reader.word(key, protocols);
        return word ? std::optional{link_layers.at(*word)} : std::nullopt;
    }

    std::optional<bool> is_up(TableReader& reader, std::string_view key) {
        const auto word = reader.word(key, up_or_down);
        return word ? std::optional{*word == 0} : std::nullopt;
    }

    void read_host_port(TableReader& reader, PortSettings& port) {
        port.host.netdev = reader.text("netdev").value_or("");
        port.host.rdma_device = reader.text("rdma_device").value_or("");
        port.host.rdma_port = static_cast<unsigned>(reader.integer("rdma_port", 1, 255).value_or(1));
        // They become parts of paths below /sys/class.
        for (const auto& [key, value] :
             {std::pair{"netdev", port.host.netdev}, std::pair{"rdma_device", port.host.rdma_device}}) {
            if (value.contains('/') || value == "." || value == "..") {
                reader.report(key, "\"" + value + "\" is a path, expected the name of a device");
            }
        }
        port.protocol = protocol(reader, "protocol");
        port.link_up = is_up(reader, "link");
        port.admin_up = is_up(reader, "admin");
    }

    void read_expectations(TableReader& reader, PortSettings& port) {
        port.expected_protocol = protocol(reader, "expected_protocol");
        port.expected_speed_bits_per_second =
            reader.number("expected_speed", {.least = 1e6, .most = 1e13, .unit = "bits per second"});
        if (const auto width = reader.integer("expected_width", 1, 32)) {
            port.expected_width = static_cast<unsigned>(*width);
        }
        port.cage = reader.text("cage").value_or("");
        port.fibre = reader.text("fibre").value_or("");
        port.length_meters = reader.number("length_meters", {.least = 0, .most = 1e6, .unit = "meters"});
        port.power_limit_watts = reader.number("power_limit_watts", {.least = 0, .most = 1000, .unit = "watts"});
        port.peer = reader.text("peer").value_or("");
    }

    std::optional<drivers::PresenceDescription> read_presence(TableReader& port) {
        const toml::table* table = port.table("presence");
        if (table == nullptr) {
            return std::nullopt;
        }
        TableReader reader{*table, port.name_of("presence"), problems_};
        drivers::PresenceDescription presence;
        presence.path = located(folder_, reader.required_text("path", "the file that tells presence").value_or(""));
        if (const auto bit = reader.integer("bit", 0, 63)) {
            presence.bit = static_cast<unsigned>(*bit);
        }
        presence.active = reader.integer("active", 0, 1).value_or(1) == 1;
        const auto base = reader.integer("base", 10, 16);
        if (base && *base != 10 && *base != 16) {
            reader.report("base", std::to_string(*base) + " is no base that is used, expected 10 or 16");
        }
        presence.base = base == 16 ? 16 : 10;
        reader.report_unknown_keys();
        return presence;
    }

    void read_source(TableReader& reader, std::size_t bus, drivers::PortDescription& description) {
        if (!is_simulated(settings_.buses[bus])) {
            description.source = reader.text("source").value_or("");
            if (reader.node("script") != nullptr) {
                reader.report("script",
                              "real modules have none, expected it on a bus with driver = \"simulated\" only");
            }
            return;
        }
        const bool is_described = reader.node("source") != nullptr;
        const Described* described = is_described ? descriptions_.find(reader, "source") : nullptr;
        if (described != nullptr) {
            description.source = described->file;
            description.image = described->image;
        }
        description.inserted = reader.boolean("inserted").value_or(described != nullptr);
        if (!is_described || described != nullptr) {
            description.script = read_script(reader, described, descriptions_, problems_);
        } else {
            reader.node("script");
        }
        const toml::table* wander = wanders_[bus];
        if (described != nullptr && wander != nullptr) {
            const std::string name = "bus[" + std::to_string(bus + 1) + "].wander";
            auto steps = read_wander(*wander, name, *described, settings_.ports.size(), problems_);
            std::ranges::move(steps, std::back_inserter(description.script));
        }
    }

    // So that a port of an unknown bus is not blamed for its other keys as well.
    void ignore_source(TableReader& reader) {
        for (const std::string_view key : {"source", "module", "inserted", "script"}) {
            reader.node(key);
        }
    }

    const std::filesystem::path& folder_;
    Settings& settings_;
    Problems& problems_;
    DescriptionStore descriptions_;
    std::vector<const toml::table*> wanders_;  // by bus
    std::map<std::string, unsigned> bus_lines_;
    std::map<std::string, unsigned> port_lines_;
};

}  // namespace

void read_board(TableReader& file, const std::filesystem::path& folder, Settings& settings, Problems& problems) {
    BoardReader{folder, settings, problems}.read(file);
}

}  // namespace opticward::config
