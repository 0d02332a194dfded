// The presence line of a simulated port. Called by the thread that owns the bus, which must live longer.
#pragma once

#include "drivers/module_access.h"
#include "drivers/simulator/simulated_bus.h"

#include <cstddef>

namespace opticward::drivers {

class SimulatedPin final : public Pin {
public:
    SimulatedPin(SimulatedBus& bus, std::size_t channel) : bus_{bus}, channel_{channel} {}

    Result<bool> is_active() override;

private:
    SimulatedBus& bus_;
    std::size_t channel_;
};

}  // namespace opticward::drivers
