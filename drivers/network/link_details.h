// What the kernel's ethtool interface adds to what sysfs says of a link: why it is down, how many lanes it has, and in
// which power mode its module is. None of it needs a privilege, but each question takes the kernel's network lock: they
// are asked when the link changed, and again now and then while it is not up, for drivers find out late. Used by one
// worker.
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
    // What the answers depend on.
    struct Seen {
        std::optional<bool> link_up;
        std::optional<bool> admin_up;
        std::optional<unsigned> device;

        bool operator==(const Seen&) const = default;
    };

    void ask(const HostPortState& state);
    void ask_for_power();

    std::shared_ptr<EthtoolKernel> kernel_;
    std::string device_;
    Now now_;
    std::optional<Seen> seen_;  // as of the latest question
    TimePoint asked_at_{};
    std::string reason_;
    LinkSpeed speed_;
    ModulePower power_;
    bool tells_no_power_ = false;  // this device never does
    std::optional<TimePoint> power_failed_at_;
};

// Why a link is down, in words for a person: "no cable", "cable issue: the cable is not supported". Empty: not known.
std::string words(const LinkState& state);

}  // namespace opticward::drivers
