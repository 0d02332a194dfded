// A kernel that answers for one network device from the image of a module.
#pragma once

#include "drivers/network/ethtool_kernel.h"

#include <algorithm>
#include <cerrno>
#include <functional>
#include <linux/ethtool.h>
#include <optional>
#include <vector>

namespace opticward::drivers {

class FakeEthtool final : public EthtoolKernel {
public:
    cmis::MemoryMap image;
    std::size_t longest_answer = cmis::page_size;
    KernelError error;  // of netlink; 0: none
    KernelError legacy_error{.error = EOPNOTSUPP, .words = {}};
    LegacyModule legacy{.type = ETH_MODULE_SFF_8636, .size = ETH_MODULE_SFF_8636_MAX_LEN};
    std::optional<LinkState> state;
    LinkSpeed speed;
    KernelResult<ModulePower> power = std::unexpected{KernelError{.error = EOPNOTSUPP, .words = {}}};
    std::function<void()> before_answer;  // called in each request for module bytes

    std::vector<ModulePart> asked;
    std::vector<std::uint32_t> legacy_asked;  // offsets
    unsigned states_asked = 0;
    unsigned powers_asked = 0;

    KernelResult<std::size_t> module_part(const ModulePart& part, cmis::MutableBytes out) override {
        asked.push_back(part);
        if (before_answer) before_answer();
        if (error.error != 0) return std::unexpected{error};
        const cmis::Page* page = image.find({.page = part.page, .bank = part.bank, .lower = part.offset < 128});
        if (page == nullptr) return std::unexpected{KernelError{.error = EINVAL, .words = {}}};
        const std::size_t size = std::min<std::size_t>(longest_answer, part.length);
        std::copy_n(page->begin() + part.offset % 128, size, out.begin());
        return size;
    }
    KernelResult<LegacyModule> legacy_module(const std::string&) override {
        if (legacy_error.error != 0) return std::unexpected{legacy_error};
        return legacy;
    }
    KernelResult<std::size_t> legacy_part(const std::string&, std::uint32_t offset, cmis::MutableBytes out) override {
        legacy_asked.push_back(offset);
        if (legacy_error.error != 0) return std::unexpected{legacy_error};
        std::ranges::fill(out, static_cast<std::uint8_t>(offset / 128));
        return out.size();
    }
    KernelResult<LinkState> link_state(const std::string&) override {
        ++states_asked;
        if (!state) return std::unexpected{KernelError{.error = EOPNOTSUPP, .words = {}}};
        return *state;
    }
    KernelResult<LinkSpeed> link_speed(const std::string&) override { return speed; }
    KernelResult<ModulePower> module_power(const std::string&) override {
        ++powers_asked;
        return power;
    }
};

}  // namespace opticward::drivers
