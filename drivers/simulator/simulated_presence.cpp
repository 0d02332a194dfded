#include "drivers/simulator/simulated_presence.h"

namespace opticward::drivers {

Result<bool> SimulatedPresence::present() {
    bus_.advance();
    return bus_.module(channel_).inserted();
}

}  // namespace opticward::drivers
