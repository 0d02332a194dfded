#include "drivers/i2c/adapter_obstacle.h"

#include "tests/drivers/i2c/sysfs_of_muxes.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace opticward::drivers {
namespace {

class AdapterObstacleTest : public ::testing::Test {
protected:
    AdapterObstacleTest() {
        sysfs_.add_adapter(0, "root");
        sysfs_.add_mux(0, "0070", "-2");
        sysfs_.add_channel(0, "0-0070", 0, 7);
        sysfs_.add_channel(0, "0-0070", 1, 8);
    }
    std::string explain(const std::string& adapter, Fault fault) {
        return explain_adapter(sysfs_.root(), adapter, fault, 0x50);
    }

    SysfsOfMuxes sysfs_;
};

TEST_F(AdapterObstacleTest, DriverOfTheAddressIsNamed) {
    sysfs_.bind(7, "0050", "optoe1");

    EXPECT_TRUE(is_bound_here(sysfs_.root(), 7, 0x50));
    EXPECT_FALSE(is_bound_here(sysfs_.root(), 7, 0x51));
    EXPECT_EQ(
        explain("7", Fault::driver_bound),
        "the kernel driver optoe1 is bound to 0x50 of i2c-7; read its eeprom file (driver = \"file\") or unbind it");
}

TEST_F(AdapterObstacleTest, DriverInFrontOfTheMuxIsFound) {
    sysfs_.bind(0, "0050", "at24");

    EXPECT_EQ(bound_driver(sysfs_.root(), 7, 0x50), (BoundDriver{"at24", 0}));
    EXPECT_FALSE(is_bound_here(sysfs_.root(), 7, 0x50));
}

TEST_F(AdapterObstacleTest, DriverBehindTheMuxIsFound) {
    sysfs_.bind(8, "0050", "optoe3");

    EXPECT_EQ(bound_driver(sysfs_.root(), 0, 0x50), (BoundDriver{"optoe3", 8}));
    EXPECT_EQ(bound_driver(sysfs_.root(), 7, 0x50), std::nullopt);
}

TEST_F(AdapterObstacleTest, DriverThatSysfsDoesNotShowHasNoName) {
    EXPECT_EQ(explain("7", Fault::driver_bound),
              "a kernel driver is bound to 0x50 of i2c-7; read its eeprom file (driver = \"file\") or unbind it");
}

TEST_F(AdapterObstacleTest, MissingAdapterIsNamedAsItWasWritten) {
    EXPECT_EQ(explain("mux0", Fault::no_device), "there is no I2C adapter \"mux0\"");
    EXPECT_EQ(explain("99", Fault::no_device), "there is no I2C adapter \"99\"");
}

TEST_F(AdapterObstacleTest, WithoutI2cDevThereIsNone) {
    std::filesystem::remove_all(sysfs_.root() / "sys/class/i2c-dev");

    EXPECT_EQ(explain("mux0", Fault::no_device),
              "there is no I2C adapter \"mux0\", and i2c-dev is not loaded (modprobe i2c-dev)");
}

TEST_F(AdapterObstacleTest, AdapterWithoutADeviceFileIsToldFromAMissingOne) {
    EXPECT_EQ(explain("7", Fault::no_device),
              "i2c-7 is there, but it has no device file; is i2c-dev loaded (modprobe i2c-dev)?");
    std::filesystem::remove_all(sysfs_.root() / "sys/class/i2c-dev");
    EXPECT_EQ(explain("i2c-0-mux (chan_id 0)", Fault::no_device),
              "\"i2c-0-mux (chan_id 0)\" is i2c-7, but it has no device file; is i2c-dev loaded (modprobe i2c-dev)?");
}

TEST_F(AdapterObstacleTest, FileThatMayNotBeOpenedIsDescribed) {
    sysfs_.add_device_file(7);
    const auto file = sysfs_.root() / "dev/i2c-7";
    ASSERT_EQ(::chmod(file.c_str(), 0660), 0);
    sysfs_.write(sysfs_.root() / "etc/group", "root:x:99999:\ni2c:x:" + std::to_string(::getegid()) + ":\n");

    EXPECT_EQ(explain("7", Fault::permission),
              file.string() + " may not be opened: it belongs to user " + std::to_string(::geteuid()) +
                  " and group i2c, mode 0660; the daemon must be in a group that may read and write it");
}

TEST_F(AdapterObstacleTest, FaultsOfModulesNeedNoWords) {
    for (const Fault fault : {Fault::nack, Fault::timeout, Fault::bus_error, Fault::bus_busy, Fault::short_read})
        EXPECT_EQ(explain("7", fault), "");
}

TEST_F(AdapterObstacleTest, AdapterThatRefusesIsNamed) {
    EXPECT_EQ(explain("7", Fault::not_supported),
              "the I2C adapter \"7\" refuses even the shortest transfer of this kind");
}

}  // namespace
}  // namespace opticward::drivers
