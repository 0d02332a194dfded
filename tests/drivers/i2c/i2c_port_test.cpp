// Ports of the driver i2c-dev as the registry makes them, on a root without any adapter that works.
#include "drivers/driver_registry.h"
#include "drivers/sysfs/file_descriptor.h"
#include "tests/drivers/fake_time.h"
#include "tests/drivers/temporary_folder.h"

#include <array>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <sys/file.h>

namespace opticward::drivers {
namespace {

class I2cPortTest : public ::testing::Test {
protected:
    BusDevice open(const std::string& adapter, std::optional<std::string> lock = std::nullopt) {
        BusDescription bus;
        bus.name = "front";
        bus.driver = "i2c-dev";
        bus.path = adapter;
        bus.lock = std::move(lock);
        bus.ports.emplace_back().name = "swp1";
        auto opened = open_bus(
            bus, {.root = folder_.path(), .timing = time_.timing(), .clear_on_read = {}, .pacing = Pacing::instant});
        EXPECT_TRUE(opened);
        return opened ? std::move(*opened) : BusDevice{};
    }
    static Fault fault_of_read(const BusDevice& bus) {
        std::array<std::uint8_t, 1> byte{};
        const auto done = bus.ports.at(0).access->read({cmis::lower_memory, 0, 1}, byte);
        EXPECT_FALSE(done);
        return done ? Fault::checksum : done.error();
    }
    static std::string explanation(const BusDevice& bus) { return bus.ports.at(0).access->explanation(); }
    // A file where the device would be, so that opening works and the first ioctl does not.
    void add(const std::string& device, const std::string& name) {
        folder_.write("sys/class/i2c-dev/" + device + "/name", name + "\n");
        folder_.write("sys/bus/i2c/devices/" + device + "/name", name + "\n");
        folder_.write("dev/" + device, "");
    }

    TemporaryFolder folder_;
    FakeTime time_;
};

TEST_F(I2cPortTest, AdapterIsLookedForByItsNameAgainAtEachRead) {
    const BusDevice bus = open("mux0");
    EXPECT_EQ(fault_of_read(bus), Fault::no_device);
    EXPECT_EQ(explanation(bus), "there is no I2C adapter \"mux0\", and i2c-dev is not loaded (modprobe i2c-dev)");

    add("i2c-3", "mux0");
    EXPECT_EQ(fault_of_read(bus), Fault::no_device);
    EXPECT_EQ(explanation(bus), (folder_.path() / "dev/i2c-3").string() + " is no I2C adapter that answers");

    std::filesystem::remove_all(folder_.path() / "sys");
    add("i2c-5", "mux0");
    EXPECT_EQ(fault_of_read(bus), Fault::no_device);
    EXPECT_EQ(explanation(bus), (folder_.path() / "dev/i2c-5").string() + " is no I2C adapter that answers");
}

TEST_F(I2cPortTest, DeviceFileIsTheLockWhereNoOtherIsNamed) {
    add("i2c-3", "mux0");
    const BusDevice bus = open("3", "");
    const auto file = folder_.path() / "dev/i2c-3";
    const FileDescriptor other{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    ASSERT_EQ(::flock(other.number(), LOCK_EX), 0);

    EXPECT_EQ(fault_of_read(bus), Fault::bus_busy);
    EXPECT_EQ(explanation(bus), "another program holds the lock " + file.string());
}

TEST_F(I2cPortTest, MissingDeviceFileIsNotMadeByLocking) {
    const BusDevice bus = open("3", "");

    EXPECT_EQ(fault_of_read(bus), Fault::no_device);
    EXPECT_EQ(explanation(bus), "there is no I2C adapter \"3\", and i2c-dev is not loaded (modprobe i2c-dev)");
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "dev/i2c-3"));
}

TEST_F(I2cPortTest, LockFileIsMadeBelowTheRoot) {
    std::filesystem::create_directories(folder_.path() / "run/lock");
    const BusDevice bus = open("3", "/run/lock/front");

    EXPECT_EQ(fault_of_read(bus), Fault::no_device);
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "run/lock/front"));
}

}  // namespace
}  // namespace opticward::drivers
