// What the drivers take from their surroundings, so that tests can replace it.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/timing.h"

#include <cstdint>
#include <filesystem>
#include <functional>

namespace opticward::drivers {

// Whether reading a byte of a module with this identifier (byte 0) clears it.
using ClearOnRead = std::function<bool(std::uint8_t identifier, cmis::Location location)>;

// How a simulated bus spends the time that its wire would need.
enum class Pacing : std::uint8_t {
    wire,     // transfers take as long as on a real wire
    instant,  // the time is only counted
};

struct Environment {
    std::filesystem::path root = "/";  // every path of a description lies below it
    Timing timing = real_timing();
    ClearOnRead clear_on_read;     // simulated modules; none: nothing clears
    Pacing pacing = Pacing::wire;  // simulated buses
};

}  // namespace opticward::drivers
