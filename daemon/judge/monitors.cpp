#include "daemon/judge/monitors.h"

#include <cmath>

namespace opticward::daemon {

namespace {

// protocol_mode.md 7.2: a temperature of exactly 0 or of FFFFh is a module that has not measured.
constexpr double unprogrammed_celsius = -1.0 / 256;

bool is_exactly(double value, double marker) {
    return std::fpclassify(value - marker) == FP_ZERO;
}

}  // namespace

bool believable(const MonitorRow& row, double value) {
    if (!std::isfinite(value) || value < row.lowest || value > row.highest) return false;
    if (row.id != MonitorId::temperature) return true;
    return !is_exactly(value, 0) && !is_exactly(value, unprogrammed_celsius);
}

}  // namespace opticward::daemon
