// The module behind a network device, through the kernel's ethtool interface. The kernel logs each read that its driver
// fails, so what failed is not asked for again at once: until then the port repeats its last fault. Used by one worker.
// Sources: kernel Documentation/networking/ethtool-netlink.rst (MODULE_EEPROM_GET), sysfs-class-net (carrier_changes).
#pragma once

#include "drivers/module_access.h"
#include "drivers/network/ethtool_kernel.h"
#include "drivers/network/network_pace.h"
#include "drivers/page_rules.h"
#include "drivers/timing.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace opticward::drivers {

// What a port is made of. The references must live longer.
struct NetworkPortParts {
    EthtoolKernel& kernel;
    std::shared_ptr<NetworkPace> pace;
    std::string device;  // a network device, or an RDMA device that has none
    std::filesystem::path root;
    Timing timing;
};

class NetworkPort final : public ModuleAccess {
public:
    // What a device cannot do at all, and what went wrong once, is asked for again after so long at most.
    static constexpr std::chrono::minutes longest_hold{10};
    static constexpr std::chrono::seconds longest_hold_after_error{60};
    static constexpr std::chrono::seconds first_hold{2};
    // One read, with all its pieces, takes no longer than this plus one request.
    static constexpr std::chrono::seconds deadline{5};
    // While the link is down, looking whether the module is still there asks the kernel no more often, and so does
    // looking whether a cage is still empty.
    static constexpr std::chrono::seconds look_spacing{5};

    explicit NetworkPort(NetworkPortParts parts) : parts_{std::move(parts)} {}

    // Upper pages but page 00h are asked for only where lower memory says that the module has pages.
    Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override;
    void forget() override;
    std::string explanation() const override { return explanation_; }
    bool repeats() const override { return repeats_; }
    AccessCounters counters() const override { return counters_; }

private:
    // A fault that is repeated for a while.
    struct Hold {
        Fault fault = Fault::bus_error;
        std::string explanation;
        TimePoint until{};
        std::chrono::nanoseconds length{};
    };

    Result<void> read_range(cmis::ByteRange range, cmis::MutableBytes out);
    Result<void> read_pieces(cmis::ByteRange range, cmis::MutableBytes out);
    KernelResult<std::size_t> read_piece(cmis::ByteRange piece, cmis::MutableBytes out);
    KernelResult<std::size_t> read_legacy(cmis::ByteRange piece, cmis::MutableBytes out);
    Result<void> may_read(cmis::ByteRange range);
    Fault fault_of_read(const KernelError& error, cmis::ByteRange range);
    std::string reason_of(const KernelError& error, Fault fault) const;
    std::string reason_of_no_reader() const;
    bool has_no_network_device() const;

    void notice_link();
    bool cage_is_empty();
    const Hold* held(cmis::PageId page);
    void hold(cmis::PageId page, Fault fault);
    Fault seen_from_the_cage(cmis::PageId page, Fault fault);
    void learn(cmis::ByteRange range, cmis::Bytes bytes);
    bool answers_from_memory(cmis::ByteRange range) const;

    NetworkPortParts parts_;
    std::map<cmis::PageId, Hold> holds_;  // that of lower memory holds the others too
    std::optional<std::string> link_;     // what tells one link from the next, as looked at last
    bool link_is_up_ = false;
    std::optional<PageRules> rules_;  // of the module; nothing: not known
    std::optional<cmis::Page> page_zero_;
    std::optional<std::uint8_t> identifier_;  // byte 0, as read at seen_at_
    TimePoint seen_at_{};
    std::optional<LegacyModule> legacy_;  // the ioctl reads this device, netlink does not
    std::string explanation_;
    bool repeats_ = false;
    AccessCounters counters_;
};

}  // namespace opticward::drivers
