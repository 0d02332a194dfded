// What is in the way of reading through an I2C adapter, in words for the operator, from sysfs, /dev and /etc/group below
// `root`. Nothing is opened on a bus.
#pragma once

#include "drivers/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace opticward::drivers {

// A kernel driver that owns an address, and on which adapter: another one than asked for where a mux lies between.
struct BoundDriver {
    std::string driver;
    unsigned adapter = 0;

    bool operator==(const BoundDriver&) const = default;
};

// Looks at the adapter, at those between it and the root, and at those behind it, as the kernel does.
std::optional<BoundDriver> bound_driver(const std::filesystem::path& root, unsigned adapter, std::uint8_t address);

// Whether a driver is bound to the address of just this adapter.
bool is_bound_here(const std::filesystem::path& root, unsigned adapter, std::uint8_t address);

// Half a sentence about a fault of the adapter that a board file names so; empty: the fault says all.
std::string explain_adapter(const std::filesystem::path& root, const std::string& adapter, Fault fault,
                            std::uint8_t address);

}  // namespace opticward::drivers
