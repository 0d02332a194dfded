// The board as Prometheus text (format 0.0.4). Made from a snapshot: a scrape never touches a module, and a module that
// left has no series. Catalogue: docs/metrics.md, generated from the same rows.
#pragma once

#include "daemon/judge/snapshot.h"
#include "daemon/publish/metrics_process.h"

#include <optional>
#include <string>

namespace opticward::daemon {

// What is said of the daemon itself.
struct DaemonStatus {
    std::string version;
    std::string revision;  // of the sources; empty: not known
    std::string compiler;
    bool configuration_loaded = true;                 // at the latest attempt
    std::optional<WallTime> configuration_loaded_at;  // the last success
    ProcessStatistics process;
};

// Any thread. Finite numbers only, in the classic locale whatever the program's is; label values are as given and must
// be valid UTF-8, which the decoder and the settings make sure of.
std::string render(const Board& board, const DaemonStatus& status);

// The Content-Type of that text.
inline constexpr const char* metrics_content_type = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace opticward::daemon
