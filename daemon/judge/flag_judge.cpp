#include "daemon/judge/flag_judge.h"

#include "daemon/judge/sentences.h"

namespace opticward::daemon {

namespace {

// What was not read this time stays as it was.
template <class Flags>
Flags newer(const Flags& before, const Flags& now) {
    return {.known = before.known | now.known, .raised = (before.raised & ~now.known) | (now.raised & now.known)};
}

template <class Flags>
std::uint32_t risen(const Flags& before, const Flags& now) {
    return now.raised & now.known & ~before.raised;
}

bool has_lane(std::uint32_t lanes, std::size_t lane) {
    return (lanes >> lane & 1U) != 0;
}

std::string alert_id(const AlertingFlag& row, std::size_t lane, const std::string& port) {
    return port + "/flag/" + std::string(cmis::text(row.flag)) + "/" + std::to_string(lane + 1);
}

Alert alert_for(const AlertingFlag& row, std::size_t lane, const std::string& port) {
    Alert alert;
    alert.id = alert_id(row, lane, port);
    alert.kind = "flag";
    alert.port = port;
    alert.lane = static_cast<unsigned>(lane + 1);
    alert.flag = cmis::text(row.flag);
    alert.severity = row.severity;
    alert.sentence = place(port, alert.lane) + " " + std::string(flag_words(row.flag)) + ".";
    alert.remedy = flag_remedy(row.flag);
    return alert;
}

}  // namespace

void FlagJudge::reset() {
    last_ = {};
    rises_.clear();
    seen_at_ = {};
}

void FlagJudge::count_rises(const FlagContext& context) {
    for (std::size_t flag = 0; flag < cmis::module_flag_count; ++flag) {
        const auto name = static_cast<cmis::ModuleFlag>(flag);
        if ((risen(last_.module, context.seen.module) & cmis::ModuleFlags::mask(name)) != 0) {
            ++rises_[std::string(cmis::text(name))];
        }
    }
    for (std::size_t flag = 0; flag < cmis::lane_flag_count; ++flag) {
        const auto name = static_cast<cmis::LaneFlag>(flag);
        const std::uint32_t lanes = context.facts.lanes_on(cmis::side(name));
        for (std::size_t lane = 0; lane < cmis::max_lanes; ++lane) {
            if (!has_lane(lanes, lane)) continue;
            const std::uint32_t up = risen(last_.lanes[lane], context.seen.lanes[lane]);
            if ((up & cmis::LaneFlags::mask(name)) != 0) ++rises_[std::string(cmis::text(name))];
        }
    }
}

void FlagJudge::judge_lane(std::size_t flag, std::size_t lane, const FlagContext& context, AlertBook& alerts,
                           std::vector<Event>& events) {
    const AlertingFlag& row = alerting_flags[flag];
    const bool host = cmis::side(row.flag) == cmis::LaneSide::host;
    const std::uint32_t lanes = host ? context.host_lanes_in_use : context.media_lanes_in_use;
    std::optional<SteadyTime>& seen_at = seen_at_[flag][lane];
    if (context.administratively_down || !has_lane(lanes, lane)) {
        if (seen_at) alerts.clear(alert_id(row, lane, context.port), "", context.at, events);
        seen_at.reset();
        return;
    }
    if (context.seen.lanes[lane].has(row.flag)) {
        seen_at = context.at.steady;
        return alerts.hold(alert_for(row, lane, context.port), context.at, events);
    }
    if (!seen_at || !context.seen.lanes[lane].knows(row.flag)) return;
    if (context.at.steady - *seen_at < clear_after_) return;
    seen_at.reset();
    const std::string over =
        place(context.port, static_cast<unsigned>(lane + 1)) + " " + std::string(flag_over_words(row.flag)) + ".";
    alerts.clear(alert_id(row, lane, context.port), over, context.at, events);
}

void FlagJudge::take(const FlagContext& context, AlertBook& alerts, std::vector<Event>& events) {
    count_rises(context);
    last_.module = newer(last_.module, context.seen.module);
    for (std::size_t lane = 0; lane < cmis::max_lanes; ++lane) {
        last_.lanes[lane] = newer(last_.lanes[lane], context.seen.lanes[lane]);
        for (std::size_t flag = 0; flag < alerting_flags.size(); ++flag) {
            judge_lane(flag, lane, context, alerts, events);
        }
    }
}

}  // namespace opticward::daemon
