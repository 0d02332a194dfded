#include "drivers/network/network_devices.h"

#include "tests/drivers/temporary_folder.h"

#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

namespace fs = std::filesystem;

class NetworkDevicesTest : public ::testing::Test {
protected:
    // As sysfs has it: /sys/class holds links to the folders of the devices, and those link back to their hardware.
    void netdev(const std::string& name, const std::string& hardware) const {
        const fs::path device = fs::path{"sys/devices"} / hardware / "net" / name;
        folder_.write(device / "type", "1\n");
        link(fs::path{"../.."}, device / "device");
        link(fs::path{"../../devices"} / hardware / "net" / name, fs::path{"sys/class/net"} / name);
    }
    void rdma_device(const std::string& name, const std::string& hardware) const {
        const fs::path device = fs::path{"sys/devices"} / hardware / "infiniband" / name;
        folder_.write(device / "node_type", "1: CA\n");
        link(fs::path{"../.."}, device / "device");
        link(fs::path{"../../devices"} / hardware / "infiniband" / name, fs::path{"sys/class/infiniband"} / name);
    }
    void virtual_netdev(const std::string& name) const {
        folder_.write(fs::path{"sys/devices/virtual/net"} / name / "type", "1\n");
        link(fs::path{"../../devices/virtual/net"} / name, fs::path{"sys/class/net"} / name);
    }
    void link(const fs::path& target, const fs::path& name) const {
        fs::create_directories((folder_.path() / name).parent_path());
        fs::create_symlink(target, folder_.path() / name);
    }
    std::vector<NetworkDevice> found() const { return find_network_devices(folder_.path()); }

    TemporaryFolder folder_;
};

TEST_F(NetworkDevicesTest, AHostWithoutSysfsHasNone) {
    EXPECT_TRUE(found().empty());
}

TEST_F(NetworkDevicesTest, DevicesAreListedByName) {
    netdev("eth1", "pci0/1");
    netdev("eth0", "pci0/2");

    EXPECT_EQ(found(), (std::vector<NetworkDevice>{{.name = "eth0", .rdma_device = "", .rdma_port = 1},
                                                   {.name = "eth1", .rdma_device = "", .rdma_port = 1}}));
}

TEST_F(NetworkDevicesTest, WhatHasNoHardwareIsLeftOut) {
    for (const char* name : {"lo", "br0", "vlan10", "veth1", "bond0"}) {
        virtual_netdev(name);
    }
    folder_.write("sys/class/net/bonding_masters", "bond0\n");

    EXPECT_TRUE(found().empty());
}

TEST_F(NetworkDevicesTest, VirtualFunctionsAndRadiosHaveNoCage) {
    netdev("eth0v0", "pci0/3");
    link("../1", "sys/devices/pci0/3/physfn");
    folder_.write("sys/devices/pci0/1/vendor", "0x15b3\n");
    netdev("wlan0", "pci0/4");
    folder_.write("sys/devices/pci0/4/net/wlan0/phy80211/name", "phy0\n");

    EXPECT_TRUE(found().empty());
}

TEST_F(NetworkDevicesTest, TheRdmaDeviceOfTheSameHardwareBelongsToIt) {
    netdev("eth0", "pci0/1");
    netdev("ib0", "pci0/2");
    rdma_device("mlx5_0", "pci0/1");
    rdma_device("mlx5_1", "pci0/2");

    const auto devices = found();

    ASSERT_EQ(devices.size(), 2U);
    EXPECT_EQ(devices[0].rdma_device, "mlx5_0");
    EXPECT_EQ(devices[1].rdma_device, "mlx5_1");
    EXPECT_EQ(devices[1].rdma_port, 1U);
}

TEST_F(NetworkDevicesTest, TheSecondPortOfADeviceIsPortTwo) {
    netdev("eth0", "pci0/1");
    netdev("eth1", "pci0/1");
    folder_.write("sys/devices/pci0/1/net/eth0/dev_port", "0\n");
    folder_.write("sys/devices/pci0/1/net/eth1/dev_port", "1\n");
    rdma_device("mlx4_0", "pci0/1");

    const auto devices = found();

    ASSERT_EQ(devices.size(), 2U);
    EXPECT_EQ(devices[0], (NetworkDevice{.name = "eth0", .rdma_device = "mlx4_0", .rdma_port = 1}));
    EXPECT_EQ(devices[1], (NetworkDevice{.name = "eth1", .rdma_device = "mlx4_0", .rdma_port = 2}));
}

TEST_F(NetworkDevicesTest, OfSeveralRdmaDevicesNoneIsChosen) {
    netdev("eth0", "pci0/1");
    rdma_device("mlx5_0", "pci0/1");
    rdma_device("mlx5_1", "pci0/1");

    EXPECT_EQ(found().at(0).rdma_device, "");
}

TEST_F(NetworkDevicesTest, AnInfiniBandPortWithoutANetworkDeviceIsListed) {
    netdev("ib0", "pci0/1");
    rdma_device("mlx5_0", "pci0/1");
    rdma_device("mlx5_1", "pci0/2");
    rdma_device("mlx5_2", "pci0/3");
    folder_.write("sys/devices/pci0/1/infiniband/mlx5_0/ports/1/link_layer", "InfiniBand\n");
    folder_.write("sys/devices/pci0/2/infiniband/mlx5_1/ports/1/link_layer", "InfiniBand\n");
    folder_.write("sys/devices/pci0/3/infiniband/mlx5_2/ports/1/link_layer", "Ethernet\n");

    const auto devices = found();

    ASSERT_EQ(devices.size(), 2U);
    EXPECT_EQ(devices[0].name, "ib0");
    EXPECT_EQ(devices[1],
              (NetworkDevice{.name = "mlx5_1", .rdma_device = "mlx5_1", .rdma_port = 1, .has_netdev = false}));
    EXPECT_TRUE(is_rdma_device_alone(folder_.path(), "mlx5_1"));
    EXPECT_FALSE(is_rdma_device_alone(folder_.path(), "ib0"));
    EXPECT_FALSE(is_rdma_device_alone(folder_.path(), "eth9"));
}

TEST_F(NetworkDevicesTest, TheTwoPortsOfAnInfiniBandDeviceAreTold) {
    rdma_device("mlx4_0", "pci0/1");
    folder_.write("sys/devices/pci0/1/infiniband/mlx4_0/ports/1/link_layer", "InfiniBand\n");
    folder_.write("sys/devices/pci0/1/infiniband/mlx4_0/ports/2/link_layer", "InfiniBand\n");

    const auto devices = found();

    ASSERT_EQ(devices.size(), 2U);
    EXPECT_EQ(devices[1].name, "mlx4_0/2");
    EXPECT_EQ(devices[1].rdma_port, 2U);
    EXPECT_TRUE(is_rdma_device_alone(folder_.path(), "mlx4_0/2"));
}

TEST_F(NetworkDevicesTest, TheModulesThermometerOfMlx5IsFound) {
    netdev("eth0", "pci0/1");
    folder_.write("sys/devices/pci0/1/hwmon/hwmon3/name", "mlx5\n");
    folder_.write("sys/devices/pci0/1/hwmon/hwmon3/temp1_label", "asic\n");
    folder_.write("sys/devices/pci0/1/hwmon/hwmon3/temp2_label", "Module0\n");
    netdev("eth1", "pci0/2");
    folder_.write("sys/devices/pci0/2/hwmon/hwmon4/name", "other\n");
    folder_.write("sys/devices/pci0/2/hwmon/hwmon4/temp1_label", "Module0\n");

    const auto devices = found();

    EXPECT_EQ(devices.at(0).thermometer, "/sys/class/net/eth0/device/hwmon/hwmon3/temp2_input");
    EXPECT_EQ(devices.at(1).thermometer, "");
}

TEST_F(NetworkDevicesTest, ALinkThatChangedHasAnotherMark) {
    folder_.write("sys/class/net/eth0/ifindex", "7\n");
    folder_.write("sys/class/net/eth0/carrier", "1\n");
    folder_.write("sys/class/net/eth0/carrier_changes", "2\n");
    const LinkMark up = link_mark_of(folder_.path(), "eth0");
    EXPECT_TRUE(up.is_up);

    folder_.write("sys/class/net/eth0/carrier_changes", "4\n");

    EXPECT_NE(link_mark_of(folder_.path(), "eth0"), up);
    EXPECT_EQ(link_mark_of(folder_.path(), "../eth0"), LinkMark{});
}

TEST_F(NetworkDevicesTest, NoMoreThanAThousandAreListed) {
    for (unsigned i = 0; i < 1030; ++i) {
        netdev("eth" + std::to_string(10'000 + i), "pci0/" + std::to_string(i));
    }

    const auto devices = found();

    ASSERT_EQ(devices.size(), 1024U);
    EXPECT_EQ(devices.back().name, "eth11023");
}

}  // namespace
}  // namespace opticward::drivers
