#include "drivers/simulator/script_runner.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace opticward::drivers {

namespace {

using std::chrono::nanoseconds;

void apply(const ScriptAction& action, nanoseconds at, SimulatedModule& module) {
    struct Apply {
        nanoseconds at;
        SimulatedModule& module;

        void operator()(const PatchBytes& patch) const {
            for (const auto& [location, byte] : patch.bytes)
                module.patch(location, byte);
        }
        void operator()(const Insert&) const { module.insert(); }
        void operator()(const Remove&) const { module.remove(); }
        void operator()(const Replace& replacement) const { module.replace(replacement.image); }
        void operator()(const InjectFault& fault) const { module.fail(fault.fault, at + fault.duration); }
        void operator()(const Wander& wander) const { module.wander(wander, at); }
    };
    std::visit(Apply{at, module}, action);
}

}  // namespace

ScriptRunner::ScriptRunner(std::vector<ScriptStep> steps) {
    for (auto& step : steps) {
        const nanoseconds at = step.at;
        next_ = next_ ? std::min(*next_, at) : at;
        pending_.push_back({std::move(step), at});
    }
}

void ScriptRunner::advance(nanoseconds elapsed, SimulatedModule& module) {
    if (!next_ || elapsed < *next_) return;

    std::vector<std::pair<nanoseconds, std::size_t>> due;  // steps of the same time keep the script's order
    next_.reset();
    for (std::size_t index = 0; index < pending_.size(); ++index) {
        auto& [step, next] = pending_[index];
        if (next && *next <= elapsed) {
            const nanoseconds every = step.every.value_or(std::chrono::milliseconds{0});
            const bool repeats = every > nanoseconds{0};
            const nanoseconds last = repeats ? *next + (elapsed - *next) / every * every : *next;
            due.emplace_back(last, index);
            next = repeats ? std::optional{last + every} : std::nullopt;
        }
        if (next) next_ = next_ ? std::min(*next_, *next) : *next;
    }
    std::ranges::sort(due);
    for (const auto& [at, index] : due)
        apply(pending_[index].step.action, at, module);
}

}  // namespace opticward::drivers
