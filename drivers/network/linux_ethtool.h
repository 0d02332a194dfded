// The kernel's ethtool interfaces: netlink, and the ioctl that older kernels and drivers have. Reading a module needs
// CAP_NET_ADMIN. Used by one thread.
// Source: kernel Documentation/networking/ethtool-netlink.rst, include/uapi/linux/ethtool.h.
#pragma once

#include "drivers/environment.h"
#include "drivers/network/ethtool_kernel.h"

#include <memory>

namespace opticward::drivers {

// That of the environment, where it has one; else this host's. Below another root than "/" there is no kernel to ask, so
// everything is EOPNOTSUPP.
std::unique_ptr<EthtoolKernel> open_ethtool(const Environment& environment);

}  // namespace opticward::drivers
