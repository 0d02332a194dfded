#include "drivers/driver_registry.h"

#include "drivers/simulator/simulated_bus.h"
#include "tests/drivers/fake_time.h"
#include "tests/drivers/module_images.h"
#include "tests/drivers/network/fake_ethtool.h"
#include "tests/drivers/temporary_folder.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <gtest/gtest.h>
#include <string_view>
#include <vector>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

class DriverRegistryTest : public ::testing::Test {
protected:
    Environment environment() {
        return {.root = folder_.path(), .timing = time_.timing(), .clear_on_read = {}, .pacing = Pacing::instant};
    }
    static PortDescription port(std::string name, std::string source) {
        PortDescription description;
        description.name = std::move(name);
        description.source = std::move(source);
        return description;
    }
    static BusDescription bus(std::string driver, std::vector<PortDescription> ports) {
        BusDescription description;
        description.name = "front";
        description.driver = std::move(driver);
        description.ports = std::move(ports);
        return description;
    }
    static Fault fault_of_read(const PortDevice& port) {
        std::array<std::uint8_t, 1> byte{};
        const auto done = port.access->read({cmis::lower_memory, 0, 1}, byte);
        EXPECT_FALSE(done);
        return done ? Fault::checksum : done.error();
    }
    static std::uint8_t first_byte(const PortDevice& port) {
        std::array<std::uint8_t, 1> byte{};
        EXPECT_TRUE(port.access->read({cmis::lower_memory, 0, 1}, byte));
        return byte[0];
    }

    TemporaryFolder folder_;
    FakeTime time_;
};

TEST_F(DriverRegistryTest, UnknownDriverNamesTheKnownOnes) {
    const auto opened = open_bus(bus("i2cdev", {}), environment());

    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error(), "bus \"front\": no driver \"i2cdev\"; there are ethtool, file, i2c-dev, sdk, simulated");
}

TEST_F(DriverRegistryTest, DriversAreListed) {
    EXPECT_EQ(driver_names(), (std::vector<std::string_view>{"ethtool", "file", "i2c-dev", "sdk", "simulated"}));
}

TEST_F(DriverRegistryTest, FileBelowTheRootIsRead) {
    folder_.write("sys/bus/i2c/devices/37-0050/eeprom", std::string(256, '\x11'));

    const auto opened = open_bus(bus("file", {port("swp1", "/sys/bus/i2c/devices/37-0050/eeprom")}), environment());

    ASSERT_TRUE(opened);
    ASSERT_EQ(opened->ports.size(), 1U);
    EXPECT_EQ(opened->ports[0].name, "swp1");
    EXPECT_EQ(first_byte(opened->ports[0]), 0x11);
    EXPECT_EQ(opened->ports[0].presence, nullptr);
    EXPECT_EQ(opened->counters().bytes_read, 1U);
}

TEST_F(DriverRegistryTest, RelativeSourceLiesInTheFolderOfTheBus) {
    folder_.write("mnt/chassis/port0/eeprom", std::string(256, '\x18'));
    auto description = bus("file", {port("swp1", "port0/eeprom")});
    description.path = "/mnt/chassis";

    const auto opened = open_bus(description, environment());

    ASSERT_TRUE(opened);
    EXPECT_EQ(first_byte(opened->ports[0]), 0x18);
}

TEST_F(DriverRegistryTest, PinFileBelowTheRootIsRead) {
    folder_.write("sys/cpld/present_1", "0\n");
    auto described = port("swp1", "/eeprom");
    described.presence = {.path = "/sys/cpld/present_1", .bit = {}, .active = false, .base = 10};

    const auto opened = open_bus(bus("file", {described}), environment());

    ASSERT_TRUE(opened);
    ASSERT_NE(opened->ports[0].presence, nullptr);
    EXPECT_EQ(opened->ports[0].presence->is_active(), true);
}

TEST_F(DriverRegistryTest, PinsAndTemperatureOfACageAreRead) {
    folder_.write("sys/cpld/reset", "0xfffffffe\n");
    folder_.write("sys/cpld/lpmode", "1\n");
    folder_.write("sys/class/net/eth0/device/hwmon/hwmon3/temp2_input", "45000\n");
    auto described = port("swp1", "/eeprom");
    described.reset = {.path = "/sys/cpld/reset", .gpio = {}, .bit = 0, .active = false, .base = 16};
    described.low_power = PinDescription{.path = "/sys/cpld/lpmode", .gpio = {}, .bit = {}};
    described.temperature = ThermometerDescription{.path = "/sys/class/net/eth0/device/hwmon/hwmon*/temp2_input"};

    const auto opened = open_bus(bus("file", {described}), environment());

    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->ports[0].reset->is_active(), true);
    EXPECT_EQ(opened->ports[0].low_power->is_active(), true);
    EXPECT_EQ(opened->ports[0].temperature->temperature(), cmis::Celsius{45});
}

TEST_F(DriverRegistryTest, AGpioChipThatIsNotThereIsNoDevice) {
    std::filesystem::create_directory(folder_.path() / "dev");
    auto described = port("swp1", "/eeprom");
    described.presence = PinDescription{.path = {}, .gpio = "front-panel", .line = 3, .bit = {}};

    const auto opened = open_bus(bus("file", {described}), environment());

    ASSERT_TRUE(opened);
    const auto present = opened->ports[0].presence->is_active();
    ASSERT_FALSE(present);
    EXPECT_EQ(present.error(), Fault::no_device);
    EXPECT_EQ(opened->ports[0].presence->explanation(), "there is no GPIO chip front-panel");
}

TEST_F(DriverRegistryTest, AFolderOfTheSdkTellsPresenceAndTemperatureByItself) {
    folder_.write("sys/module/sx_core/asic0/module4/eeprom/pages/0/i2c-0x50/data", std::string(256, '\x11'));
    folder_.write("sys/module/sx_core/asic0/module4/present", "1\n");
    folder_.write("sys/module/sx_core/asic0/module4/temperature/input", "340\n");
    auto description = bus("sdk", {port("swp5", "module4")});
    description.path = "/sys/module/sx_core/asic0";

    const auto opened = open_bus(description, environment());

    ASSERT_TRUE(opened);
    EXPECT_EQ(first_byte(opened->ports[0]), 0x11);
    EXPECT_EQ(opened->ports[0].presence->is_active(), true);
    EXPECT_EQ(opened->ports[0].temperature->temperature(), cmis::Celsius{42.5});
    EXPECT_EQ(opened->ports[0].reset, nullptr);
    EXPECT_EQ(opened->counters().bytes_read, 1U);
}

TEST_F(DriverRegistryTest, WhatTheBoardFileSaysComesBeforeTheSdk) {
    folder_.write("sys/module4/present", "1\n");
    folder_.write("present4", "0\n");
    folder_.write("temp4", "51000\n");
    auto described = port("swp5", "/sys/module4");
    described.presence = PinDescription{.path = "/present4", .gpio = {}, .bit = {}};
    described.temperature = ThermometerDescription{.path = "/temp4"};

    const auto opened = open_bus(bus("sdk", {described}), environment());

    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->ports[0].presence->is_active(), false);
    EXPECT_EQ(opened->ports[0].temperature->temperature(), cmis::Celsius{51});
}

TEST_F(DriverRegistryTest, ASourceWithAPlaceForThePageIsAFileAPage) {
    folder_.write("sys/0-0010/eeprom_low", std::string(128, '\x18'));
    folder_.write("sys/0-0010/eeprom_pg0", std::string(128, '\x19'));
    auto described = port("swp1", "0-0010/eeprom_pg{page:x}");
    described.lower = "0-0010/eeprom_low";
    auto description = bus("file", {described});
    description.path = "/sys";

    const auto opened = open_bus(description, environment());

    ASSERT_TRUE(opened);
    EXPECT_EQ(first_byte(opened->ports[0]), 0x18);
}

TEST_F(DriverRegistryTest, AbsentHardwareOpensAndReadsAsNoDevice) {
    const auto files = open_bus(bus("file", {port("swp1", "/nothing")}), environment());
    const auto adapters = open_bus(bus("i2c-dev", {port("swp1", "37"), port("swp2", "a name")}), environment());

    ASSERT_TRUE(files);
    ASSERT_TRUE(adapters);
    EXPECT_EQ(fault_of_read(files->ports[0]), Fault::no_device);
    EXPECT_EQ(fault_of_read(adapters->ports[0]), Fault::no_device);
    EXPECT_EQ(fault_of_read(adapters->ports[1]), Fault::no_device);
    EXPECT_EQ(count_of(adapters->counters().faults, Fault::no_device), 2U);
}

TEST_F(DriverRegistryTest, PortWithoutASourceCannotWork) {
    const auto file = open_bus(bus("file", {port("swp7", "")}), environment());
    const auto adapter = open_bus(bus("i2c-dev", {port("swp7", "")}), environment());

    ASSERT_FALSE(file);
    EXPECT_EQ(file.error(), "bus \"front\", port \"swp7\": `source` names no file");
    ASSERT_FALSE(adapter);
    EXPECT_EQ(adapter.error(),
              "bus \"front\", port \"swp7\": neither `source` nor the bus's `path` names an I2C adapter");
}

TEST_F(DriverRegistryTest, SimulatedPortsShareOneBus) {
    auto first = port("swp1", "");
    first.image = sff8636_module();
    auto second = port("swp2", "");
    second.image = cmis_module();

    const auto opened = open_bus(bus("simulated", {first, second}), environment());

    ASSERT_TRUE(opened);
    EXPECT_EQ(first_byte(opened->ports[0]), 0x11);
    EXPECT_EQ(first_byte(opened->ports[1]), 0x1e);
    EXPECT_EQ(opened->counters().transfers, 2U);
    EXPECT_EQ(opened->counters().channel_selects, 2U);
}

TEST_F(DriverRegistryTest, BelowAnotherRootTheKernelIsNotAskedAboutNetworkDevices) {
    const auto opened = open_bus(bus("ethtool", {port("lo", "lo")}), environment());
    ASSERT_TRUE(opened);
    ASSERT_EQ(opened->ports.size(), 1U);
    EXPECT_EQ(opened->ports[0].presence, nullptr);
    EXPECT_EQ(fault_of_read(opened->ports[0]), Fault::not_supported);
    EXPECT_EQ(opened->counters().faults[static_cast<std::size_t>(Fault::not_supported)], 1U);
}

TEST_F(DriverRegistryTest, NetworkDevicesOfAllBusesShareOnePace) {
    auto surroundings = environment();
    surroundings.open_ethtool = [] {
        auto kernel = std::make_unique<FakeEthtool>();
        kernel->image = sff8636_module();
        return kernel;
    };
    const auto left = open_bus(bus("ethtool", {port("eth0", "eth0")}), surroundings);
    const auto right = open_bus(bus("ethtool", {port("eth1", "eth1")}), surroundings);
    ASSERT_TRUE(left);
    ASSERT_TRUE(right);

    EXPECT_EQ(first_byte(left->ports[0]), 0x11);
    EXPECT_EQ(first_byte(right->ports[0]), 0x11);

    EXPECT_EQ(time_.pauses_in_milliseconds(), std::vector<long>{50});
}

TEST_F(DriverRegistryTest, SimulatedPortFollowsItsScriptAndClearsOnRead) {
    auto described = port("swp1", "");
    described.image = sff8636_module();
    described.inserted = false;
    described.script = {{.at = 3s, .every = {}, .action = Insert{}},
                        {.at = 3s, .every = {}, .action = PatchBytes{{{cmis::lower(3), 0x04}}}}};
    auto surroundings = environment();
    surroundings.clear_on_read = [](std::uint8_t, cmis::Location location) { return location == cmis::lower(3); };
    const auto opened = open_bus(bus("simulated", {described}), surroundings);
    ASSERT_TRUE(opened);
    const auto& device = opened->ports[0];
    ASSERT_EQ(device.presence->is_active(), false);

    time_.advance(3s);

    EXPECT_EQ(device.presence->is_active(), true);
    std::array<std::uint8_t, 1> flags{};
    ASSERT_TRUE(device.access->read({cmis::lower_memory, 3, 1}, flags));
    EXPECT_EQ(flags[0], 0x04);
    ASSERT_TRUE(device.access->read({cmis::lower_memory, 3, 1}, flags));
    EXPECT_EQ(flags[0], 0x00);
}

}  // namespace
}  // namespace opticward::drivers
