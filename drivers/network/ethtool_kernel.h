// What the kernel can be asked about a network device, however it is asked. Owned by one bus; called by its worker.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/network/ethtool_messages.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>

namespace opticward::drivers {

struct KernelError {
    int error = 0;      // a positive errno
    std::string words;  // of the driver, where it has any

    bool operator==(const KernelError&) const = default;
};

// An errno that says: never for this device.
constexpr bool is_not_supported(int error) {
    constexpr int kernel_not_supported = 524;  // ENOTSUPP of the kernel, which some drivers let out
    return error == EOPNOTSUPP || error == kernel_not_supported;
}

template <class T>
using KernelResult = std::expected<T, KernelError>;

// A module as the older ioctl interface shows it: one run of bytes.
struct LegacyModule {
    std::uint32_t type = 0;  // ETH_MODULE_SFF_8636 and so on
    std::uint32_t size = 0;  // bytes

    bool operator==(const LegacyModule&) const = default;
};

class EthtoolKernel {
public:
    virtual ~EthtoolKernel() = default;
    // Fills the beginning of `out` (part.length bytes long) and returns how much of it: drivers may give less than they
    // were asked for, also nothing.
    virtual KernelResult<std::size_t> module_part(const ModulePart& part, cmis::MutableBytes out) = 0;
    virtual KernelResult<LegacyModule> legacy_module(const std::string& device) = 0;
    virtual KernelResult<std::size_t> legacy_part(const std::string& device, std::uint32_t offset,
                                                  cmis::MutableBytes out) = 0;
    // None of these needs a privilege.
    virtual KernelResult<LinkState> link_state(const std::string& device) = 0;
    virtual KernelResult<LinkSpeed> link_speed(const std::string& device) = 0;
    virtual KernelResult<ModulePower> module_power(const std::string& device) = 0;
};

}  // namespace opticward::drivers
