#include "drivers/i2c/i2c_adapter.h"

#include "tests/drivers/temporary_folder.h"

#include <cerrno>
#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

TEST(I2cAdapterTest, NumberNamesTheDevice) {
    EXPECT_EQ(find_i2c_adapter("/", "37").value(), "/dev/i2c-37");
}

TEST(I2cAdapterTest, DeviceNameAndPathAreTaken) {
    EXPECT_EQ(find_i2c_adapter("/", "i2c-4").value(), "/dev/i2c-4");
    EXPECT_EQ(find_i2c_adapter("/", "/dev/i2c-5").value(), "/dev/i2c-5");
}

TEST(I2cAdapterTest, DeviceLiesBelowTheRoot) {
    EXPECT_EQ(find_i2c_adapter("/tmp/box", "/dev/i2c-5").value(), "/tmp/box/dev/i2c-5");
    EXPECT_EQ(find_i2c_adapter("/tmp/box", "5").value(), "/tmp/box/dev/i2c-5");
}

TEST(I2cAdapterTest, NameOfTheAdapterIsLookedUp) {
    const TemporaryFolder folder;
    folder.write("sys/class/i2c-dev/i2c-0/name", "SMBus I801 adapter at efa0\n");
    folder.write("sys/class/i2c-dev/i2c-26/name", "i2c-2-mux (chan_id 1)\n");

    EXPECT_EQ(find_i2c_adapter(folder.path(), "i2c-2-mux (chan_id 1)").value(), folder.path() / "dev/i2c-26");
}

TEST(I2cAdapterTest, UnknownNameDoesNotExist) {
    const TemporaryFolder folder;
    const auto found = find_i2c_adapter(folder.path(), "i2c-2-mux (chan_id 1)");

    ASSERT_FALSE(found);
    EXPECT_EQ(found.error(), ENOENT);
}

}  // namespace
}  // namespace opticward::drivers
