// A file descriptor that becomes readable when another thread has something (eventfd). Any thread may call it.
#pragma once

#include "drivers/sysfs/file_descriptor.h"

namespace opticward::daemon {

class Wakeup {
public:
    // Throws std::system_error when the kernel has no descriptor left; that is at start-up only.
    Wakeup();

    void raise();
    void lower();
    int file_descriptor() const { return descriptor_.number(); }

private:
    drivers::FileDescriptor descriptor_;
};

}  // namespace opticward::daemon
