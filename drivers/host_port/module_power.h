// How much power a module may draw, as the network driver of its cage decides and tells.
// Source: kernel Documentation/networking/ethtool-netlink.rst (MODULE_GET).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace opticward::drivers {

enum class ModulePowerMode : std::uint8_t { low, high };
// `automatic`: low power while no port that uses the module is switched on.
enum class ModulePowerPolicy : std::uint8_t { high, automatic };

constexpr std::string_view text(ModulePowerMode mode) {
    return mode == ModulePowerMode::low ? "low" : "high";
}

constexpr std::string_view text(ModulePowerPolicy policy) {
    return policy == ModulePowerPolicy::high ? "high" : "auto";
}

// Absent: the driver does not say.
struct ModulePower {
    std::optional<ModulePowerMode> mode;
    std::optional<ModulePowerPolicy> policy;

    bool operator==(const ModulePower&) const = default;
};

}  // namespace opticward::drivers
