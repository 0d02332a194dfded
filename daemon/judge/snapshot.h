// The judged state of a port and of the whole board: immutable, what every publisher reads.
#pragma once

#include "daemon/instant.h"
#include "daemon/judge/alert.h"
#include "daemon/judge/module_facts.h"
#include "daemon/judge/verdict.h"
#include "daemon/poll/reading.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

// The level of each monitor of the table in judge/monitors.h; index = row, then lane (module-wide monitors use lane 0).
struct MonitorLevels {
    std::vector<std::array<Level, cmis::max_lanes>> rows;
    std::vector<std::uint32_t> judged;  // bit per lane: limits that can be believed, and a value that can be
};

// How often something took how long. Upper bounds in seconds; the last count is for all above.
struct DurationHistogram {
    static constexpr std::array bounds{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0};

    std::array<std::uint64_t, bounds.size() + 1> counts{};
    double sum_seconds = 0;

    void add(std::chrono::nanoseconds duration);
    void add(const DurationHistogram& other);
};

struct PortSnapshot {
    std::string name;
    std::string label;
    std::string bus;
    std::string source;  // the driver's name
    PortState state = PortState::unknown;
    std::shared_ptr<const Insertion> insertion;
    std::shared_ptr<const ModuleFacts> facts;  // of this insertion; null with it
    // Of a module that this host cannot read, by a dump from elsewhere; null with it, and never beside `insertion`.
    std::shared_ptr<const drivers::Evidence> evidence;
    std::shared_ptr<const ModuleFacts> evidence_facts;
    std::optional<cmis::Live> live;                 // the last good one of this insertion
    std::optional<Instant> read_at;                 // when that was
    std::shared_ptr<const cmis::MemoryMap> memory;  // the bytes of this insertion as last read; null with it
    std::optional<Instant> looked_at;               // when the latest reading came, good or not
    bool read_success = false;                      // the latest poll
    bool stale = false;  // older than three periods, at least 30 s: measurements are not published
    std::optional<drivers::Fault> fault;
    std::string explanation;  // of the fault, for a person; may be empty
    std::uint32_t failures_in_row = 0;
    ReadCounters counters;
    std::chrono::nanoseconds poll_duration{};
    std::chrono::milliseconds interval{};
    drivers::HostPortState host;                    // with the board file's word where nothing observed tells
    CageState cage;                                 // what the board says of it, as of `looked_at`
    drivers::HostPortSource names;                  // of the port's network and RDMA device
    std::string port_protocol;                      // "infiniband", "ethernet" or empty: not known
    std::string expected_protocol;                  // likewise, from the configuration
    std::optional<cmis::ModuleState> module_state;  // as of `live`; derived where the module has no state machine
    MonitorLevels levels;
    FlagsSeen flags;                                      // as last read
    std::map<std::string, std::uint64_t> flag_events;     // flag name -> rising edges
    std::map<std::string, std::uint64_t> monitor_alerts;  // "monitor severity bound" -> raised edges
    std::map<std::string, std::uint64_t> alert_counts;    // alert kind -> raised
    std::vector<Verdict> verdicts;
    std::vector<Alert> alerts;
};

// Whether a module is in the cage; nothing: not known.
std::optional<bool> module_present(const PortSnapshot& port);

// Counters of one bus, monotonic.
struct BusSnapshot {
    std::string name;
    std::uint64_t transfers = 0;
    std::array<std::uint64_t, drivers::fault_count> errors{};
    double busy_seconds = 0;
    std::uint64_t recoveries = 0;
    std::uint64_t overruns = 0;
    std::chrono::milliseconds interval{};  // between two polls of a port of this bus; 0: not known
    DurationHistogram cycles;
};

struct Board {
    Instant at;
    std::vector<std::shared_ptr<const PortSnapshot>> ports;  // in the order of the settings
    std::vector<BusSnapshot> buses;
};

}  // namespace opticward::daemon
