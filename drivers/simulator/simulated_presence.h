// The presence pin of a simulated port. Called by the thread that owns the bus, which must live longer.
#pragma once

#include "drivers/module_access.h"
#include "drivers/simulator/simulated_bus.h"

#include <cstddef>

namespace opticward::drivers {

class SimulatedPresence final : public Presence {
public:
    SimulatedPresence(SimulatedBus& bus, std::size_t channel) : bus_{bus}, channel_{channel} {}

    Result<bool> present() override;

private:
    SimulatedBus& bus_;
    std::size_t channel_;
};

}  // namespace opticward::drivers
