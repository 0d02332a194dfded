#include "daemon/judge/monitor_judge.h"

#include "daemon/judge/sentences.h"

#include <limits>
#include <optional>

namespace opticward::daemon {

namespace {

std::size_t index(const MonitorRow& row) {
    return static_cast<std::size_t>(row.id);
}

std::optional<unsigned> lane_number(const MonitorRow& row, std::size_t lane) {
    return row.per_lane ? std::optional{static_cast<unsigned>(lane + 1)} : std::nullopt;
}

std::string alert_id(const MonitorRow& row, std::size_t lane, const std::string& port) {
    std::string id = port + "/monitor/" + std::string(row.name);
    if (row.per_lane) id += "/" + std::to_string(lane + 1);
    return id;
}

void without_low(cmis::Limits<double>& limits) {
    limits.low_alarm = limits.low_warning = -std::numeric_limits<double>::infinity();
}

bool low_is_expected(const MonitorRow& row, const MonitorContext& context) {
    return row.per_lane && context.administratively_down;
}

Alert alert_for(const MonitorRow& row, std::size_t lane, const MonitorContext& context, double value, Crossing crossing,
                double limit) {
    Alert alert;
    alert.id = alert_id(row, lane, context.port);
    alert.kind = "monitor";
    alert.port = context.port;
    alert.lane = lane_number(row, lane);
    alert.monitor = row.name;
    alert.severity = crossing.level == Level::alarm ? Severity::critical : Severity::warning;
    alert.bound = crossing.bound;
    alert.value = value;
    alert.threshold = limit;
    alert.threshold_source = "module";
    alert.sentence = raised_sentence(row, place(context.port, alert.lane), value, crossing, limit);
    alert.remedy = row.remedy;
    return alert;
}

}  // namespace

void MonitorJudge::reset() {
    trackers_ = {};
    judged_ = {};
    raised_.clear();
}

MonitorLevels MonitorJudge::levels() const {
    MonitorLevels levels{.rows = {}, .judged = {judged_.begin(), judged_.end()}};
    levels.rows.resize(trackers_.size());
    for (std::size_t row = 0; row < trackers_.size(); ++row) {
        for (std::size_t lane = 0; lane < trackers_[row].size(); ++lane) {
            levels.rows[row][lane] = trackers_[row][lane].current().level;
        }
    }
    return levels;
}

void MonitorJudge::forget(const MonitorRow& row, std::size_t lane, const MonitorContext& context, AlertBook& alerts,
                          std::vector<Event>& events) {
    trackers_[index(row)][lane] = {};
    judged_[index(row)] &= ~(std::uint32_t{1} << lane);
    alerts.clear(alert_id(row, lane, context.port), "", context.at, events);
}

void MonitorJudge::judge_lane(const MonitorRow& row, std::size_t lane, const MonitorContext& context, AlertBook& alerts,
                              std::vector<Event>& events) {
    const MonitorFacts& monitor = context.facts.monitors[index(row)];
    const std::optional<double> value = row.value(context.live, lane);
    if (!value || !believable(row, *value)) return;
    LevelTracker& tracker = trackers_[index(row)][lane];
    judged_[index(row)] |= std::uint32_t{1} << lane;

    JudgedLimits limits = judged_limits(row, *monitor.limits, settings_);
    if (low_is_expected(row, context)) {
        without_low(limits.limits);
        without_low(limits.inside);
        if (tracker.current().bound == Bound::low) {
            forget(row, lane, context, alerts, events);
            judged_[index(row)] |= std::uint32_t{1} << lane;
        }
    }

    const auto change = tracker.take(*value, limits, context.at.steady, settings_.clear_after);
    const std::string id = alert_id(row, lane, context.port);
    if (!change) return alerts.refresh(id, *value);
    const std::string where = place(context.port, lane_number(row, lane));
    if (change->after.level == Level::normal) {
        alerts.refresh(id, *value);
        return alerts.clear(id, cleared_sentence(row, where, *value), context.at, events);
    }
    Alert alert = alert_for(row, lane, context, *value, change->after, limit_of(limits.limits, change->after));
    if (!change->raised) {
        alert.sentence = eased_sentence(row, where, *value, change->after);
        return alerts.update(std::move(alert), context.at, events);
    }
    ++raised_[std::string(row.name) + " " + std::string(text(change->after.level)) + " " +
              std::string(text(change->after.bound))];
    alerts.raise(std::move(alert), context.at, events);
}

void MonitorJudge::take(const MonitorContext& context, AlertBook& alerts, std::vector<Event>& events) {
    for (const MonitorRow& row : monitors) {
        const MonitorFacts& monitor = context.facts.monitors[index(row)];
        const std::uint32_t lanes = row.per_lane ? context.media_lanes_in_use : 1;
        const std::size_t count = row.per_lane ? cmis::max_lanes : 1;
        for (std::size_t lane = 0; lane < count; ++lane) {
            const std::uint32_t bit = std::uint32_t{1} << lane;
            if (monitor.limits && (lanes & bit) != 0) {
                judge_lane(row, lane, context, alerts, events);
            } else if ((judged_[index(row)] & bit) != 0) {
                forget(row, lane, context, alerts, events);
            }
        }
    }
}

}  // namespace opticward::daemon
