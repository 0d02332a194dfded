// What the kernel says about this process, for the process_* metrics that every Prometheus client has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace opticward::daemon {

// Absent: the kernel did not tell.
struct ProcessStatistics {
    std::optional<double> cpu_seconds;
    std::optional<double> resident_memory_bytes;
    std::optional<double> virtual_memory_bytes;
    std::optional<double> open_files;
    std::optional<double> max_files;
    std::optional<double> started_at_seconds;  // Unix time
};

// `proc` is /proc. Source: proc(5), self/stat, self/fd, self/limits, stat (btime).
ProcessStatistics read_process_statistics(const std::filesystem::path& proc);

}  // namespace opticward::daemon
