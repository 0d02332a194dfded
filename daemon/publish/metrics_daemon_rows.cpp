// The buses, the daemon and its process.
#include "daemon/publish/metrics_rows.h"

#include <chrono>
#include <optional>

namespace opticward::daemon {

namespace {

template <std::uint64_t BusSnapshot::*Counter>
void bus_counter(const Board& board, const DaemonStatus&, MetricSamples& samples) {
    for (const BusSnapshot& bus : board.buses) {
        samples.add({bus.name}, static_cast<double>(bus.*Counter));
    }
}

void bus_errors(const Board& board, const DaemonStatus&, MetricSamples& samples) {
    for (const BusSnapshot& bus : board.buses) {
        for (std::size_t fault = 0; fault < drivers::fault_count; ++fault) {
            samples.add({bus.name, drivers::text(static_cast<drivers::Fault>(fault))},
                        static_cast<double>(bus.errors[fault]));
        }
    }
}

void bus_busy(const Board& board, const DaemonStatus&, MetricSamples& samples) {
    for (const BusSnapshot& bus : board.buses) {
        samples.add({bus.name}, bus.busy_seconds);
    }
}

void poll_interval(const Board& board, const DaemonStatus&, MetricSamples& samples) {
    for (const BusSnapshot& bus : board.buses) {
        if (bus.interval.count() > 0) samples.add({bus.name}, std::chrono::duration<double>(bus.interval).count());
    }
}

void cycle_duration(const Board& board, const DaemonStatus&, MetricSamples& samples) {
    if (board.buses.empty()) return;
    DurationHistogram all;
    for (const BusSnapshot& bus : board.buses) {
        all.add(bus.cycles);
    }
    samples.add({}, all);
}

void overruns(const Board& board, const DaemonStatus&, MetricSamples& samples) {
    std::uint64_t all = 0;
    for (const BusSnapshot& bus : board.buses) {
        all += bus.overruns;
    }
    samples.add({}, static_cast<double>(all));
}

void build(const Board&, const DaemonStatus& status, MetricSamples& samples) {
    samples.add({status.version, status.revision, status.compiler}, 1);
}

void configuration_loaded(const Board&, const DaemonStatus& status, MetricSamples& samples) {
    samples.add({}, status.configuration_loaded ? 1 : 0);
}

void configuration_loaded_at(const Board&, const DaemonStatus& status, MetricSamples& samples) {
    if (!status.configuration_loaded_at) return;
    samples.add({}, std::chrono::duration<double>(status.configuration_loaded_at->time_since_epoch()).count());
}

template <std::optional<double> ProcessStatistics::*Value>
void process(const Board&, const DaemonStatus& status, MetricSamples& samples) {
    if (const auto value = status.process.*Value) samples.add({}, *value);
}

MetricRow board_row(std::string_view name, MetricKind kind, std::string_view unit, std::vector<std::string_view> labels,
                    std::string_view help, BoardSamples samples) {
    return {.name = name,
            .kind = kind,
            .unit = unit,
            .labels = std::move(labels),
            .help = help,
            .port = nullptr,
            .board = samples,
            .monitor = nullptr};
}

}  // namespace

std::vector<MetricRow> daemon_metric_rows() {
    using enum MetricKind;
    return {
        board_row("transceiver_bus_transfers_total", counter, "", {"bus"}, "Transfers on the bus, failed ones too.",
                  bus_counter<&BusSnapshot::transfers>),
        board_row("transceiver_bus_errors_total", counter, "", {"bus", "reason"},
                  "Failed transfers by what went wrong.", bus_errors),
        board_row("transceiver_bus_busy_seconds_total", counter, "seconds", {"bus"},
                  "Time that transfers took; its rate is the use of the bus.", bus_busy),
        board_row("transceiver_bus_recoveries_total", counter, "", {"bus"}, "Times that the bus had to be freed.",
                  bus_counter<&BusSnapshot::recoveries>),
        board_row("opticward_build_info", gauge, "", {"version", "revision", "compiler"},
                  "Build of the daemon; always 1.", build),
        board_row("opticward_poll_interval_seconds", gauge, "seconds", {"bus"},
                  "Time between two polls of a module on the bus.", poll_interval),
        board_row("opticward_poll_cycle_duration_seconds", histogram, "seconds", {},
                  "How long a bus took to poll all of its modules once.", cycle_duration),
        board_row("opticward_poll_cycle_overruns_total", counter, "", {},
                  "Polls left out because the bus was not done in time.", overruns),
        board_row("opticward_config_last_reload_successful", gauge, "", {},
                  "Whether the configuration could be used at the latest attempt.", configuration_loaded),
        board_row("opticward_config_last_reload_success_timestamp_seconds", gauge, "seconds", {},
                  "Unix time at which the configuration in use was loaded.", configuration_loaded_at),
        board_row("process_cpu_seconds_total", counter, "seconds", {}, "Time on the processor, user and system.",
                  process<&ProcessStatistics::cpu_seconds>),
        board_row("process_resident_memory_bytes", gauge, "bytes", {}, "Resident memory.",
                  process<&ProcessStatistics::resident_memory_bytes>),
        board_row("process_virtual_memory_bytes", gauge, "bytes", {}, "Virtual memory.",
                  process<&ProcessStatistics::virtual_memory_bytes>),
        board_row("process_open_fds", gauge, "", {}, "Open file descriptors.", process<&ProcessStatistics::open_files>),
        board_row("process_max_fds", gauge, "", {}, "Most file descriptors that may be open.",
                  process<&ProcessStatistics::max_files>),
        board_row("process_start_time_seconds", gauge, "seconds", {}, "Unix time at which the process started.",
                  process<&ProcessStatistics::started_at_seconds>),
    };
}

}  // namespace opticward::daemon
