// One row a metric: what it is called and means, and how its samples come out of a snapshot. The exporter and the
// reference in docs/metrics.md walk the same rows. Pure; any thread.
#pragma once

#include "daemon/judge/monitors.h"
#include "daemon/judge/snapshot.h"
#include "daemon/publish/metrics.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon {

enum class MetricKind : std::uint8_t { gauge, counter, histogram };
std::string_view text(MetricKind kind);

struct MetricRow;

struct MetricSample {
    std::vector<std::string> label_values;  // as many as the row has labels; empty: the sample does not have the label
    double value = 0;
    DurationHistogram histogram;  // of that kind only
};

// Collects the samples of one row.
class MetricSamples {
public:
    MetricSamples(const MetricRow& row, std::vector<MetricSample>& samples) : row_(row), samples_(samples) {}

    const MetricRow& row() const { return row_; }
    // A value that is not finite is left out: nothing that reads this format agrees on what it would mean.
    void add(std::initializer_list<std::string_view> label_values, double value);
    void add(std::initializer_list<std::string_view> label_values, const DurationHistogram& histogram);

private:
    const MetricRow& row_;
    std::vector<MetricSample>& samples_;
};

using PortSamples = void (*)(const PortSnapshot&, MetricSamples&);
using BoardSamples = void (*)(const Board&, const DaemonStatus&, MetricSamples&);

struct MetricRow {
    std::string_view name;
    MetricKind kind = MetricKind::gauge;
    std::string_view unit = {};
    std::vector<std::string_view> labels = {};
    std::string_view help = {};
    // One of the two.
    PortSamples port = nullptr;
    BoardSamples board = nullptr;
    const MonitorRow* monitor = nullptr;  // of the metrics that every row of judge/monitors.h has
};

// In the order of the exposition. Made once.
const std::vector<MetricRow>& metric_rows();

std::vector<MetricRow> port_metric_rows();
std::vector<MetricRow> monitor_metric_rows();
std::vector<MetricRow> verdict_metric_rows();
std::vector<MetricRow> daemon_metric_rows();

}  // namespace opticward::daemon
