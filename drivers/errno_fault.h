// THE table from the kernel's error numbers to our faults, for every system call of the drivers.
// Source: Linux Documentation/i2c/fault-codes.rst.
#pragma once

#include "drivers/result.h"

namespace opticward::drivers {

// `error` is a positive errno. What has no better name is bus_error.
Fault fault_of(int error);

}  // namespace opticward::drivers
