// Errors of the hardware layer as values. Every function that touches a bus or the kernel returns a Result.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <utility>

namespace opticward::drivers {

// What can go wrong between us and a module. The names are also the metric label `reason`.
enum class Fault : std::uint8_t {
    nack,           // the module did not acknowledge its address or a byte (ENXIO, EREMOTEIO)
    timeout,        // the transfer or our deadline ran out (ETIMEDOUT)
    bus_error,      // the adapter reported an I/O error (EIO and what has no better name)
    bus_busy,       // somebody else's turn: EBUSY, EAGAIN, arbitration lost; never the module's fault
    short_read,     // fewer bytes than asked for
    checksum,       // the same page twice with a wrong checksum, where the caller needs it right
    page_refused,   // the module did not select the page asked for
    permission,     // EACCES, EPERM
    no_device,      // the file, adapter or network device does not exist (ENOENT, ENODEV)
    driver_bound,   // a kernel driver owns the address
    not_supported,  // this host has no way to read it: EOPNOTSUPP of a network device, an adapter's refusal
    wrong_class,    // the kernel driver takes the module for another kind, so its pages would be wrong
};
inline constexpr std::size_t fault_count = 12;

// The fault's name as above, for labels and text.
constexpr std::string_view text(Fault fault) {
    switch (fault) {
        case Fault::nack: return "nack";
        case Fault::timeout: return "timeout";
        case Fault::bus_error: return "bus_error";
        case Fault::bus_busy: return "bus_busy";
        case Fault::short_read: return "short_read";
        case Fault::checksum: return "checksum";
        case Fault::page_refused: return "page_refused";
        case Fault::permission: return "permission";
        case Fault::no_device: return "no_device";
        case Fault::driver_bound: return "driver_bound";
        case Fault::not_supported: return "not_supported";
        case Fault::wrong_class: return "wrong_class";
    }
    return "bus_error";
}

template <class T>
using Result = std::expected<T, Fault>;

constexpr std::unexpected<Fault> failed(Fault fault) {
    return std::unexpected{fault};
}

}  // namespace opticward::drivers
