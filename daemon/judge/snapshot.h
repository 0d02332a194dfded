// The judged state of a port and of the whole board: immutable, what every publisher reads.
#pragma once

#include "daemon/instant.h"
#include "daemon/poll/reading.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace opticward::daemon {

enum class Level : std::uint8_t { normal, warning, alarm };
enum class Bound : std::uint8_t { none, low, high };
enum class Severity : std::uint8_t { none, info, warning, critical };
enum class VerdictKind : std::uint8_t { match, mismatch, degraded, unknown, not_applicable };
enum class Confidence : std::uint8_t { none, low, medium, high, certain };

std::string_view text(Level level);
std::string_view text(Bound bound);
std::string_view text(Severity severity);
std::string_view text(VerdictKind kind);
std::string_view text(Confidence confidence);

// The answer of one axis ("protocol", ...) by the rule that held first.
struct Verdict {
    std::string axis;
    VerdictKind kind = VerdictKind::unknown;
    std::string rule;    // "M04"; empty where no numbered rule applies
    std::string reason;  // closed set of contracts.md, empty where there is none
    Severity severity = Severity::none;
    Confidence confidence = Confidence::none;
    std::string sentence;
    std::string remedy;
    std::vector<std::string> evidence;

    bool operator==(const Verdict&) const = default;
};

// One thing that is wrong now (alert object of contracts.md).
struct Alert {
    std::string id;    // port/kind[/monitor][/lane]
    std::string kind;  // closed set of contracts.md
    std::string port;
    std::optional<unsigned> lane;  // from 1
    std::string monitor;           // empty where it is not about a monitor
    Severity severity = Severity::none;
    Bound bound = Bound::none;
    std::optional<double> value;
    std::optional<double> threshold;
    std::string threshold_source;
    WallTime since;
    std::uint64_t count = 1;
    std::string sentence;
    std::string remedy;
    std::vector<std::string> evidence;
};

// The level of each monitor of the table in judge/monitors.h; index = row, then lane (module-wide monitors use lane 0).
struct MonitorLevels {
    std::vector<std::array<Level, cmis::max_lanes>> rows;
};

struct PortSnapshot {
    std::string name;
    std::string label;
    std::string bus;
    std::string source;  // the driver's name
    PortState state = PortState::unknown;
    std::shared_ptr<const Insertion> insertion;
    std::optional<cmis::Live> live;  // the last good one of this insertion
    std::optional<Instant> read_at;  // when that was
    bool read_success = false;       // the latest poll
    bool stale = false;              // older than three periods, at least 30 s: measurements are not published
    std::optional<drivers::Fault> fault;
    std::uint32_t failures_in_row = 0;
    ReadCounters counters;
    std::chrono::nanoseconds poll_duration{};
    std::chrono::seconds interval{};
    drivers::HostPortState host;
    std::string port_protocol;      // "infiniband", "ethernet" or empty: not known
    std::string expected_protocol;  // likewise, from the configuration
    MonitorLevels levels;
    FlagsSeen flags;                                       // as last read
    std::map<std::string, std::uint64_t> flag_events;      // flag name -> rising edges
    std::map<std::string, std::uint64_t> monitor_alerts;   // "monitor severity bound" -> raised edges
    std::map<std::string, std::uint64_t> alert_counts;     // alert kind -> raised
    std::vector<Verdict> verdicts;
    std::vector<Alert> alerts;
};

// Counters of one bus, monotonic.
struct BusSnapshot {
    std::string name;
    std::uint64_t transfers = 0;
    std::array<std::uint64_t, drivers::fault_count> errors{};
    double busy_seconds = 0;
    std::uint64_t recoveries = 0;
    std::uint64_t overruns = 0;
};

struct Board {
    Instant at;
    std::vector<std::shared_ptr<const PortSnapshot>> ports;  // in the order of the settings
    std::vector<BusSnapshot> buses;
};

}  // namespace opticward::daemon
