#include "config/board_reader.h"

#include "config/cage_keys.h"
#include "config/origins.h"
#include "config/plain_text.h"
#include "config/port_keys.h"
#include "config/port_range.h"
#include "drivers/driver_registry.h"
#include "drivers/sysfs/paged_files.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

namespace opticward::config {

namespace {

constexpr std::size_t most_buses = 1024;
constexpr std::size_t most_ports = 4096;

bool is_simulated(const drivers::BusDescription& bus) {
    return bus.driver == "simulated";
}

std::chrono::milliseconds interval_of(std::string_view driver, const PollSettings& poll) {
    if (driver == "simulated" || driver == "replay") {
        return poll.simulated_interval;
    }
    return driver == "ethtool" || driver == "sdk" ? poll.network_interval : poll.interval;
}

bool reads_files(const drivers::BusDescription& bus) {
    return bus.driver == "file" || bus.driver == "sdk";
}

// "line 4", with its file where that is another one.
std::string place_seen_from(const toml::source_region& here, const toml::source_region& place) {
    const bool same_file = !place.path || (here.path && *here.path == *place.path);
    return same_file ? "line " + std::to_string(place.begin.line)
                     : *place.path + ":" + std::to_string(place.begin.line);
}

}  // namespace

BoardReader::BoardReader(Settings& settings, Problems& problems, bool complete)
    : settings_{settings}, problems_{problems}, complete_{complete}, descriptions_{problems} {}

void BoardReader::read_buses(TableReader& file, const std::filesystem::path& folder) {
    folder_ = folder;
    for (const auto& [table, name] : file.tables("bus")) {
        if (settings_.buses.size() >= most_buses) {
            return file.report("bus", "too many, expected at most " + std::to_string(most_buses));
        }
        read_bus(*table, name);
    }
}

void BoardReader::read_ports(TableReader& file, const std::filesystem::path& folder) {
    folder_ = folder;
    descriptions_.start_from(folder);
    for (const auto& [table, name] : file.tables("port")) {
        if (settings_.ports.size() >= most_ports) {
            return file.report("port", "too many, expected at most " + std::to_string(most_ports));
        }
        read_ports_of(*table, name);
    }
}

// A good name, or an empty one and a problem.
std::string BoardReader::read_name(TableReader& reader, Places& places, std::string_view what_it_is) {
    auto name = reader.required_text("name", what_it_is).value_or("");
    if (name.empty()) {
        return name;
    }
    if (!is_good_name(name)) {
        reader.report("name", in_quotes(name) + " is no name, expected 1 to " + std::to_string(longest_name) +
                                  " bytes, no blanks at the ends, no empty, \".\" or \"..\" part between slashes");
        return {};
    }
    const auto [first, added] = places.emplace(name, reader.source());
    if (!added) {
        reader.report("name", in_quotes(name) + " is used already in " +
                                  place_seen_from(reader.source(), first->second) + ", expected a name of its own");
    }
    return name;
}

void BoardReader::read_bus(const toml::table& table, const std::string& name) {
    TableReader reader{table, name, problems_};
    BusSettings bus;
    bus.description.name = read_name(reader, bus_places_, "a name for the bus");
    read_bus_keys(reader, bus);
    wanders_.push_back({reader.table("wander"), reader.name_of("wander")});
    if (!bus.description.driver.empty() && !is_simulated(bus.description) && wanders_.back().table != nullptr) {
        reader.report("wander", "real values move by themselves, expected it with driver = \"simulated\" only");
    }
    reader.report_unknown_keys();
    add_origins(table, "bus[" + bus.description.name + "]", {}, settings_.origins);
    settings_.buses.push_back(std::move(bus));
}

void BoardReader::read_bus_keys(TableReader& reader, BusSettings& bus) {
    const auto drivers = drivers::driver_names();
    if (reader.all().get("driver") == nullptr) {
        reader.report("driver", "missing, expected one of " + listed(drivers));
    }
    if (const auto driver = reader.word("driver", drivers)) {
        bus.description.driver = drivers[*driver];
    }
    bus.description.path = reader.text("path").value_or("");
    if (reads_files(bus.description)) {
        // Of ports with relative sources and no folder of their own too.
        bus.description.path = (folder_ / bus.description.path).lexically_normal().string();
    }
    bus.description.lock = read_lock(reader, bus.description.driver);
    const auto clock = reader.integer("clock_hertz", 1000, 5'000'000);
    bus.description.clock_hertz = static_cast<unsigned>(clock.value_or(400'000));
    const auto interval = reader.number("interval_seconds", {.least = 0.05, .most = 86'400, .unit = "seconds"});
    bus.interval = interval ? std::chrono::milliseconds{std::llround(*interval * 1000)}
                            : interval_of(bus.description.driver, settings_.poll);
}

// true: the device file of each adapter. An empty text is how the description says that.
std::optional<std::string> BoardReader::read_lock(TableReader& reader, const std::string& driver) {
    const toml::node* node = reader.node("lock");
    if (node == nullptr) {
        return std::nullopt;
    }
    if (!driver.empty() && driver != "i2c-dev") {
        reader.report("lock", "only I2C adapters are shared so, expected it with driver = \"i2c-dev\" only");
        return std::nullopt;
    }
    if (node->is_boolean()) {
        return node->value_or(false) ? std::optional{std::string{}} : std::nullopt;
    }
    if (!node->is_string()) {
        reader.report("lock", shown(*node) + " is no lock, expected true, false or the path of a file");
        return std::nullopt;
    }
    auto path = reader.text("lock").value_or("");
    if (!path.starts_with('/')) {
        reader.report("lock", in_quotes(path) + " is no absolute path, expected true, false or the path of a file");
        return std::nullopt;
    }
    return path;
}

std::optional<std::size_t> BoardReader::bus_of(TableReader& reader) {
    const auto name = reader.required_text("bus", "the name of a bus");
    if (!name) {
        return std::nullopt;
    }
    const auto bus = std::ranges::find(settings_.buses, *name,
                                       [](const BusSettings& it) -> const std::string& { return it.description.name; });
    if (bus != settings_.buses.end()) {
        return static_cast<std::size_t>(bus - settings_.buses.begin());
    }
    if (!complete_) {
        return std::nullopt;  // it may stand in the file that could not be read
    }
    std::vector<std::string_view> names;
    names.reserve(settings_.buses.size());
    for (const BusSettings& it : settings_.buses) {
        names.emplace_back(it.description.name);
    }
    reader.report("bus", "there is no bus " + in_quotes(*name) +
                             (names.empty() ? ", expected a [[bus]] of that name" : meant(*name, names)));
    return std::nullopt;
}

// What is wrong with one port of a range is wrong with all of them, and said once.
void BoardReader::read_ports_of(const toml::table& table, const std::string& name) {
    TableReader range{table, name, problems_};
    const std::size_t problems = problems_.size();
    for (const PortNumber& number : read_range(range)) {
        if (settings_.ports.size() >= most_ports) {
            return range.report("range", "too many ports, expected at most " + std::to_string(most_ports));
        }
        read_port(table, name, number);
        if (problems_.size() != problems) {
            return;
        }
    }
}

void BoardReader::read_port(const toml::table& table, const std::string& name, const PortNumber& number) {
    TableReader reader{table, name, problems_, number};
    reader.node("range");
    PortSettings port;
    drivers::PortDescription description;
    port.name = read_name(reader, port_places_, "a name for the port");
    port.label = reader.text("label").value_or(port.name);
    read_host_port(reader, port);
    read_expectations(reader, port);
    description.name = port.name;
    read_cage(reader, folder_, description);
    const auto bus = bus_of(reader);
    if (bus && !settings_.buses[*bus].description.driver.empty()) {
        port.bus = *bus;
        read_source(reader, *bus, port, description);
    } else {
        // So that a port of an unknown bus is not blamed for its other keys as well.
        for (const std::string_view key : {"source", "lower", "module", "inserted", "script"}) {
            reader.node(key);
        }
    }
    reader.report_unknown_keys();
    if (bus) {
        add_origins(table, "port[" + port.name + "]", number, settings_.origins);
        settings_.buses[*bus].ports.push_back(settings_.ports.size());
        settings_.buses[*bus].description.ports.push_back(std::move(description));
        settings_.ports.push_back(std::move(port));
    }
}

void BoardReader::read_source(TableReader& reader, std::size_t bus, PortSettings& port,
                              drivers::PortDescription& description) {
    const drivers::BusDescription& of_bus = settings_.buses[bus].description;
    if (is_simulated(of_bus)) {
        return read_simulated_source(reader, bus, description);
    }
    read_real_source(reader, of_bus, port, description);
    if (of_bus.driver == "ethtool" && port.host.netdev.empty()) {
        port.host.netdev = description.source;
    }
}

void BoardReader::read_real_source(TableReader& reader, const drivers::BusDescription& bus, const PortSettings& port,
                                   drivers::PortDescription& description) {
    read_paths(reader, bus, description);
    take_evidence(reader, bus, description);
    for (const std::string_view key : {"script", "module", "inserted"}) {
        if (reader.node(key) != nullptr) {
            reader.report(key, "real modules have none, expected it on a bus with driver = \"simulated\" only");
        }
    }
    if (reader.all().get("source") != nullptr && description.evidence.empty()) {
        return;
    }
    if (bus.driver == "ethtool") {
        description.source = port.host.netdev;
        if (description.source.empty()) {
            reader.report("netdev", "missing, expected the network device to read");
        }
    } else if (reads_files(bus)) {
        reader.report("source", bus.driver == "sdk" ? "missing, expected the folder of the module"
                                                    : "missing, expected the EEPROM file");
    } else if (bus.path.empty()) {
        reader.report("source", "missing, expected an I2C adapter here or as path of bus " + in_quotes(bus.name));
    }
}

void BoardReader::read_paths(TableReader& reader, const drivers::BusDescription& bus,
                             drivers::PortDescription& description) {
    description.source = reader.text("source").value_or("");
    description.lower = reader.text("lower").value_or("");
    if (reader.all().contains("lower") && (bus.driver != "file" || !drivers::has_page_number(description.source))) {
        reader.report("lower", "there are no files of pages, expected it beside a source with {page} on a bus with "
                               "driver = \"file\" only");
    }
}

// `source = "image:FILE"`: the module is read as if there were no source, and the file speaks where that fails.
void BoardReader::take_evidence(TableReader& reader, const drivers::BusDescription& bus,
                                drivers::PortDescription& description) const {
    constexpr std::string_view image = "image:";
    if (!description.source.starts_with(image)) {
        return;
    }
    const std::string file = description.source.substr(image.size());
    if (file.empty()) {
        return reader.report("source", "\"image:\" names no file, expected \"image:FILE\"");
    }
    if (bus.driver != "ethtool" && bus.driver != "i2c-dev") {
        return reader.report("source",
                             "driver " + in_quotes(bus.driver) +
                                 " reads files itself, expected an image on a bus with driver = \"ethtool\" or "
                                 "\"i2c-dev\"");
    }
    description.source.clear();
    description.evidence = (folder_ / file).lexically_normal().string();
}

void BoardReader::read_simulated_source(TableReader& reader, std::size_t bus, drivers::PortDescription& description) {
    const bool is_described = reader.node("source") != nullptr;
    if (reader.node("lower") != nullptr) {
        reader.report("lower", "simulated modules have none, expected it on a bus with driver = \"file\" only");
    }
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
    if (!is_described && reader.node("module") != nullptr) {
        reader.report("module", "there is no module to change, expected a port with a source");
    }
    const WanderTable& wander = wanders_[bus];
    if (described != nullptr && wander.table != nullptr) {
        auto steps = read_wander(*wander.table, wander.name, *described, settings_.ports.size(), problems_);
        std::ranges::move(steps, std::back_inserter(description.script));
    }
}

}  // namespace opticward::config
