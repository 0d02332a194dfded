#include "drivers/simulator/simulated_pin.h"

namespace opticward::drivers {

Result<bool> SimulatedPin::is_active() {
    bus_.advance();
    return bus_.module(channel_).inserted();
}

}  // namespace opticward::drivers
