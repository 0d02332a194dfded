// What is wrong now. Kinds, severities and the object that publishers show: contracts.md.
#pragma once

#include "daemon/instant.h"
#include "daemon/judge/verdict.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

// Those of the closed set that this daemon can raise so far: label `kind` of transceiver_alerts_total.
inline constexpr std::array<std::string_view, 9> alert_kinds{
    "presence",     "read", "identity", "checksum", "monitor", "flag", "link_mode_mismatch", "port_mode_unexpected",
    "configuration"};

// One thing that is wrong now (alert object of contracts.md).
struct Alert {
    std::string id;    // port/kind[/monitor or flag][/lane]
    std::string kind;  // closed set of contracts.md
    std::string port;
    std::optional<unsigned> lane;  // from 1
    std::string monitor;           // empty where it is not about a monitor
    std::string flag;              // empty where it is not about a flag of the module
    std::string reason;            // of a verdict or of a fault; closed sets
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

}  // namespace opticward::daemon
