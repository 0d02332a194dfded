#include "daemon/poll/live_plan.h"

#include "cmis/memory_model.h"

#include <algorithm>

namespace opticward::daemon {

namespace {

constexpr std::uint8_t state_offset = 3;
constexpr std::uint8_t module_state_bits = 0x0E;
constexpr std::uint8_t summary_offset = 4;  // of bank 0
constexpr std::uint8_t lane_page_bit = 0x01;
constexpr std::uint8_t module_flags_offset = 8;
constexpr std::uint8_t module_state_changed = 0x01;

bool summary_says_set(const cmis::MemoryMap& memory, unsigned bank) {
    return (memory.byte(cmis::lower(static_cast<std::uint8_t>(summary_offset + bank))) & lane_page_bit) != 0;
}

std::uint8_t module_state(const cmis::MemoryMap& memory) {
    return memory.byte(cmis::lower(state_offset)) & module_state_bits;
}

bool is_restless(const cmis::Lane& lane) {
    using State = cmis::DataPathState;
    switch (lane.data_path_state.value_or(State::none)) {
        case State::initializing:
        case State::deinitializing:
        case State::tx_turn_on:
        case State::tx_turn_off: return true;
        default: return lane.configuration_status == cmis::ConfigurationStatus::in_progress;
    }
}

bool holds(const cmis::ByteRange& range, const cmis::Location& at) {
    return range.page == at.page && at.offset >= range.offset && at.offset < range.offset + range.size;
}

}  // namespace

LivePlan::LivePlan(const cmis::Module& module, const drivers::ModuleAccess& access) {
    add(module, access, false);
    add(module, access, true);
    find_latched(module.memory_model);
}

void LivePlan::add(const cmis::Module& module, const drivers::ModuleAccess& access, bool quiet) {
    for (const cmis::ByteRange& range : quiet ? cmis::quiet_live_ranges(module) : cmis::live_ranges(module, true)) {
        PagePlan& plan = plan_of(range.page);
        (quiet ? plan.quiet : plan.whole).push_back(range);
        plan.bank = cmis::summarised_bank(module.memory_model, range.page);
    }
    for (PagePlan& plan : pages_) {
        auto& ranges = quiet ? plan.quiet : plan.whole;
        cmis::join_ranges(ranges, access.longest_gap(plan.id));
        const auto clears = [&](const cmis::ByteRange& range) {
            for (unsigned i = 0; i < range.size; ++i) {
                const cmis::Location at{range.page, static_cast<std::uint8_t>(range.offset + i)};
                if (cmis::clears_on_read(module.memory_model, at)) {
                    return true;
                }
            }
            return false;
        };
        if (!plan.id.lower) {
            std::ranges::stable_partition(ranges, [&](const cmis::ByteRange& range) { return !clears(range); });
        }
    }
}

LivePlan::PagePlan& LivePlan::plan_of(cmis::PageId id) {
    const auto found = std::ranges::find(pages_, id, &PagePlan::id);
    return found != pages_.end() ? *found : pages_.emplace_back(PagePlan{.id = id});
}

void LivePlan::find_latched(cmis::MemoryModelId model) {
    for (unsigned offset = 0; offset < cmis::page_size; ++offset) {
        const cmis::Location at = cmis::lower(static_cast<std::uint8_t>(offset));
        if (cmis::clears_on_read(model, at)) {
            latched_.push_back(at);
        }
    }
    for (const PagePlan& plan : pages_) {
        for (unsigned i = 0; !plan.id.lower && i < cmis::page_size; ++i) {
            const cmis::Location at{plan.id, static_cast<std::uint8_t>(cmis::upper_memory_start + i)};
            if (cmis::clears_on_read(model, at)) {
                latched_.push_back(at);
            }
        }
    }
}

void LivePlan::leave_out(cmis::PageId page) {
    std::erase_if(pages_, [&](const PagePlan& plan) { return plan.id == page; });
    std::erase_if(latched_, [&](const cmis::Location& at) { return at.page == page; });
}

std::span<const cmis::ByteRange> LivePlan::ranges(std::size_t index, const cmis::MemoryMap& memory, SteadyTime now) {
    PagePlan& plan = pages_[index];
    if (!plan.bank) {
        return plan.whole;
    }
    const bool state_changed = module_state(memory) != plan.module_state ||
                               (memory.byte(cmis::lower(module_flags_offset)) & module_state_changed) != 0;
    const bool moves = plan.restless_since && now - *plan.restless_since < longest_move;
    plan.read_whole =
        plan.summary_lied || summary_says_set(memory, *plan.bank) || state_changed || moves || now >= plan.next_whole;
    return last_ranges(index);
}

std::span<const cmis::ByteRange> LivePlan::last_ranges(std::size_t index) const {
    const PagePlan& plan = pages_[index];
    return plan.read_whole ? plan.whole : plan.quiet;
}

void LivePlan::learn(std::size_t index, const cmis::MemoryMap& memory, const cmis::Live& live, SteadyTime now) {
    PagePlan& plan = pages_[index];
    if (!plan.bank || !plan.read_whole) {
        return;
    }
    if (flag_is_set(plan, memory)) {
        // It may also have risen between the two reads; then the next flag that the summary tells of clears the doubt.
        plan.summary_lied = !summary_says_set(memory, *plan.bank);
    }
    const auto lanes = std::span{live.lanes}.subspan(*plan.bank * cmis::lanes_per_bank, cmis::lanes_per_bank);
    if (!std::ranges::any_of(lanes, is_restless)) {
        plan.restless_since.reset();
    } else if (!plan.restless_since) {
        plan.restless_since = now;
    }
    plan.module_state = module_state(memory);
    plan.next_whole = now + longest_without_states;
}

bool LivePlan::flag_is_set(const PagePlan& plan, const cmis::MemoryMap& memory) const {
    return std::ranges::any_of(latched_, [&](const cmis::Location& at) {
        const bool was_read = std::ranges::any_of(plan.whole, [&](const cmis::ByteRange& it) { return holds(it, at); });
        return was_read && memory.byte(at) != 0;
    });
}

}  // namespace opticward::daemon
