// What the interface Monitors says, for the monitors of the table in judge/monitors.h. Plain values; pure.
#pragma once

#include "cmis/quantity.h"
#include "daemon/judge/monitors.h"
#include "daemon/judge/snapshot.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace opticward::daemon::bus {

inline constexpr std::uint32_t not_judged = 255;

struct MonitorProperties {
    std::uint64_t sample_timestamp = 0;
    std::vector<std::string> supported;
    // Index: row of the table; then lane from 0, and one value for a monitor of the whole module. SI; NaN: none.
    std::array<std::vector<double>, monitor_count> values;
    std::map<std::string, cmis::Limits<double>> thresholds;    // by monitor
    std::map<std::string, std::vector<std::uint32_t>> states;  // by monitor, then lane
    std::map<std::string, std::vector<bool>> flags;            // by flag, then lane
    std::vector<std::uint32_t> data_path_states;               // by host lane

    double value(MonitorId id) const;  // of a monitor of the whole module
    const std::vector<double>& lanes(MonitorId id) const { return values[static_cast<std::size_t>(id)]; }
};
// Of a port that has a module.
MonitorProperties monitor_properties(const PortSnapshot& port);

// 0 W is -inf, NaN stays NaN.
std::vector<double> dbm(const std::vector<double>& watts);

// "tx_bias" is TxBias. The same and Dbm is what an optical power is called in dBm.
std::string property_name(const MonitorRow& row);

}  // namespace opticward::daemon::bus
