#include "drivers/i2c/i2c_adapter.h"

#include "tests/drivers/temporary_folder.h"

#include <cerrno>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

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

TEST(I2cAdapterTest, OfSeveralAdaptersWithOneNameTheFirstIsTaken) {
    const TemporaryFolder folder;
    for (const char* device : {"i2c-12", "i2c-9", "i2c-10"})
        folder.write(std::string{"sys/class/i2c-dev/"} + device + "/name", "twin\n");

    EXPECT_EQ(find_i2c_adapter(folder.path(), "twin").value(), folder.path() / "dev/i2c-9");
}

TEST(I2cAdapterTest, NumberIsFoundWhereNoDeviceFileIs) {
    const TemporaryFolder folder;
    folder.write("sys/bus/i2c/devices/i2c-5/name", "SMBus\n");

    EXPECT_EQ(find_adapter_number(folder.path(), "SMBus"), 5U);
    EXPECT_EQ(find_adapter_number(folder.path(), "7"), 7U);
    EXPECT_EQ(find_adapter_number(folder.path(), "i2c-8"), 8U);
    EXPECT_EQ(find_adapter_number(folder.path(), "/dev/i2c-9"), 9U);
    EXPECT_EQ(find_adapter_number(folder.path(), "other"), std::nullopt);
}

TEST(I2cAdapterTest, NumberBehindALinkOfUdevIsFound) {
    const TemporaryFolder folder;
    folder.write("dev/i2c-3", "");
    std::filesystem::create_symlink("i2c-3", folder.path() / "dev/transceivers");

    EXPECT_EQ(find_adapter_number(folder.path(), "/dev/transceivers"), 3U);
}

TEST(I2cAdapterTest, UnknownNameDoesNotExist) {
    const TemporaryFolder folder;
    const auto found = find_i2c_adapter(folder.path(), "i2c-2-mux (chan_id 1)");

    ASSERT_FALSE(found);
    EXPECT_EQ(found.error(), ENOENT);
}

}  // namespace
}  // namespace opticward::drivers
