#include "daemon/judge/levels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace opticward::daemon {

namespace {

double amount_of(Hysteresis kind, const JudgeSettings& settings) {
    switch (kind) {
        case Hysteresis::celsius: return settings.temperature_hysteresis_celsius;
        case Hysteresis::volts: return settings.supply_voltage_hysteresis_volts;
        case Hysteresis::ratio_of_limit: return settings.tx_bias_hysteresis_ratio;
        case Hysteresis::decibels: return settings.optical_power_hysteresis_decibels;
    }
    return 0;
}

// How far inside of this limit a value must be.
double distance_from(double limit, Bound bound, Hysteresis kind, double amount) {
    switch (kind) {
        case Hysteresis::celsius:
        case Hysteresis::volts: return amount;
        case Hysteresis::ratio_of_limit: return std::abs(limit) * amount;
        case Hysteresis::decibels:
            return bound == Bound::high ? limit * (1 - std::pow(10, -amount / 10))
                                        : limit * (std::pow(10, amount / 10) - 1);
    }
    return 0;
}

// Never more than a quarter of the window, or a narrow one could not be left again.
void move_inwards(double& high, double& low, Hysteresis kind, double amount) {
    const double most = std::isfinite(low) ? (high - low) / 4 : std::numeric_limits<double>::infinity();
    const double from_high = std::min(distance_from(high, Bound::high, kind, amount), most);
    const double from_low = std::isfinite(low) ? std::min(distance_from(low, Bound::low, kind, amount), most) : 0;
    high -= from_high;
    low += from_low;
}

bool inside(double value, double high, double low) {
    return value < high && value > low;
}

// Keeps the start of an unbroken stay inside; tells whether it has lasted long enough.
bool stayed(std::optional<SteadyTime>& since, bool is_inside, SteadyTime at, std::chrono::milliseconds clear_after) {
    if (!is_inside) {
        since.reset();
        return false;
    }
    if (!since) since = at;
    return at - *since >= clear_after;
}

}  // namespace

double limit_of(const cmis::Limits<double>& limits, Crossing crossing) {
    if (crossing.level == Level::alarm) return crossing.bound == Bound::low ? limits.low_alarm : limits.high_alarm;
    return crossing.bound == Bound::low ? limits.low_warning : limits.high_warning;
}

JudgedLimits judged_limits(const MonitorRow& row, const cmis::Limits<double>& limits, const JudgeSettings& settings) {
    JudgedLimits judged{.limits = limits, .inside = {}};
    if (row.lowest >= 0) {
        // Of a quantity that cannot be negative, a low limit of 0 is no limit: darkness is not "0 <= 0".
        constexpr double none = -std::numeric_limits<double>::infinity();
        if (limits.low_alarm <= 0) judged.limits.low_alarm = none;
        if (limits.low_warning <= 0) judged.limits.low_warning = none;
    }
    judged.inside = judged.limits;
    const double amount = amount_of(row.hysteresis, settings);
    move_inwards(judged.inside.high_alarm, judged.inside.low_alarm, row.hysteresis, amount);
    move_inwards(judged.inside.high_warning, judged.inside.low_warning, row.hysteresis, amount);
    return judged;
}

std::optional<LevelChange> LevelTracker::take(double value, const JudgedLimits& limits, SteadyTime at,
                                              std::chrono::milliseconds clear_after) {
    const auto& by = limits.inside;
    const bool alarm_over = stayed(inside_alarm_since_, inside(value, by.high_alarm, by.low_alarm), at, clear_after);
    const bool warning_over =
        stayed(inside_warning_since_, inside(value, by.high_warning, by.low_warning), at, clear_after);

    const Crossing before = current_;
    const Crossing seen = classify(value, limits.limits);
    const bool other_bound = seen.level == current_.level && seen.bound != current_.bound;
    if (seen.level > current_.level || other_bound) {
        current_ = seen;
        return LevelChange{.before = before, .after = current_, .raised = true};
    }
    if (current_.level == Level::alarm && alarm_over) current_.level = Level::warning;
    if (current_.level == Level::warning && warning_over) current_ = {};
    if (current_ == before) return std::nullopt;
    return LevelChange{.before = before, .after = current_, .raised = false};
}

}  // namespace opticward::daemon
