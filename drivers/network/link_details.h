// What the kernel's ethtool interface adds to what sysfs says of a link: why it is down, and how many lanes it has. None
// of it needs a privilege, but each question takes the kernel's network lock: they are asked when the link changed, and
// why it is down again now and then, for drivers find out late. Used by one worker.
#pragma once

#include "drivers/host_port/host_port.h"
#include "drivers/network/ethtool_kernel.h"
#include "drivers/timing.h"

#include <chrono>
#include <memory>
#include <string>

namespace opticward::drivers {

class LinkDetails {
public:
    static constexpr std::chrono::seconds ask_again{60};

    LinkDetails(std::shared_ptr<EthtoolKernel> kernel, std::string device, Now now)
        : kernel_{std::move(kernel)}, device_{std::move(device)}, now_{std::move(now)} {}

    void add_to(HostPortState& state);

private:
    std::shared_ptr<EthtoolKernel> kernel_;
    std::string device_;
    Now now_;
    std::optional<bool> up_;  // as of the latest question
    TimePoint asked_at_{};
    std::string reason_;
    LinkSpeed speed_;
};

// Why a link is down, in words for a person: "no cable", "cable issue: the cable is not supported". Empty: not known.
std::string words(const LinkState& state);

}  // namespace opticward::drivers
