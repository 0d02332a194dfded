#include "drivers/network/linux_ethtool.h"

#include "drivers/network/ethtool_client.h"
#include "drivers/sysfs/file_descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <utility>

namespace opticward::drivers {

namespace {

std::unexpected<KernelError> error(int number) {
    return std::unexpected{KernelError{.error = number, .words = {}}};
}

class LinuxEthtool final : public EthtoolKernel {
public:
    explicit LinuxEthtool(Now now) : netlink_{open_generic_netlink, std::move(now)} {}

    KernelResult<std::size_t> module_part(const ModulePart& part, cmis::MutableBytes out) override {
        return netlink_.module_part(part, out);
    }

    KernelResult<LegacyModule> legacy_module(const std::string& device) override {
        ethtool_modinfo info{};
        info.cmd = ETHTOOL_GMODULEINFO;
        if (const int failed = call(device, &info); failed != 0) return error(failed);
        return LegacyModule{.type = info.type, .size = info.eeprom_len};
    }

    KernelResult<std::size_t> legacy_part(const std::string& device, std::uint32_t offset,
                                          cmis::MutableBytes out) override {
        alignas(ethtool_eeprom) std::array<std::uint8_t, sizeof(ethtool_eeprom) + cmis::page_size> bytes{};
        if (out.size() > cmis::page_size) return error(EMSGSIZE);
        ethtool_eeprom request{};
        request.cmd = ETHTOOL_GMODULEEEPROM;
        request.offset = offset;
        request.len = static_cast<std::uint32_t>(out.size());
        std::memcpy(bytes.data(), &request, sizeof request);
        if (const int failed = call(device, bytes.data()); failed != 0) return error(failed);
        std::copy_n(bytes.begin() + sizeof request, out.size(), out.begin());
        return out.size();
    }

    KernelResult<LinkState> link_state(const std::string& device) override { return netlink_.link_state(device); }
    KernelResult<LinkSpeed> link_speed(const std::string& device) override { return netlink_.link_speed(device); }
    KernelResult<ModulePower> module_power(const std::string& device) override { return netlink_.module_power(device); }

private:
    // 0 or an errno.
    int call(const std::string& device, void* data) {
        if (device.size() >= IFNAMSIZ) return EOPNOTSUPP;  // an alternative name, which the ioctl does not know
        if (!socket_.is_open()) {
            socket_ = FileDescriptor{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
            if (!socket_.is_open()) return errno;
        }
        ifreq request{};
        std::ranges::copy(device, request.ifr_name);
        request.ifr_data = static_cast<char*>(data);
        return ::ioctl(socket_.number(), SIOCETHTOOL, &request) == 0 ? 0 : errno;
    }

    EthtoolClient netlink_;
    FileDescriptor socket_;
};

class NoEthtool final : public EthtoolKernel {
public:
    KernelResult<std::size_t> module_part(const ModulePart&, cmis::MutableBytes) override { return error(EOPNOTSUPP); }
    KernelResult<LegacyModule> legacy_module(const std::string&) override { return error(EOPNOTSUPP); }
    KernelResult<std::size_t> legacy_part(const std::string&, std::uint32_t, cmis::MutableBytes) override {
        return error(EOPNOTSUPP);
    }
    KernelResult<LinkState> link_state(const std::string&) override { return error(EOPNOTSUPP); }
    KernelResult<LinkSpeed> link_speed(const std::string&) override { return error(EOPNOTSUPP); }
    KernelResult<ModulePower> module_power(const std::string&) override { return error(EOPNOTSUPP); }
};

}  // namespace

std::unique_ptr<EthtoolKernel> open_ethtool(const Environment& environment) {
    if (environment.open_ethtool) return environment.open_ethtool();
    if (environment.root != "/") return std::make_unique<NoEthtool>();
    return std::make_unique<LinuxEthtool>(environment.timing.now);
}

}  // namespace opticward::drivers
