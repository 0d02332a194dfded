#include "daemon/poll/cage.h"

namespace opticward::daemon {

namespace {

std::optional<bool> level(drivers::Pin* pin) {
    const auto active =
        pin == nullptr ? drivers::Result<bool>{drivers::failed(drivers::Fault::no_device)} : pin->is_active();
    return active ? std::optional{*active} : std::nullopt;
}

}  // namespace

CageState read_cage(const CageLines& lines) {
    CageState state{.in_reset = level(lines.reset), .low_power = level(lines.low_power), .temperature = {}};
    if (lines.temperature != nullptr) {
        state.temperature = lines.temperature->temperature().value_or(std::nullopt);
    }
    return state;
}

}  // namespace opticward::daemon
