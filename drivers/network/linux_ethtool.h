// The kernel's ethtool interfaces: netlink, and the ioctl that older kernels and drivers have. Reading a module needs
// CAP_NET_ADMIN. Used by one thread.
// Source: kernel Documentation/networking/ethtool-netlink.rst, include/uapi/linux/ethtool.h.
#pragma once

#include "drivers/network/ethtool_kernel.h"
#include "drivers/timing.h"

#include <memory>

namespace opticward::drivers {

std::unique_ptr<EthtoolKernel> open_linux_ethtool(Now now);

// For a root that is not this host's: its kernel cannot be asked, so everything is EOPNOTSUPP.
std::unique_ptr<EthtoolKernel> no_ethtool();

}  // namespace opticward::drivers
