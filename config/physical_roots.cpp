#include "config/physical_roots.h"

#include "config/plain_text.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace opticward::config {

namespace {

using drivers::AdapterPath;
using drivers::MuxStep;

// A port and where it goes.
struct Place {
    std::size_t port = 0;  // of the settings
    drivers::PortDescription description;
    std::optional<AdapterPath> path;
};

// Ports that one worker reads.
struct Group {
    std::size_t bus = 0;           // that was written, whose keys count
    std::optional<unsigned> root;  // none: no adapter of it is there
    std::vector<Place> places;
    std::vector<std::string> others;  // names of buses whose ports came here
};

std::string adapter_name(unsigned adapter) {
    return "i2c-" + std::to_string(adapter);
}

std::vector<Place> places_of(const BusSettings& bus, const FindAdapter& find) {
    std::vector<Place> places;
    for (std::size_t index = 0; index < bus.ports.size(); ++index) {
        Place place{.port = bus.ports[index], .description = bus.description.ports.at(index), .path = std::nullopt};
        // It must mean the same in another bus.
        if (place.description.source.empty()) place.description.source = bus.description.path;
        place.path = find(place.description.source);
        places.push_back(std::move(place));
    }
    return places;
}

// The roots that a bus leads to, in the order of its ports.
std::vector<unsigned> roots_of(const std::vector<Place>& places) {
    std::vector<unsigned> roots;
    for (const Place& place : places) {
        if (place.path && std::ranges::find(roots, place.path->root) == roots.end()) roots.push_back(place.path->root);
    }
    return roots;
}

Group& group_of(std::vector<Group>& groups, std::size_t bus, std::optional<unsigned> root, const std::string& name) {
    const auto found = std::ranges::find_if(
        groups, [&](const Group& group) { return root ? group.root == root : !group.root && group.bus == bus; });
    if (found == groups.end()) {
        groups.push_back({.bus = bus, .root = root, .places = {}, .others = {}});
        return groups.back();
    }
    const bool is_guest = found->bus != bus && std::ranges::find(found->others, name) == found->others.end();
    if (is_guest) found->others.push_back(name);
    return *found;
}

void add_bus(std::vector<Group>& groups, const BusSettings& bus, std::size_t index, const FindAdapter& find) {
    const std::string& name = bus.description.name;
    std::vector<Place> places = places_of(bus, find);
    const std::vector<unsigned> roots = roots_of(places);
    if (places.empty()) groups.push_back({.bus = index, .root = std::nullopt, .places = {}, .others = {}});
    for (Place& place : places) {
        std::optional<unsigned> root = place.path ? std::optional{place.path->root} : std::nullopt;
        if (!root && roots.size() == 1) root = roots.front();
        group_of(groups, index, root, name).places.push_back(std::move(place));
    }
}

bool is_taken(const std::vector<BusSettings>& buses, const std::string& name) {
    return std::ranges::any_of(buses, [&](const BusSettings& bus) { return bus.description.name == name; });
}

std::string name_of(const Group& group, const std::string& written, bool is_only, const Settings& settings,
                    const std::vector<BusSettings>& made) {
    if (is_only || !group.root) return written;
    std::string name = written + "." + adapter_name(*group.root);
    if (!is_good_name(name)) name = adapter_name(*group.root);
    const std::string wanted = name;
    for (unsigned number = 2; is_taken(settings.buses, name) || is_taken(made, name); ++number) {
        name = wanted + "." + std::to_string(number);
    }
    return name;
}

BusSettings bus_of(const Group& group, const BusSettings& written, std::string name) {
    BusSettings bus = written;
    bus.description.name = std::move(name);
    const bool is_changed = group.places.size() != written.ports.size() ||
                            !std::ranges::equal(group.places, written.ports, {}, &Place::port);
    if (!is_changed) return bus;
    bus.ports.clear();
    bus.description.ports.clear();
    for (const Place& place : group.places) {
        bus.ports.push_back(place.port);
        bus.description.ports.push_back(place.description);
    }
    return bus;
}

// What hangs on one piece of wire: the muxes that lead on from it, and whether a module of ours sits on it.
struct Segment {
    std::map<std::string, MuxStep> muxes;
    bool has_module = false;
};

std::map<unsigned, Segment> segments_of(const Group& group) {
    std::map<unsigned, Segment> segments;
    for (const Place& place : group.places) {
        if (!place.path) continue;
        segments[place.path->adapter].has_module = true;
        for (const MuxStep& mux : place.path->muxes) {
            if (mux.parent) segments[*mux.parent].muxes.emplace(mux.device, mux);
        }
    }
    return segments;
}

// A mux alone on its wire connects one channel at a time; two that keep theirs connect two modules at one address.
void add_idle_remarks(const Group& group, const std::string& bus, std::vector<std::string>& remarks) {
    for (const auto& [adapter, segment] : segments_of(group)) {
        if (segment.muxes.size() + (segment.has_module ? 1 : 0) < 2) continue;
        for (const auto& [device, mux] : segment.muxes) {
            if (!mux.idle_state || *mux.idle_state == drivers::idle_disconnect) continue;
            const std::string keeps = *mux.idle_state == drivers::idle_as_is
                                          ? "keeps its last channel connected"
                                          : "goes back to channel " + std::to_string(*mux.idle_state);
            std::string remark = "bus ";
            remark += bus;
            remark += ": mux ";
            remark += device;
            remark += " " + keeps + " (idle_state " + std::to_string(*mux.idle_state);
            remark += "): modules behind other muxes of " + adapter_name(adapter);
            remark += " may answer at the same address; set its idle_state to -2";
            remarks.push_back(std::move(remark));
        }
    }
}

void add_regrouping_remarks(const std::vector<Group>& groups, const Settings& written,
                            const std::vector<BusSettings>& made, std::vector<std::string>& remarks) {
    std::map<std::size_t, std::vector<std::size_t>> by_bus;
    for (std::size_t index = 0; index < groups.size(); ++index)
        by_bus[groups[index].bus].push_back(index);
    for (const auto& [bus, parts] : by_bus) {
        if (parts.size() < 2) continue;
        std::string names;
        for (const std::size_t part : parts)
            names += (names.empty() ? "" : ", ") + made[part].description.name;
        remarks.push_back("bus " + written.buses[bus].description.name +
                          ": leads to several adapters, each has a worker of its own: " + names);
    }
    for (std::size_t index = 0; index < groups.size(); ++index) {
        for (const std::string& other : groups[index].others) {
            remarks.push_back("bus " + other + ": shares the adapter " + adapter_name(groups[index].root.value_or(0)) +
                              " with bus " + made[index].description.name +
                              ", which reads the ports of both; its keys count");
        }
    }
}

}  // namespace

Settings with_physical_roots(Settings settings, const FindAdapter& find) {
    std::vector<Group> groups;
    for (std::size_t index = 0; index < settings.buses.size(); ++index) {
        const BusSettings& bus = settings.buses[index];
        if (bus.description.driver == "i2c-dev") {
            add_bus(groups, bus, index, find);
        } else {
            groups.push_back({.bus = index, .root = std::nullopt, .places = {}, .others = {}});
        }
    }
    std::vector<BusSettings> made;
    for (const Group& group : groups) {
        const BusSettings& written = settings.buses[group.bus];
        if (written.description.driver != "i2c-dev") {
            made.push_back(written);
            continue;
        }
        const bool is_only = std::ranges::count(groups, group.bus, &Group::bus) == 1;
        made.push_back(bus_of(group, written, name_of(group, written.description.name, is_only, settings, made)));
        add_idle_remarks(group, made.back().description.name, settings.remarks);
    }
    add_regrouping_remarks(groups, settings, made, settings.remarks);
    settings.buses = std::move(made);
    for (std::size_t bus = 0; bus < settings.buses.size(); ++bus) {
        for (const std::size_t port : settings.buses[bus].ports)
            settings.ports.at(port).bus = bus;
    }
    return settings;
}

}  // namespace opticward::config
