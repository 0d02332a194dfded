// Does to a simulated module what its script says, when it is due. Time is a parameter.
#pragma once

#include "drivers/description.h"
#include "drivers/simulator/simulated_module.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace opticward::drivers {

class ScriptRunner {
public:
    explicit ScriptRunner(std::vector<ScriptStep> steps);

    // Applies, in order of time, what became due up to `elapsed`. A step that was due several times is applied once, at
    // its last time: each action sets a state, so the ones before it would leave no trace.
    void advance(std::chrono::nanoseconds elapsed, SimulatedModule& module);

private:
    struct Pending {
        ScriptStep step;
        std::optional<std::chrono::nanoseconds> next;  // nothing: never again
    };

    std::vector<Pending> pending_;
    std::optional<std::chrono::nanoseconds> next_;  // the earliest of all
};

}  // namespace opticward::drivers
