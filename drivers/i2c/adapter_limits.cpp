#include "drivers/i2c/adapter_limits.h"

#include <algorithm>
#include <bit>

namespace opticward::drivers {

void AdapterLimits::done(std::size_t read) {
    believed_ = max_read_;
    longest_done_ = std::max(longest_done_, read);
}

// A single byte cannot be refused for its length, and a write has none to speak of: then it was about something else.
void AdapterLimits::refused(std::size_t read) {
    max_read_ = read > 1 ? std::min(max_read_, std::bit_floor(read - 1)) : believed_;
}

std::shared_ptr<AdapterLimits> AdapterBook::of(unsigned adapter) {
    auto& limits = limits_[adapter];
    if (!limits) limits = std::make_shared<AdapterLimits>();
    return limits;
}

}  // namespace opticward::drivers
