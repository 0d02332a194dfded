#include "drivers/errno_fault.h"

#include <cerrno>
#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

struct Row {
    int error;
    Fault fault;
};

class ErrnoFaultTest : public ::testing::TestWithParam<Row> {};

TEST_P(ErrnoFaultTest, HasItsFault) {
    EXPECT_EQ(fault_of(GetParam().error), GetParam().fault) << "errno " << GetParam().error;
}

// Those of Linux fault-codes.rst, and what open(), read() and ioctl() say of files.
INSTANTIATE_TEST_SUITE_P(
    Table, ErrnoFaultTest,
    ::testing::Values(Row{ENXIO, Fault::nack}, Row{EREMOTEIO, Fault::nack}, Row{ETIMEDOUT, Fault::timeout},
                      Row{ETIME, Fault::timeout}, Row{EBUSY, Fault::bus_busy}, Row{EAGAIN, Fault::bus_busy},
                      Row{EINTR, Fault::bus_busy}, Row{EACCES, Fault::permission}, Row{EPERM, Fault::permission},
                      Row{ENOENT, Fault::no_device}, Row{ENOTDIR, Fault::no_device}, Row{ENODEV, Fault::no_device},
                      Row{ESHUTDOWN, Fault::no_device}, Row{ESTALE, Fault::no_device}, Row{ENOTTY, Fault::no_device},
                      Row{EOPNOTSUPP, Fault::not_supported}, Row{ENOSYS, Fault::not_supported},
                      Row{EIO, Fault::bus_error}, Row{EPROTO, Fault::bus_error}, Row{EBADMSG, Fault::bus_error},
                      Row{EOVERFLOW, Fault::bus_error}, Row{ENOMEM, Fault::bus_error}, Row{EINVAL, Fault::bus_error},
                      Row{EMSGSIZE, Fault::bus_error}, Row{0, Fault::bus_error}, Row{-7, Fault::bus_error}));

}  // namespace
}  // namespace opticward::drivers
