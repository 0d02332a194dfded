#include "daemon/publish/metrics.h"

#include "daemon/publish/metrics_collectable.h"
#include "daemon/publish/metrics_rows.h"

#include <algorithm>
#include <limits>
#include <prometheus/client_metric.h>
#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>
#include <utility>

namespace opticward::daemon {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

MetricType type_of(MetricKind kind) {
    switch (kind) {
        case MetricKind::counter: return MetricType::Counter;
        case MetricKind::histogram: return MetricType::Histogram;
        default: return MetricType::Gauge;
    }
}

ClientMetric::Histogram histogram_of(const DurationHistogram& counted) {
    ClientMetric::Histogram histogram;
    std::uint64_t cumulative = 0;
    for (std::size_t i = 0; i < counted.counts.size(); ++i) {
        cumulative += counted.counts[i];
        const double bound = i < DurationHistogram::bounds.size() ? DurationHistogram::bounds[i]
                                                                  : std::numeric_limits<double>::infinity();
        histogram.bucket.push_back({.cumulative_count = cumulative, .upper_bound = bound});
    }
    histogram.sample_count = cumulative;
    histogram.sample_sum = counted.sum_seconds;
    return histogram;
}

ClientMetric metric_of(const MetricRow& row, const MetricSample& sample) {
    ClientMetric metric;
    const std::size_t labels = std::min(row.labels.size(), sample.label_values.size());
    for (std::size_t i = 0; i < labels; ++i) {
        // To Prometheus an empty label and none are the same.
        if (!sample.label_values[i].empty()) {
            metric.label.push_back({.name = std::string(row.labels[i]), .value = sample.label_values[i]});
        }
    }
    switch (row.kind) {
        case MetricKind::gauge: metric.gauge.value = sample.value; break;
        case MetricKind::counter: metric.counter.value = sample.value; break;
        case MetricKind::histogram: metric.histogram = histogram_of(sample.histogram); break;
    }
    return metric;
}

MetricFamily family_of(const MetricRow& row, const Board& board, const DaemonStatus& status) {
    std::vector<MetricSample> samples;
    MetricSamples collector(row, samples);
    if (row.board != nullptr) row.board(board, status, collector);
    if (row.port != nullptr) {
        for (const auto& port : board.ports) {
            row.port(*port, collector);
        }
    }
    MetricFamily family{
        .name = std::string(row.name), .help = std::string(row.help), .type = type_of(row.kind), .metric = {}};
    family.metric.reserve(samples.size());
    for (const MetricSample& sample : samples) {
        family.metric.push_back(metric_of(row, sample));
    }
    return family;
}

std::vector<MetricFamily> families(const Board& board, const DaemonStatus& status) {
    std::vector<MetricFamily> all;
    for (const MetricRow& row : metric_rows()) {
        MetricFamily family = family_of(row, board, status);
        if (!family.metric.empty()) all.push_back(std::move(family));
    }
    return all;
}

}  // namespace

MetricsCollectable::MetricsCollectable(std::shared_ptr<const Board> board, DaemonStatus status)
    : board_(std::move(board)), status_(std::move(status)) {}

std::vector<MetricFamily> MetricsCollectable::Collect() const {
    return families(*board_, status_);
}

std::string render(const Board& board, const DaemonStatus& status) {
    return prometheus::TextSerializer().Serialize(families(board, status));
}

}  // namespace opticward::daemon
