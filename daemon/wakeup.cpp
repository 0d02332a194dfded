#include "daemon/wakeup.h"

#include <cerrno>
#include <cstdint>
#include <sys/eventfd.h>
#include <system_error>

namespace opticward::daemon {

Wakeup::Wakeup() : descriptor_{eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)} {
    if (!descriptor_.is_open()) {
        throw std::system_error{errno, std::generic_category(), "eventfd"};
    }
}

// Both fail only when the counter is already where they want it: readable, or at zero.
void Wakeup::raise() {
    [[maybe_unused]] const int done = eventfd_write(descriptor_.number(), 1);
}

void Wakeup::lower() {
    eventfd_t count = 0;
    [[maybe_unused]] const int done = eventfd_read(descriptor_.number(), &count);
}

}  // namespace opticward::daemon
