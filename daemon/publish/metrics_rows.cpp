#include "daemon/publish/metrics_rows.h"

#include <cmath>
#include <iterator>

namespace opticward::daemon {

namespace {

std::vector<std::string> texts(std::initializer_list<std::string_view> values) {
    return {values.begin(), values.end()};
}

std::vector<MetricRow> all_rows() {
    std::vector<MetricRow> all;
    for (auto rows : {port_metric_rows(), monitor_metric_rows(), verdict_metric_rows(), daemon_metric_rows()}) {
        std::move(rows.begin(), rows.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace

std::string_view text(MetricKind kind) {
    switch (kind) {
        case MetricKind::gauge: return "gauge";
        case MetricKind::counter: return "counter";
        case MetricKind::histogram: return "histogram";
    }
    return "gauge";
}

void MetricSamples::add(std::initializer_list<std::string_view> label_values, double value) {
    if (!std::isfinite(value)) return;
    samples_.push_back({.label_values = texts(label_values), .value = value, .histogram = {}});
}

void MetricSamples::add(std::initializer_list<std::string_view> label_values, const DurationHistogram& histogram) {
    samples_.push_back({.label_values = texts(label_values), .value = 0, .histogram = histogram});
}

const std::vector<MetricRow>& metric_rows() {
    static const std::vector<MetricRow> rows = all_rows();
    return rows;
}

}  // namespace opticward::daemon
