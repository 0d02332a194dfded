// Requests to the kernel's ethtool family over one netlink socket, one at a time. Used by one thread.
#pragma once

#include "drivers/network/ethtool_kernel.h"
#include "drivers/network/netlink_socket.h"
#include "drivers/timing.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace opticward::drivers {

class EthtoolClient {
public:
    // How long an answer may take. The kernel answers before a request returns, so a longer wait is for nothing.
    static constexpr std::chrono::milliseconds longest_wait{5000};

    using Open = std::function<OpenedSocket()>;

    // The socket is opened at the first request, and again after it failed.
    EthtoolClient(Open open, Now now);

    KernelResult<std::size_t> module_part(const ModulePart& part, cmis::MutableBytes out);
    KernelResult<LinkState> link_state(const std::string& device);
    KernelResult<LinkSpeed> link_speed(const std::string& device);
    KernelResult<ModulePower> module_power(const std::string& device);

private:
    // Makes the request for a family's number and a sequence number.
    using Request = std::function<NetlinkMessage(std::uint16_t family, std::uint32_t sequence)>;

    KernelResult<NetlinkMessage> ask(const Request& request);
    KernelResult<NetlinkMessage> exchange(const NetlinkMessage& message, std::uint32_t sequence);
    KernelResult<void> prepare();
    KernelError drop_socket(int error);

    Open open_;
    Now now_;
    std::unique_ptr<NetlinkSocket> socket_;
    std::optional<std::uint16_t> family_;
    std::uint32_t sequence_ = 0;
};

}  // namespace opticward::drivers
