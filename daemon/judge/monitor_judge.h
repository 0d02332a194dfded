// The monitors of one port: values against the module's own limits, lane by lane. Main thread only; no clock.
#pragma once

#include "daemon/judge/alert_book.h"
#include "daemon/judge/levels.h"
#include "daemon/judge/module_facts.h"
#include "daemon/judge/snapshot.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace opticward::daemon {

// What one good reading is judged by.
struct MonitorContext {
    const std::string& port;
    const ModuleFacts& facts;
    const cmis::Live& live;
    std::uint32_t media_lanes_in_use = 0;
    // Lasers are off and fibres dark on purpose: what is too low on a lane is not judged.
    bool administratively_down = false;
    Instant at;
};

class MonitorJudge {
public:
    explicit MonitorJudge(const JudgeSettings& settings) : settings_(settings) {}

    void take(const MonitorContext& context, AlertBook& alerts, std::vector<Event>& events);
    void configure(const JudgeSettings& settings) { settings_ = settings; }
    // Another module: nothing of the old one counts.
    void reset();

    MonitorLevels levels() const;
    // "monitor severity bound" -> how often that was raised.
    const std::map<std::string, std::uint64_t>& raised() const { return raised_; }

private:
    void judge_lane(const MonitorRow& row, std::size_t lane, const MonitorContext& context, AlertBook& alerts,
                    std::vector<Event>& events);
    void forget(const MonitorRow& row, std::size_t lane, const MonitorContext& context, AlertBook& alerts,
                std::vector<Event>& events);

    JudgeSettings settings_;
    std::array<std::array<LevelTracker, cmis::max_lanes>, monitor_count> trackers_{};
    std::array<std::uint32_t, monitor_count> judged_{};
    std::map<std::string, std::uint64_t> raised_;
};

}  // namespace opticward::daemon
