// A board as a prometheus-cpp Collectable, for whoever scrapes by that library.
#pragma once

#include "daemon/publish/metrics.h"

#include <memory>
#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>
#include <vector>

namespace opticward::daemon {

// A custom Collectable and no Gauge objects: the series of a module that left are gone by themselves. Immutable; any
// thread.
class MetricsCollectable final : public prometheus::Collectable {
public:
    MetricsCollectable(std::shared_ptr<const Board> board, DaemonStatus status);

    // Families without samples are left out.
    std::vector<prometheus::MetricFamily> Collect() const override;

private:
    std::shared_ptr<const Board> board_;
    DaemonStatus status_;
};

}  // namespace opticward::daemon
