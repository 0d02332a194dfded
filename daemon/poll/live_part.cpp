// PortPoller's reading of what changes: monitors and latched flags.
#include "cmis/memory_model.h"
#include "daemon/poll/port_poller.h"

#include <algorithm>
#include <cmath>

namespace opticward::daemon {

namespace {

// A thermometer outside of this is broken, or a bit fell over. Source: field reports, T8 (0x8000 is -128 C).
constexpr cmis::Celsius coldest{-40};
constexpr cmis::Celsius hottest{125};
// A step so large from one poll to the next is read again. Source: bit errors that looked like 123 C (hubris#2664).
constexpr double largest_step_celsius = 5;
// A module that says "data not ready" for longer is taken at its values: the bit may be stuck.
constexpr std::chrono::seconds longest_wait_for_data{10};

bool is_possible(cmis::Celsius temperature) {
    return temperature >= coldest && temperature <= hottest;
}

bool is_far(cmis::Celsius one, cmis::Celsius other) {
    return std::abs(one.value - other.value) >= largest_step_celsius;
}

bool is_all_ff(cmis::Bytes bytes) {
    return std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0xFF; });
}

// Data_Not_Ready is a state, not a latched event.
void forget_latched(cmis::Live& live) {
    const std::uint32_t state = cmis::ModuleFlags::mask(cmis::ModuleFlag::data_not_ready);
    live.flags.known &= state;
    live.flags.raised &= state;
    for (cmis::Lane& lane : live.lanes) {
        lane.flags = {};
    }
}

void add_flags(cmis::Live& live, const cmis::Live& other) {
    live.flags |= other.flags;
    for (std::size_t i = 0; i < live.lanes.size(); ++i) {
        live.lanes[i].flags |= other.lanes[i].flags;
    }
}

}  // namespace

void PortPoller::prepare_live_part() {
    lower_memory_unread_ = !cmis::lower_memory_is_believable(memory_);
    plan_ = LivePlan{module_, reader_.access()};
    if (lower_memory_unread_) {
        plan_.leave_out(cmis::lower_memory);
    }
    for (std::size_t i = plan_.page_count(); incomplete_ && i-- > 0;) {
        // What it advertises is not to be trusted, so every page is tried once before it is asked for at each poll.
        const cmis::PageId page = plan_.page(i);
        if (!page.lower && memory_.find(page) == nullptr && !reader_.read_page(page)) {
            plan_.leave_out(page);
        }
    }
    last_temperature_ = module_.live.temperature;
}

void PortPoller::read_live(Instant now) {
    if (module_.memory_model == cmis::MemoryModelId::none || cmis::model(module_.memory_model) == nullptr) {
        state_ = PortState::unsupported;
        failures_in_row_ = 0;
        return;
    }
    auto live = believable_sample(now.steady);
    if (!live) {
        fail(live.error());
        return;
    }
    if (sample_is_blank()) {
        // The module fell off the bus, or another one that is not ready yet sits in its place.
        if (!doubted_) {
            doubt(now);
            return;
        }
        state_ = PortState::invalid;
        retry_soon(now);
        return;
    }
    failures_in_row_ = 0;
    if (awaits_data(*live, now.steady)) {
        state_ = PortState::initializing;
        retry_soon(now);
        return;
    }
    if (discard_flags_) {
        forget_latched(*live);
        discard_flags_ = false;
    }
    keep_flags(*live);
    if (live->temperature) {
        last_temperature_ = live->temperature;
    }
    live_ = *live;
    state_ = PortState::ok;
    ++good_reads_;
}

// One pass over the live bytes. What clears on read is zero before, so that after a fault half way the flags that were
// read, and are gone from the module now, can be told from those that were not.
drivers::Result<cmis::Live> PortPoller::sample(SteadyTime now) {
    for (const cmis::Location& at : plan_.latched()) {
        if (cmis::Page* page = memory_.find(at.page)) {
            (*page)[cmis::index_of(at)] = 0;
        }
    }
    std::size_t taken = 0;
    drivers::Result<void> done;
    for (std::size_t i = 0; done && i < plan_.page_count(); ++i) {
        done = reader_.read_ranges(plan_.ranges(i, memory_, now), memory_, taken);
    }
    cmis::decode_live(memory_, module_);
    if (!done) {
        if (taken > 0) {
            keep_flags(module_.live);
        }
        return drivers::failed(done.error());
    }
    for (std::size_t i = 0; i < plan_.page_count(); ++i) {
        plan_.learn(i, memory_, module_.live, now);
    }
    return module_.live;
}

// One sample never convinces that a module is on fire.
drivers::Result<cmis::Live> PortPoller::believable_sample(SteadyTime now) {
    const auto first = sample(now);
    if (!first || is_believable(*first)) {
        return first;
    }
    auto second = sample(now);
    if (!second) {
        keep_flags(*first);
        return second;
    }
    add_flags(*second, *first);
    if (is_believable(*second) || !second->temperature) {
        return second;
    }
    const bool confirmed =
        first->temperature && is_possible(*second->temperature) && !is_far(*first->temperature, *second->temperature);
    if (!confirmed) {
        second->temperature.reset();
    }
    return second;
}

bool PortPoller::is_believable(const cmis::Live& live) const {
    if (sample_is_blank()) {
        return false;
    }
    if (!live.temperature) {
        return true;
    }
    return is_possible(*live.temperature) && !(last_temperature_ && is_far(*live.temperature, *last_temperature_));
}

bool PortPoller::sample_is_blank() const {
    const auto is_blank = [&](const cmis::ByteRange& range) {
        const cmis::Page* page = memory_.find(range.page);
        return page != nullptr && is_all_ff(cmis::Bytes{*page}.subspan(range.offset % cmis::page_size, range.size));
    };
    bool blank = !lower_memory_unread_ && plan_.page_count() > 0;
    for (std::size_t i = 0; i < plan_.page_count(); ++i) {
        blank = blank && std::ranges::all_of(plan_.last_ranges(i), is_blank);
    }
    return blank;
}

void PortPoller::keep_flags(const cmis::Live& live) {
    if (!discard_flags_) {
        flags_.add(live);
    }
}

bool PortPoller::awaits_data(const cmis::Live& live, SteadyTime now) {
    if (!live.flags.has(cmis::ModuleFlag::data_not_ready)) {
        not_ready_since_.reset();
        return false;
    }
    if (!not_ready_since_) {
        not_ready_since_ = now;
    }
    return now - *not_ready_since_ < longest_wait_for_data;
}

}  // namespace opticward::daemon
