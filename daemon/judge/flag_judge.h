// The latched flags of one port: counts how often each came up, and raises alerts of the few that mean a broken lane.
// Main thread only; no clock.
#pragma once

#include "cmis/flags.h"
#include "daemon/judge/alert_book.h"
#include "daemon/judge/judge_settings.h"
#include "daemon/judge/module_facts.h"
#include "daemon/judge/snapshot.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace opticward::daemon {

// contracts.md, "Levels and flags". The severities are those of our alert rules (interfaces.md 2.2).
struct AlertingFlag {
    cmis::LaneFlag flag;
    Severity severity;
};
inline constexpr std::array<AlertingFlag, 4> alerting_flags{
    AlertingFlag{cmis::LaneFlag::tx_fault, Severity::critical}, AlertingFlag{cmis::LaneFlag::rx_los, Severity::warning},
    AlertingFlag{cmis::LaneFlag::tx_lol, Severity::warning}, AlertingFlag{cmis::LaneFlag::rx_lol, Severity::warning}};

struct FlagContext {
    const std::string& port;
    const ModuleFacts& facts;
    const FlagsSeen& seen;
    std::uint32_t host_lanes_in_use = 0;
    std::uint32_t media_lanes_in_use = 0;
    bool administratively_down = false;
    Instant at;
};

class FlagJudge {
public:
    explicit FlagJudge(const JudgeSettings& settings) : clear_after_(settings.clear_after) {}

    void take(const FlagContext& context, AlertBook& alerts, std::vector<Event>& events);
    void configure(const JudgeSettings& settings) { clear_after_ = settings.clear_after; }
    void reset();

    // As last read, flag by flag.
    const FlagsSeen& last() const { return last_; }
    // Flag name -> how often it was found set after being clear, over all lanes that exist.
    const std::map<std::string, std::uint64_t>& rises() const { return rises_; }

private:
    void count_rises(const FlagContext& context);
    void judge_lane(std::size_t flag, std::size_t lane, const FlagContext& context, AlertBook& alerts,
                    std::vector<Event>& events);

    std::chrono::milliseconds clear_after_;
    FlagsSeen last_;
    std::map<std::string, std::uint64_t> rises_;
    std::array<std::array<std::optional<SteadyTime>, cmis::max_lanes>, alerting_flags.size()> seen_at_{};
};

}  // namespace opticward::daemon
