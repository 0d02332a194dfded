#include "drivers/errno_fault.h"

#include <cerrno>
#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

TEST(ErrnoFaultTest, MissingAcknowledgementIsNack) {
    EXPECT_EQ(fault_of(ENXIO), Fault::nack);
    EXPECT_EQ(fault_of(EREMOTEIO), Fault::nack);
}

TEST(ErrnoFaultTest, TimeoutIsTimeout) {
    EXPECT_EQ(fault_of(ETIMEDOUT), Fault::timeout);
}

TEST(ErrnoFaultTest, AnotherMasterIsBusBusy) {
    EXPECT_EQ(fault_of(EBUSY), Fault::bus_busy);
    EXPECT_EQ(fault_of(EAGAIN), Fault::bus_busy);
}

TEST(ErrnoFaultTest, MissingRightsArePermission) {
    EXPECT_EQ(fault_of(EACCES), Fault::permission);
    EXPECT_EQ(fault_of(EPERM), Fault::permission);
}

TEST(ErrnoFaultTest, AbsentHardwareIsNoDevice) {
    EXPECT_EQ(fault_of(ENOENT), Fault::no_device);
    EXPECT_EQ(fault_of(ENODEV), Fault::no_device);
    EXPECT_EQ(fault_of(ENOTDIR), Fault::no_device);
}

TEST(ErrnoFaultTest, EverythingElseIsBusError) {
    EXPECT_EQ(fault_of(EIO), Fault::bus_error);
    EXPECT_EQ(fault_of(EOPNOTSUPP), Fault::bus_error);
    EXPECT_EQ(fault_of(EINVAL), Fault::bus_error);
    EXPECT_EQ(fault_of(0), Fault::bus_error);
    EXPECT_EQ(fault_of(-7), Fault::bus_error);
}

}  // namespace
}  // namespace opticward::drivers
