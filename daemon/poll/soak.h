// Whether what was read of a module that is new, or that seems to have changed, can be believed yet. Pure; owned by one
// port poller. Sources: traps T-44 and T-46 of the field (new modules first read FFh, 00h or half of their memory);
// SFF-8636: a module answers within t_init, 2 s after insertion or reset.
#pragma once

#include "daemon/instant.h"
#include "daemon/poll/module_reader.h"

#include <chrono>
#include <optional>

namespace opticward::daemon {

inline constexpr std::chrono::seconds t_init{2};

enum class Trust : std::uint8_t {
    wait,    // read again soon
    accept,  // this is what is plugged in
    reject,  // these bytes are no module, and stay so
};

class Soak {
public:
    void begin(SteadyTime now);
    // The module may still be starting.
    bool is_starting(SteadyTime now) const { return now - begun_ < t_init; }
    Trust weigh(const Candidate& candidate, SteadyTime now);

private:
    bool repeats(const Candidate& candidate) const;

    SteadyTime begun_{};
    std::optional<Candidate> doubtful_;  // the last one that was not accepted
    unsigned incomplete_ = 0;            // candidates in a row that lacked an advertised page
};

}  // namespace opticward::daemon
