#include "drivers/errno_fault.h"

#include <array>
#include <cerrno>
#include <utility>

namespace opticward::drivers {

namespace {

constexpr std::array<std::pair<int, Fault>, 22> faults{{
    {ENXIO, Fault::nack},
    {EREMOTEIO, Fault::nack},
    {ETIMEDOUT, Fault::timeout},
    {ETIME, Fault::timeout},
    {EBUSY, Fault::bus_busy},
    {EAGAIN, Fault::bus_busy},  // arbitration lost
    {EINTR, Fault::bus_busy},   // a signal came first: nobody's fault
    {EACCES, Fault::permission},
    {EPERM, Fault::permission},
    {ENOENT, Fault::no_device},
    {ENOTDIR, Fault::no_device},
    {ENODEV, Fault::no_device},
    {ESHUTDOWN, Fault::no_device},  // the adapter is suspended or going
    {ESTALE, Fault::no_device},
    {ENOTTY, Fault::no_device},  // something else than what was asked for has that name
    {EOPNOTSUPP, Fault::not_supported},
    {ENOSYS, Fault::not_supported},
    {EIO, Fault::bus_error},
    {EPROTO, Fault::bus_error},   // the device broke the rules of SMBus
    {EBADMSG, Fault::bus_error},  // packet error check, which we never ask for
    {EOVERFLOW, Fault::bus_error},
    {ENOMEM, Fault::bus_error},
}};

}  // namespace

Fault fault_of(int error) {
    for (const auto& [number, fault] : faults) {
        if (number == error) return fault;
    }
    return Fault::bus_error;
}

}  // namespace opticward::drivers
