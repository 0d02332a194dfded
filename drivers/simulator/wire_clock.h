// Sleeping to an instant as exactly as the kernel lets us.
#pragma once

#include "drivers/timing.h"

namespace opticward::drivers {

// Blocks until the steady clock shows `instant`; typically 30 to 40 us late.
void sleep_until(TimePoint instant);

}  // namespace opticward::drivers
