#include "drivers/driver_registry.h"

#include "drivers/simulator/simulated_bus.h"
#include "tests/drivers/fake_time.h"
#include "tests/drivers/module_images.h"
#include "tests/drivers/network/fake_ethtool.h"
#include "tests/drivers/temporary_folder.h"

#include <array>
#include <chrono>
#include <cstdint>
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
    EXPECT_EQ(opened.error(), "bus \"front\": no driver \"i2cdev\"; there are ethtool, file, i2c-dev, simulated");
}

TEST_F(DriverRegistryTest, DriversAreListed) {
    EXPECT_EQ(driver_names(), (std::vector<std::string_view>{"ethtool", "file", "i2c-dev", "simulated"}));
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
