// [[bus]] and [[port]] of the configuration files. For config/*.cpp only, because of what it includes.
#pragma once

#include "config/script_reader.h"
#include "config/settings.h"
#include "config/table_reader.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace opticward::config {

// Fills `settings.buses` and `settings.ports`, and adds where their keys stand to `settings.origins`; `settings.poll` has
// been read. First the buses of all files, then the ports of all files. Relative paths start from `folder`.
class BoardReader {
public:
    // `complete`: there are no buses but those in the files that are read.
    BoardReader(Settings& settings, Problems& problems, bool complete);

    void read_buses(TableReader& file, const std::filesystem::path& folder);
    void read_ports(TableReader& file, const std::filesystem::path& folder);

private:
    // A slow movement of all values of a bus, and the key that says so.
    struct WanderTable {
        const toml::table* table = nullptr;
        std::string name;
    };
    using Places = std::map<std::string, toml::source_region>;  // by the name of a bus or port

    std::string read_name(TableReader& reader, Places& places, std::string_view what_it_is);
    void read_bus(const toml::table& table, const std::string& name);
    void read_bus_keys(TableReader& reader, BusSettings& bus);
    std::optional<std::string> read_lock(TableReader& reader, const std::string& driver);
    std::optional<std::size_t> bus_of(TableReader& reader);
    void read_ports_of(const toml::table& table, const std::string& name);
    void read_port(const toml::table& table, const std::string& name, const PortNumber& number);
    void read_source(TableReader& reader, std::size_t bus, PortSettings& port, drivers::PortDescription& description);
    void read_real_source(TableReader& reader, const drivers::BusDescription& bus, const PortSettings& port,
                          drivers::PortDescription& description);
    void take_evidence(TableReader& reader, const drivers::BusDescription& bus,
                       drivers::PortDescription& description) const;
    void read_simulated_source(TableReader& reader, std::size_t bus, drivers::PortDescription& description);
    void read_paths(TableReader& reader, const drivers::BusDescription& bus, drivers::PortDescription& description);

    Settings& settings_;
    Problems& problems_;
    bool complete_;
    std::filesystem::path folder_;
    DescriptionStore descriptions_;
    std::vector<WanderTable> wanders_;  // by bus
    Places bus_places_;
    Places port_places_;
};

}  // namespace opticward::config
