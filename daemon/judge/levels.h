// The level of one monitored value over time: raised at once, cleared when the value has been inside of the limits by
// the hysteresis for a while (contracts.md, "Levels and flags"). Pure; time is a parameter.
#pragma once

#include "cmis/quantity.h"
#include "daemon/instant.h"
#include "daemon/judge/judge_settings.h"
#include "daemon/judge/monitors.h"
#include "daemon/judge/verdict.h"

#include <chrono>
#include <optional>

namespace opticward::daemon {

struct Crossing {
    Level level = Level::normal;
    Bound bound = Bound::none;

    constexpr bool operator==(const Crossing&) const = default;
};

constexpr Crossing classify(double value, const cmis::Limits<double>& limits) {
    if (value >= limits.high_alarm) return {Level::alarm, Bound::high};
    if (value <= limits.low_alarm) return {Level::alarm, Bound::low};
    if (value >= limits.high_warning) return {Level::warning, Bound::high};
    if (value <= limits.low_warning) return {Level::warning, Bound::low};
    return {};
}

// The limit that a crossing is about.
double limit_of(const cmis::Limits<double>& limits, Crossing crossing);

// The limits to judge by, and the same moved inwards by the hysteresis.
struct JudgedLimits {
    cmis::Limits<double> limits;
    cmis::Limits<double> inside;
};
JudgedLimits judged_limits(const MonitorRow& row, const cmis::Limits<double>& limits, const JudgeSettings& settings);

struct LevelChange {
    Crossing before;
    Crossing after;
    bool raised = false;  // worse than before, or beyond the other bound
};

class LevelTracker {
public:
    std::optional<LevelChange> take(double value, const JudgedLimits& limits, SteadyTime at,
                                    std::chrono::milliseconds clear_after);
    Crossing current() const { return current_; }

private:
    Crossing current_;
    std::optional<SteadyTime> inside_alarm_since_;
    std::optional<SteadyTime> inside_warning_since_;
};

}  // namespace opticward::daemon
