#include "drivers/errno_fault.h"

#include <array>
#include <cerrno>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::array<std::pair<int, Fault>, 14> faults{{
    {ENXIO, Fault::nack},
    {EREMOTEIO, Fault::nack},
    {ETIMEDOUT, Fault::timeout},
    {ETIME, Fault::timeout},
    {EBUSY, Fault::bus_busy},
    {EAGAIN, Fault::bus_busy},  // arbitration lost
    {EACCES, Fault::permission},
    {EPERM, Fault::permission},
    {ENOENT, Fault::no_device},
    {ENOTDIR, Fault::no_device},
    {ENODEV, Fault::no_device},
    {ESHUTDOWN, Fault::no_device},
    {ESTALE, Fault::no_device},
    {EIO, Fault::bus_error},
}};

}  // namespace

Fault fault_of(int error) {
    for (const auto& [number, fault] : faults) {
        if (number == error) return fault;
    }
    return Fault::bus_error;
}

}  // namespace opticward::drivers
