// Polls one port: looks whether a module is there, finds out which one, reads what changes, and publishes each poll as a
// Reading. Owned and called by the worker of its bus. Time is a parameter; it never waits.
#pragma once

#include "daemon/poll/bus_budget.h"
#include "daemon/poll/cage.h"
#include "daemon/poll/grid.h"
#include "daemon/poll/live_plan.h"
#include "daemon/poll/module_reader.h"
#include "daemon/poll/reading_sink.h"
#include "daemon/poll/soak.h"
#include "drivers/evidence/image_evidence.h"
#include "drivers/host_port/host_port.h"
#include "drivers/module_access.h"
#include "drivers/timing.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace opticward::daemon {

// What the port runs, asked with each poll.
using HostPortReader = std::function<drivers::HostPortState()>;

// What a poller is made of. References must live longer; `presence` is null where only the bus can tell.
struct PollerParts {
    std::size_t port = 0;  // index into the settings' ports
    drivers::ModuleAccess& access;
    drivers::Pin* presence = nullptr;
    CageLines cage = {};
    HostPortReader host;                         // may be empty
    drivers::ImageEvidence* evidence = nullptr;  // where a dump speaks for a module that cannot be read
    ReadingSink& sink;
    drivers::Now now;  // only to measure how long a poll took
    Periods periods;
    std::chrono::nanoseconds identity_check{};
};

class PortPoller {
public:
    explicit PortPoller(PollerParts parts);

    // Does what is due and says when to call again. The grid does not drift.
    SteadyTime step(Instant now);
    void refresh();
    // Nothing touches the module until then.
    void pause_until(SteadyTime until) { paused_until_ = until; }

    void set_periods(Periods periods);
    std::uint64_t overruns() const { return overruns_; }
    // What the last look for a module, or the last poll, took.
    std::chrono::nanoseconds presence_cost() const { return presence_cost_; }
    std::chrono::nanoseconds poll_cost() const { return poll_cost_; }
    std::uint64_t polls() const { return polls_; }

private:
    enum class Occupancy : std::uint8_t { unknown, absent, present };

    SteadyTime stay_paused(Instant now);
    void resume();
    void look(Instant now);
    drivers::Result<bool> presence();
    void look_at_the_bus(Instant now);
    void believe_or_check_emptiness(Instant now);
    void arrive(Instant now);
    void leave(Instant now);

    void reset();

    void poll(Instant now);
    void poll_identified(Instant now);
    void identify(Instant now);
    void reject(const Candidate& candidate);
    void accept(const Candidate& candidate, Instant now);
    bool lost_its_lower_memory(const Candidate& candidate) const;
    std::shared_ptr<const Insertion> insertion_of(const Candidate& candidate, Instant now, bool same) const;
    bool identity_is_confirmed(Instant now);
    void doubt(Instant now);
    void fail(drivers::Fault fault);
    void retry_soon(Instant now) { retry_ = now.steady + presence_grid_.period(); }

    bool may_be_complete_now(bool by_time, Instant now) const;
    void plan_completion(bool same, Instant now);
    void prepare_live_part();
    void read_live(Instant now);
    drivers::Result<cmis::Live> sample(SteadyTime now);
    drivers::Result<cmis::Live> believable_sample(SteadyTime now);
    bool is_believable(const cmis::Live& live) const;
    void keep_flags(const cmis::Live& live);
    bool awaits_data(const cmis::Live& live, SteadyTime now);
    bool sample_is_blank() const;
    void publish(Instant now);
    void add_evidence(Reading& reading) const;

    PollerParts parts_;
    ModuleReader reader_;
    Grid presence_grid_;
    Grid poll_grid_;
    SteadyTime paused_until_ = SteadyTime::min();
    bool is_paused_ = false;
    bool refresh_ = false;
    std::optional<SteadyTime> retry_;  // of an identification, before the next point of the grid

    Occupancy occupancy_ = Occupancy::unknown;
    unsigned silent_looks_ = 0;                 // without a presence line: NACKs in a row
    std::optional<drivers::Fault> look_fault_;  // why looking at the bus told nothing
    bool contradicted_ = false;
    std::string presence_problem_;  // why the presence line could not be read at the last look; may be empty
    SteadyTime next_check_of_emptiness_ = SteadyTime::min();

    PortState state_ = PortState::unknown;
    bool identified_ = false;
    Soak soak_;
    std::shared_ptr<const Insertion> insertion_;
    bool incomplete_ = false;  // taken without a page that it advertises, or without lower memory: looked for again
    unsigned looks_for_the_rest_ = 0;
    SteadyTime next_look_for_the_rest_ = SteadyTime::max();
    SteadyTime next_identity_check_{};
    bool doubted_ = false;  // in this poll already
    std::optional<SteadyTime> not_ready_since_;

    cmis::MemoryMap memory_;  // of the module, live bytes as last read
    cmis::Module module_;
    LivePlan plan_;
    bool lower_memory_unread_ = false;  // it reads FFh throughout and is not polled
    bool discard_flags_ = false;        // what is latched is from before the insertion
    std::optional<cmis::Celsius> last_temperature_;

    std::optional<cmis::Live> live_;  // for the reading under way
    std::optional<drivers::Fault> fault_;
    FlagsSeen flags_;
    std::uint32_t failures_in_row_ = 0;
    std::uint32_t good_reads_ = 0;
    std::uint64_t insertions_ = 0;
    std::uint64_t removals_ = 0;
    std::uint64_t overruns_ = 0;
    std::uint64_t polls_ = 0;
    drivers::TimePoint step_began_{};
    std::chrono::nanoseconds presence_cost_{};
    std::chrono::nanoseconds poll_cost_{};
};

}  // namespace opticward::daemon
