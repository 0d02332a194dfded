// What the drivers take from their surroundings, so that tests can replace it.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/network/network_pace.h"
#include "drivers/timing.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

namespace opticward::drivers {

// Whether reading a byte of a module with this identifier (byte 0) clears it.
using ClearOnRead = std::function<bool(std::uint8_t identifier, cmis::Location location)>;

class EthtoolKernel;

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
    // Of all network ports, also of several buses; never null.
    std::shared_ptr<NetworkPace> network_pace = std::make_shared<NetworkPace>();
    // How the kernel is asked about network devices; none: this host's kernel where `root` is "/", else not at all.
    std::function<std::unique_ptr<EthtoolKernel>()> open_ethtool = {};
};

}  // namespace opticward::drivers
