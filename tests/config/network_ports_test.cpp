// What is watched where nobody configured a port.
#include "config/network_ports.h"

#include "tests/config/settings_folder.h"

#include <chrono>

namespace opticward::test {

using config::with_network_ports;
using drivers::NetworkDevice;
using std::chrono::milliseconds;

namespace {

NetworkDevice device(std::string name, std::string rdma_device = {}, unsigned rdma_port = 1) {
    return {.name = std::move(name), .rdma_device = std::move(rdma_device), .rdma_port = rdma_port};
}

class NetworkPortsTest : public SettingsFolder {};

}  // namespace

TEST_F(NetworkPortsTest, EachDeviceIsAPortOfOneBus) {
    const std::vector devices{device("eth0"), device("ib0", "mlx5_1", 2)};
    const auto settings = with_network_ports(good("[poll]\nnetwork_interval_seconds = 12\n"), devices);
    ASSERT_EQ(settings.buses.size(), 1U);
    const auto& bus = settings.buses[0];
    EXPECT_EQ(bus.description.name, "network");
    EXPECT_EQ(bus.description.driver, "ethtool");
    EXPECT_EQ(bus.interval, milliseconds{12'000});
    EXPECT_EQ(bus.ports, (std::vector<std::size_t>{0, 1}));
    ASSERT_EQ(bus.description.ports.size(), 2U);
    EXPECT_EQ(bus.description.ports[1].name, "ib0");
    EXPECT_EQ(bus.description.ports[1].source, "ib0");
    ASSERT_EQ(settings.ports.size(), 2U);
    EXPECT_EQ(settings.ports[0].name, "eth0");
    EXPECT_EQ(settings.ports[0].label, "eth0");
    EXPECT_EQ(settings.ports[1].bus, 0U);
    EXPECT_EQ(settings.ports[1].host,
              (drivers::HostPortSource{.netdev = "ib0", .rdma_device = "mlx5_1", .rdma_port = 2}));
}

TEST_F(NetworkPortsTest, AnRdmaDeviceAloneHasNoNetworkDevice) {
    drivers::NetworkDevice alone = device("mlx5_1");
    alone.rdma_device = "mlx5_1";
    alone.has_netdev = false;
    alone.thermometer = "/sys/class/infiniband/mlx5_1/device/hwmon/hwmon3/temp2_input";
    const auto settings = with_network_ports(good(""), std::vector{alone});
    EXPECT_EQ(settings.ports.at(0).host,
              (drivers::HostPortSource{.netdev = "", .rdma_device = "mlx5_1", .rdma_port = 1}));
    const auto& port = settings.buses.at(0).description.ports.at(0);
    EXPECT_EQ(port.source, "mlx5_1");
    EXPECT_EQ(port.temperature,
              (drivers::ThermometerDescription{.path = "/sys/class/infiniband/mlx5_1/device/hwmon/hwmon3/temp2_input",
                                               .units_per_celsius = 1000}));
}

TEST_F(NetworkPortsTest, WhatWasFoundCanBeTakenAwayAgain) {
    auto settings = good("[[bus]]\nname = \"idle\"\ndriver = \"ethtool\"\n");
    settings.ports_are_found = true;
    const auto found = with_network_ports(settings, std::vector{device("eth0"), device("eth1")});
    ASSERT_EQ(found.ports.size(), 2U);
    EXPECT_EQ(config::without_network_ports(found), settings);
}

TEST_F(NetworkPortsTest, ADumpSpeaksForAPortThatNamesItsDeviceByItself) {
    const auto settings =
        good("[[bus]]\nname = \"nics\"\ndriver = \"ethtool\"\n"
             "[[port]]\nname = \"a\"\nbus = \"nics\"\nnetdev = \"ib0\"\nsource = \"image:dumps/a.txt\"\n"
             "[[port]]\nname = \"b\"\nbus = \"nics\"\nnetdev = \"ib1\"\nsource = \"image:/srv/b.bin\"\n");
    const auto& ports = settings.buses.at(0).description.ports;
    EXPECT_EQ(ports.at(0).source, "ib0");
    EXPECT_EQ(ports.at(0).evidence, (folder_ / "dumps/a.txt").string());
    EXPECT_EQ(ports.at(1).evidence, "/srv/b.bin");
}

TEST_F(NetworkPortsTest, WithoutDevicesNothingChanges) {
    const auto settings = good("");
    EXPECT_EQ(with_network_ports(settings, {}), settings);
}

TEST_F(NetworkPortsTest, ADeviceThatHasAPortGetsNoSecondOne) {
    const auto settings = good("[[bus]]\nname = \"network\"\ndriver = \"ethtool\"\n"
                               "[[port]]\nname = \"cage1\"\nbus = \"network\"\nnetdev = \"eth0\"\n");
    const auto more = with_network_ports(settings, std::vector{device("eth0"), device("eth1"), device("cage1")});
    ASSERT_EQ(more.ports.size(), 2U);
    EXPECT_EQ(more.ports[1].name, "eth1");
    EXPECT_EQ(more.ports[1].bus, 1U);
    EXPECT_EQ(more.buses.at(1).description.name, "network2");
    EXPECT_EQ(more.buses.at(1).ports, std::vector<std::size_t>{1});
}

TEST_F(NetworkPortsTest, ANameThatNoPortCanHaveIsLeftOut) {
    EXPECT_TRUE(with_network_ports(good(""), std::vector{device("et\x1bh0")}).ports.empty());
}

TEST_F(NetworkPortsTest, APortOfTheDriverNamesItsDeviceOnce) {
    const auto settings = good("[[bus]]\nname = \"nics\"\ndriver = \"ethtool\"\n"
                               "[[port]]\nname = \"a\"\nbus = \"nics\"\nnetdev = \"eth0\"\n"
                               "[[port]]\nname = \"b\"\nbus = \"nics\"\nsource = \"eth1\"\n");
    const auto& ports = settings.buses.at(0).description.ports;
    EXPECT_EQ(ports.at(0).source, "eth0");
    EXPECT_EQ(ports.at(1).source, "eth1");
    EXPECT_EQ(settings.ports.at(1).host.netdev, "eth1");
    EXPECT_EQ(settings.buses[0].interval, milliseconds{30'000});
}

}  // namespace opticward::test
