#include "daemon/poll/port_poller.h"

#include "cmis/memory_model.h"

#include <algorithm>
#include <utility>

namespace opticward::daemon {

namespace {

// Without a presence line: so many looks without an answer, and the module is gone (contracts.md, port states).
constexpr unsigned looks_until_gone = 3;
// A page refused, once or twice, is a sample lost; a module that goes on refusing cannot be read.
constexpr unsigned refusals_until_unreadable = 3;
// Pages that a module advertises and does not show are looked for at an identity check, then after twice that time, and
// so on, for an hour in all at 30 s: they are static, and what does not come by then never does.
constexpr unsigned most_looks_for_the_rest = 7;

bool is_no_access(drivers::Fault fault) {
    switch (fault) {
        case drivers::Fault::permission:
        case drivers::Fault::no_device:
        case drivers::Fault::driver_bound:
        case drivers::Fault::not_supported:
        case drivers::Fault::wrong_class: return true;
        default: return false;
    }
}

}  // namespace

PortPoller::PortPoller(PollerParts parts)
    : parts_{std::move(parts)},
      reader_{parts_.access},
      presence_grid_{parts_.periods.presence},
      poll_grid_{parts_.periods.poll} {}

// Whoever asks wants to know how it is now, also from a driver that holds back.
void PortPoller::refresh() {
    reader_.forget();
    refresh_ = true;
}

void PortPoller::set_periods(Periods periods) {
    presence_grid_.set_period(periods.presence);
    poll_grid_.set_period(periods.poll);
}

SteadyTime PortPoller::step(Instant now) {
    if (now.steady < paused_until_) {
        return stay_paused(now);
    }
    if (is_paused_) {
        resume();
    }
    if (presence_grid_.is_due(now.steady)) {
        const auto began = parts_.now();
        look(now);
        presence_grid_.advance(now.steady);
        presence_cost_ = parts_.now() - began;
    }
    const bool on_grid = poll_grid_.is_due(now.steady);
    if (on_grid || refresh_ || (retry_ && now.steady >= *retry_)) {
        step_began_ = parts_.now();
        poll(now);
        ++polls_;
        poll_cost_ = parts_.now() - step_began_;
    }
    if (on_grid) {
        overruns_ += poll_grid_.advance(now.steady);
    }
    const SteadyTime next = std::min(presence_grid_.due(), poll_grid_.due());
    return retry_ ? std::min(next, *retry_) : next;
}

SteadyTime PortPoller::stay_paused(Instant now) {
    if (!is_paused_) {
        is_paused_ = true;
        state_ = PortState::paused;
        step_began_ = parts_.now();
        publish(now);
    }
    return paused_until_;
}

// Another program may have done anything to the module meanwhile, or somebody may have swapped it.
void PortPoller::resume() {
    is_paused_ = false;
    reader_.forget();
    refresh_ = true;
    switch (occupancy_) {
        case Occupancy::absent: state_ = PortState::empty; break;
        case Occupancy::present: state_ = PortState::initializing; break;
        case Occupancy::unknown: state_ = PortState::unknown; break;
    }
}

void PortPoller::look(Instant now) {
    look_fault_.reset();
    const auto present = presence();
    if (!present) {
        look_at_the_bus(now);
        return;
    }
    if (!*present) {
        believe_or_check_emptiness(now);
        return;
    }
    if (std::exchange(contradicted_, false)) {
        next_identity_check_ = now.steady;
    }
    if (occupancy_ != Occupancy::present) {
        arrive(now);
    }
}

drivers::Result<bool> PortPoller::presence() {
    presence_problem_.clear();
    if (parts_.presence == nullptr) {
        return drivers::failed(drivers::Fault::no_device);
    }
    auto present = parts_.presence->is_active();
    if (!present) {
        presence_problem_ = parts_.presence->explanation();
    }
    return present;
}

void PortPoller::look_at_the_bus(Instant now) {
    const auto answer = reader_.probe();
    if (answer) {
        silent_looks_ = 0;
        if (occupancy_ != Occupancy::present) {
            arrive(now);
        }
        return;
    }
    if (answer.error() != drivers::Fault::nack) {
        look_fault_ = answer.error();
        return;
    }
    if (occupancy_ == Occupancy::unknown || (occupancy_ == Occupancy::present && ++silent_looks_ >= looks_until_gone)) {
        leave(now);
    }
}

// A presence line that says empty is checked against the bus where that is news, and now and then.
void PortPoller::believe_or_check_emptiness(Instant now) {
    if (occupancy_ == Occupancy::present || now.steady >= next_check_of_emptiness_) {
        next_check_of_emptiness_ = now.steady + parts_.identity_check;
        contradicted_ = reader_.probe().has_value();
        if (contradicted_) {
            if (occupancy_ != Occupancy::present) {
                arrive(now);
            }
            return;
        }
    }
    if (occupancy_ != Occupancy::absent) {
        leave(now);
    }
}

void PortPoller::reset() {
    insertion_.reset();
    identified_ = false;
    incomplete_ = false;
    memory_ = {};
    module_ = {};
    plan_ = {};
    flags_ = {};
    failures_in_row_ = 0;
    good_reads_ = 0;
    silent_looks_ = 0;
    not_ready_since_.reset();
    last_temperature_.reset();
    retry_.reset();
}

void PortPoller::arrive(Instant now) {
    reset();
    occupancy_ = Occupancy::present;
    state_ = PortState::initializing;
    soak_.begin(now.steady);
    reader_.forget();
    refresh_ = true;
}

void PortPoller::leave(Instant now) {
    if (insertion_) {
        ++removals_;
    }
    reset();
    occupancy_ = Occupancy::absent;
    contradicted_ = false;
    state_ = PortState::empty;
    step_began_ = parts_.now();
    publish(now);
}

void PortPoller::poll(Instant now) {
    retry_.reset();
    doubted_ = false;
    live_.reset();
    fault_.reset();
    if (occupancy_ == Occupancy::present) {
        if (identified_) {
            poll_identified(now);
        } else {
            identify(now);
        }
    } else if (occupancy_ == Occupancy::unknown && look_fault_) {
        reader_.count_probe(*look_fault_);
        fail(*look_fault_);
    }
    refresh_ = false;
    publish(now);
}

void PortPoller::poll_identified(Instant now) {
    const bool by_time = now.steady >= next_identity_check_;
    const bool nothing_tells_presence = parts_.presence == nullptr;
    if (by_time || refresh_ || failures_in_row_ > 0 || nothing_tells_presence) {
        if (!identity_is_confirmed(now)) {
            return;
        }
        if (by_time) {
            next_identity_check_ = now.steady + parts_.identity_check;
        }
        if (may_be_complete_now(by_time, now)) {
            identify(now);
            return;
        }
    }
    read_live(now);
}

bool PortPoller::may_be_complete_now(bool by_time, Instant now) const {
    return incomplete_ && (refresh_ || (by_time && now.steady >= next_look_for_the_rest_));
}

void PortPoller::plan_completion(bool same, Instant now) {
    looks_for_the_rest_ = same && incomplete_ ? looks_for_the_rest_ + 1 : 0;
    next_look_for_the_rest_ = looks_for_the_rest_ < most_looks_for_the_rest
                                  ? now.steady + parts_.identity_check * (1U << looks_for_the_rest_)
                                  : SteadyTime::max();
}

// True when page 00h still reads as at the insertion; else the poll has been brought to its end here.
bool PortPoller::identity_is_confirmed(Instant now) {
    constexpr cmis::PageId page_zero = cmis::upper_page(0x00);
    const cmis::Page* known = insertion_->memory.find(page_zero);
    for (int attempt = 0; attempt < 2; ++attempt) {
        const auto page = reader_.read_page(page_zero);
        if (!page) {
            fail(page.error());
            return false;
        }
        if (known != nullptr && *page == *known) {
            return true;
        }
        // Another page's bytes, a bit that fell over, or another module: select it anew before asking which.
        reader_.count(drivers::Fault::checksum);
        reader_.forget();
    }
    doubt(now);
    return false;
}

void PortPoller::doubt(Instant now) {
    doubted_ = true;
    identified_ = false;
    soak_.begin(now.steady);
    reader_.forget();
    identify(now);
}

void PortPoller::identify(Instant now) {
    const bool starting = soak_.is_starting(now.steady);
    reader_.expect_faults(starting);
    const auto candidate = reader_.read_module();
    reader_.expect_faults(false);
    if (!candidate) {
        if (!starting || is_no_access(candidate.error())) {
            fail(candidate.error());
            return;
        }
        state_ = PortState::initializing;
        retry_soon(now);
        return;
    }
    switch (soak_.weigh(*candidate, now.steady)) {
        case Trust::wait:
            state_ = PortState::initializing;
            retry_soon(now);
            reader_.forget();
            return;
        case Trust::reject: reject(*candidate); return;
        case Trust::accept: break;
    }
    if (lost_its_lower_memory(*candidate)) {
        state_ = PortState::invalid;
        retry_soon(now);
        return;
    }
    accept(*candidate, now);
}

// Modules that never had a readable lower memory exist and are taken as they are; this one had.
bool PortPoller::lost_its_lower_memory(const Candidate& candidate) const {
    if (!insertion_ || !same_module(insertion_->module.identity, candidate.module.identity)) {
        return false;
    }
    return !cmis::lower_memory_is_believable(candidate.memory) && cmis::lower_memory_is_believable(insertion_->memory);
}

// Left-over bytes of another page say nothing about the module that was here; an empty memory does.
void PortPoller::reject(const Candidate& candidate) {
    state_ = PortState::invalid;
    failures_in_row_ = 0;
    reader_.forget();
    const bool is_blank =
        candidate.readability == cmis::Readability::all_ff || candidate.readability == cmis::Readability::all_00;
    if (is_blank && insertion_) {
        ++removals_;
        insertion_.reset();
    }
}

void PortPoller::accept(const Candidate& candidate, Instant now) {
    const bool same = insertion_ && same_module(insertion_->module.identity, candidate.module.identity);
    if (!same) {
        removals_ += insertion_ ? 1 : 0;
        ++insertions_;
        good_reads_ = 0;
        not_ready_since_.reset();
        flags_ = {};
        discard_flags_ = true;
    }
    insertion_ = insertion_of(candidate, now, same);
    identified_ = true;
    incomplete_ = candidate.missing || !cmis::lower_memory_is_believable(candidate.memory);
    plan_completion(same, now);
    next_identity_check_ = now.steady + parts_.identity_check;
    memory_ = candidate.memory;
    module_ = candidate.module;
    keep_flags(module_.live);
    prepare_live_part();
    read_live(now);
}

std::shared_ptr<const Insertion> PortPoller::insertion_of(const Candidate& candidate, Instant now, bool same) const {
    auto made = std::make_shared<Insertion>();
    made->number = insertions_;
    made->at = now;
    made->module = candidate.module;
    made->memory = candidate.memory;
    made->checksums_ok = candidate.checksums_ok;
    if (same) {
        const bool changed =
            !same_fixed_pages(candidate.module.memory_model, insertion_->memory, candidate.memory) && !incomplete_;
        made->at = insertion_->at;
        made->identity_changes = insertion_->identity_changes + (changed ? 1 : 0);
    }
    return made;
}

void PortPoller::fail(drivers::Fault fault) {
    fault_ = fault;
    if (fault == drivers::Fault::bus_busy) {
        return;  // somebody else's turn is not the module's failure
    }
    ++failures_in_row_;
    if (is_no_access(fault)) {
        state_ = PortState::no_access;
    } else if (fault != drivers::Fault::page_refused || failures_in_row_ >= refusals_until_unreadable) {
        state_ = PortState::unreadable;
    }
}

// A dump speaks only where this host has no way to the module, never for one that was seen here.
void PortPoller::add_evidence(Reading& reading) const {
    if (parts_.evidence == nullptr || state_ != PortState::no_access || insertion_) {
        return;
    }
    reading.evidence = parts_.evidence->look();
    if (!reading.evidence) {
        reading.evidence_problem = parts_.evidence->problem();
        reading.explanation += (reading.explanation.empty() ? "" : "; ") + reading.evidence_problem;
    }
}

void PortPoller::publish(Instant now) {
    Reading reading;
    reading.port = parts_.port;
    reading.at = now;
    reading.state = state_;
    reading.insertion = insertion_;
    reading.live = std::exchange(live_, std::nullopt);
    if (reading.live) {
        reading.memory = std::make_shared<const cmis::MemoryMap>(memory_);
    }
    reading.fault = std::exchange(fault_, std::nullopt);
    if (reading.fault && reading.fault != drivers::Fault::checksum) {
        reading.explanation = parts_.access.explanation();
    }
    add_evidence(reading);
    reading.failures_in_row = failures_in_row_;
    reading.good_reads = good_reads_;
    reading.flags = std::exchange(flags_, {});
    reader_.fill(reading.counters);
    reading.counters.insertions = insertions_;
    reading.counters.removals = removals_;
    reading.period = poll_grid_.period();
    reading.presence_contradicted = contradicted_;
    reading.presence_problem = presence_problem_;
    reading.cage = read_cage(parts_.cage);
    if (parts_.host) {
        reading.host = parts_.host();
    }
    reading.duration = parts_.now() - step_began_;
    parts_.sink.publish(std::move(reading));
}

}  // namespace opticward::daemon
