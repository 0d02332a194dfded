// Against the kernel that runs the test, which needs a kernel with ethtool netlink (5.6) and no privilege.
#include "drivers/network/linux_ethtool.h"

#include <array>
#include <cerrno>
#include <gtest/gtest.h>
#include <unistd.h>

namespace opticward::drivers {
namespace {

class LinuxEthtoolTest : public ::testing::Test {
protected:
    // The kernel asks for the right first, then for the device and its driver.
    bool is_error(const KernelError& error, int expected) const {
        return error.error == expected || (error.error == EPERM && ::geteuid() != 0);
    }

    std::unique_ptr<EthtoolKernel> kernel_ = open_ethtool({});
    std::array<std::uint8_t, 8> bytes_{};
};

TEST_F(LinuxEthtoolTest, TheLoopbackDeviceHasALinkAndNoModule) {
    const auto state = kernel_->link_state("lo");
    if (!state && state.error().error == EOPNOTSUPP) GTEST_SKIP() << "this kernel has no ethtool netlink";
    ASSERT_TRUE(state) << state.error().error << " " << state.error().words;
    EXPECT_TRUE(state->up.has_value());

    const auto part = kernel_->module_part({.device = "lo", .length = 8}, bytes_);
    ASSERT_FALSE(part);
    EXPECT_TRUE(is_error(part.error(), EOPNOTSUPP)) << part.error().error;
    const auto legacy = kernel_->legacy_module("lo");
    ASSERT_FALSE(legacy);
    EXPECT_TRUE(is_error(legacy.error(), EOPNOTSUPP)) << legacy.error().error;
}

TEST_F(LinuxEthtoolTest, ADeviceThatDoesNotExistIsNone) {
    const auto state = kernel_->link_state("nosuchdevice0");
    if (!state && state.error().error == EOPNOTSUPP) GTEST_SKIP() << "this kernel has no ethtool netlink";
    ASSERT_FALSE(state);
    EXPECT_EQ(state.error().error, ENODEV);
    const auto part = kernel_->module_part({.device = "nosuchdevice0", .length = 8}, bytes_);
    ASSERT_FALSE(part);
    EXPECT_TRUE(is_error(part.error(), ENODEV)) << part.error().error;
}

}  // namespace
}  // namespace opticward::drivers
