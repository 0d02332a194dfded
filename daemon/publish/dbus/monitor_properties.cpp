#include "daemon/publish/dbus/monitor_properties.h"

#include "cmis/flags.h"
#include "daemon/publish/dbus/module_properties.h"
#include "daemon/publish/dbus/port_properties.h"

#include <algorithm>
#include <limits>

namespace opticward::daemon::bus {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

bool has_lane(std::uint32_t lanes, std::size_t lane) {
    return (lanes >> lane & 1U) != 0;
}

// What may be shown of the latest sample: nothing, once it is too old.
const cmis::Live* sample(const PortSnapshot& port) {
    return port.live && !port.stale ? &*port.live : nullptr;
}

std::size_t values_of(const PortSnapshot& port, const MonitorRow& row) {
    return row.per_lane ? lane_count(port.facts->media_lanes) : 1;
}

std::vector<double> values(const PortSnapshot& port, const MonitorRow& row, bool supported) {
    std::vector<double> list(values_of(port, row), none);
    const cmis::Live* live = sample(port);
    if (live == nullptr || !supported) return list;
    for (std::size_t lane = 0; lane < list.size(); ++lane) {
        if (row.per_lane && !has_lane(port.facts->media_lanes, lane)) continue;
        list[lane] = row.value(*live, lane).value_or(none);
    }
    return list;
}

std::vector<std::uint32_t> states(const PortSnapshot& port, const MonitorRow& row) {
    std::vector<std::uint32_t> list(values_of(port, row), not_judged);
    const auto index = static_cast<std::size_t>(row.id);
    const MonitorLevels& levels = port.levels;
    if (sample(port) == nullptr || index >= levels.rows.size() || index >= levels.judged.size()) return list;
    for (std::size_t lane = 0; lane < list.size() && lane < levels.rows[index].size(); ++lane) {
        if (has_lane(levels.judged[index], lane)) list[lane] = static_cast<std::uint32_t>(levels.rows[index][lane]);
    }
    return list;
}

bool was_seen(const PortSnapshot& port, const std::string& flag) {
    const auto found = port.flag_events.find(flag);
    return found != port.flag_events.end() && found->second > 0;
}

void add_module_flags(const PortSnapshot& port, std::map<std::string, std::vector<bool>>& flags) {
    for (std::size_t i = 0; i < cmis::module_flag_count; ++i) {
        const auto flag = static_cast<cmis::ModuleFlag>(i);
        const std::string name{cmis::text(flag)};
        const bool set = port.flags.module.has(flag);
        if (set || was_seen(port, name)) flags[name] = {set};
    }
}

void add_lane_flags(const PortSnapshot& port, std::map<std::string, std::vector<bool>>& flags) {
    for (std::size_t i = 0; i < cmis::lane_flag_count; ++i) {
        const auto flag = static_cast<cmis::LaneFlag>(i);
        const std::uint32_t lanes = port.facts->lanes_on(cmis::side(flag));
        std::vector<bool> set(lane_count(lanes), false);
        for (std::size_t lane = 0; lane < set.size() && lane < port.flags.lanes.size(); ++lane) {
            set[lane] = has_lane(lanes, lane) && port.flags.lanes[lane].has(flag);
        }
        const std::string name{cmis::text(flag)};
        if (std::ranges::find(set, true) != set.end() || was_seen(port, name)) flags[name] = std::move(set);
    }
}

std::vector<std::uint32_t> data_path_states(const PortSnapshot& port) {
    const cmis::Live* live = sample(port);
    const std::size_t count = std::min(lane_count(port.facts->host_lanes), cmis::max_lanes);
    std::vector<std::uint32_t> list(count, 0);
    bool any = false;
    for (std::size_t lane = 0; live != nullptr && lane < count; ++lane) {
        const auto& state = live->lanes[lane].data_path_state;
        if (!state) continue;
        any = true;
        list[lane] = static_cast<std::uint32_t>(*state);
    }
    return any ? list : std::vector<std::uint32_t>{};
}

}  // namespace

double MonitorProperties::value(MonitorId id) const {
    const std::vector<double>& list = lanes(id);
    return list.empty() ? none : list.front();
}

MonitorProperties monitor_properties(const PortSnapshot& port) {
    MonitorProperties properties;
    properties.sample_timestamp = microseconds(port.read_at);
    for (const MonitorRow& row : monitors) {
        const auto index = static_cast<std::size_t>(row.id);
        const MonitorFacts& facts = port.facts->monitors[index];
        properties.values[index] = values(port, row, facts.supported);
        if (!facts.supported) continue;
        const std::string name{row.name};
        properties.supported.push_back(name);
        properties.states[name] = states(port, row);
        if (facts.limits) properties.thresholds[name] = *facts.limits;
    }
    add_module_flags(port, properties.flags);
    add_lane_flags(port, properties.flags);
    properties.data_path_states = data_path_states(port);
    return properties;
}

std::vector<double> dbm(const std::vector<double>& watts) {
    std::vector<double> list;
    list.reserve(watts.size());
    for (const double power : watts) {
        const bool dark = power <= 0;
        list.push_back(dark ? -std::numeric_limits<double>::infinity() : cmis::to_dbm(cmis::Watts{power}));
    }
    return list;
}

std::string property_name(const MonitorRow& row) {
    std::string name;
    bool upper = true;
    for (const char letter : row.name) {
        if (letter == '_') {
            upper = true;
            continue;
        }
        name += upper ? static_cast<char>(letter - 'a' + 'A') : letter;
        upper = false;
    }
    return name;
}

}  // namespace opticward::daemon::bus
