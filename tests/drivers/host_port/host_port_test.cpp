#include "drivers/host_port/host_port.h"

#include "tests/drivers/temporary_folder.h"

#include <gtest/gtest.h>

namespace opticward::drivers {
namespace {

class HostPortTest : public ::testing::Test {
protected:
    void rdma(std::string_view file, std::string_view text) const {
        folder_.write(std::filesystem::path{"sys/class/infiniband/mlx5_0/ports/1"} / file, text);
    }
    void netdev(std::string_view file, std::string_view text) const {
        folder_.write(std::filesystem::path{"sys/class/net/eth0"} / file, text);
    }
    HostPortState read_rdma() const { return read_host_port(folder_.path(), {.netdev = {}, .rdma_device = "mlx5_0"}); }
    HostPortState read_netdev() const { return read_host_port(folder_.path(), {.netdev = "eth0", .rdma_device = {}}); }

    TemporaryFolder folder_;
};

TEST_F(HostPortTest, ActiveInfiniBandPort) {
    rdma("link_layer", "InfiniBand\n");
    rdma("state", "4: ACTIVE\n");
    rdma("phys_state", "5: LinkUp\n");

    const auto state = read_rdma();

    EXPECT_EQ(state.link_layer, LinkLayer::infiniband);
    EXPECT_EQ(state.link_up, true);
    EXPECT_EQ(state.admin_up, true);
    EXPECT_EQ(state.evidence, "InfiniBand (link_layer of mlx5_0 port 1)");
}

TEST_F(HostPortTest, TheRateOfAnInfiniBandLinkIsItsSpeedAndWidth) {
    rdma("link_layer", "InfiniBand\n");
    rdma("state", "4: ACTIVE\n");
    rdma("phys_state", "5: LinkUp\n");
    rdma("rate", "100 Gb/sec (2X HDR)\n");

    EXPECT_EQ(read_rdma().speed_bits_per_second, 100e9);
    EXPECT_EQ(read_rdma().width, 2U);
    rdma("rate", "2.5 Gb/sec (1X SDR)\n");
    EXPECT_EQ(read_rdma().speed_bits_per_second, 2.5e9);
    for (const char* nonsense :
         {"", "fast", "200 Gb/sec", "-1 Gb/sec (4X)", "nan Gb/sec (4X HDR)", "1e300 Gb/sec (4X)"}) {
        rdma("rate", nonsense);
        EXPECT_EQ(read_rdma().speed_bits_per_second, std::nullopt) << nonsense;
        EXPECT_EQ(read_rdma().width, std::nullopt) << nonsense;
    }
}

TEST_F(HostPortTest, TheRateOfALinkThatIsDownSaysNothing) {
    rdma("link_layer", "InfiniBand\n");
    rdma("state", "1: DOWN\n");
    rdma("phys_state", "2: Polling\n");
    rdma("rate", "10 Gb/sec (4X SDR)\n");
    EXPECT_EQ(read_rdma().speed_bits_per_second, std::nullopt);
}

TEST_F(HostPortTest, TheRateOfAnEthernetPortIsNotBelieved) {
    rdma("link_layer", "Ethernet\n");
    rdma("state", "4: ACTIVE\n");
    rdma("phys_state", "5: LinkUp\n");
    rdma("rate", "200 Gb/sec (4X HDR)\n");
    EXPECT_EQ(read_rdma().link_layer, LinkLayer::ethernet);
    EXPECT_EQ(read_rdma().speed_bits_per_second, std::nullopt);
}

TEST_F(HostPortTest, AnEthernetLinkThatIsUpHasTheSpeedOfItsDevice) {
    netdev("type", "1\n");
    netdev("carrier", "1\n");
    netdev("speed", "200000\n");
    EXPECT_EQ(read_netdev().speed_bits_per_second, 200e9);
    netdev("speed", "-1\n");
    EXPECT_EQ(read_netdev().speed_bits_per_second, std::nullopt);
    netdev("speed", "4294967295\n");
    EXPECT_EQ(read_netdev().speed_bits_per_second, std::nullopt);
}

TEST_F(HostPortTest, PollingInfiniBandPortIsDown) {
    rdma("link_layer", "InfiniBand\n");
    rdma("state", "1: DOWN\n");
    rdma("phys_state", "2: Polling\n");

    EXPECT_EQ(read_rdma().link_up, false);
    EXPECT_EQ(read_rdma().admin_up, true);
}

TEST_F(HostPortTest, DisabledInfiniBandPortIsAdministrativelyDown) {
    rdma("link_layer", "InfiniBand\n");
    rdma("state", "1: DOWN\n");
    rdma("phys_state", "3: Disabled\n");

    EXPECT_EQ(read_rdma().link_up, false);
    EXPECT_EQ(read_rdma().admin_up, false);
}

TEST_F(HostPortTest, LinkWithoutASubnetManagerIsUp) {
    rdma("link_layer", "InfiniBand\n");
    rdma("state", "2: INIT\n");
    rdma("phys_state", "5: LinkUp\n");

    EXPECT_EQ(read_rdma().link_up, true);
}

TEST_F(HostPortTest, RateIsNoEvidence) {
    rdma("link_layer", "Ethernet\n");
    rdma("rate", "200 Gb/sec (4X HDR)\n");

    EXPECT_EQ(read_rdma().link_layer, LinkLayer::ethernet);
}

TEST_F(HostPortTest, RateAloneTellsNothing) {
    rdma("rate", "200 Gb/sec (4X HDR)\n");

    EXPECT_EQ(read_rdma(), HostPortState{});
}

TEST_F(HostPortTest, UnknownLinkLayerTellsNothing) {
    rdma("link_layer", "Unknown\n");

    EXPECT_FALSE(read_rdma().link_layer);
    EXPECT_EQ(read_rdma().evidence, "");
}

TEST_F(HostPortTest, EthernetNetdevWithCarrier) {
    netdev("type", "1\n");
    netdev("carrier", "1\n");
    netdev("operstate", "up\n");
    netdev("flags", "0x1003\n");

    const auto state = read_netdev();

    EXPECT_EQ(state.link_layer, LinkLayer::ethernet);
    EXPECT_EQ(state.link_up, true);
    EXPECT_EQ(state.admin_up, true);
    EXPECT_EQ(state.evidence, "Ethernet (type 1 of eth0)");
}

TEST_F(HostPortTest, NetdevThatIsDownHasNoReadableCarrier) {
    netdev("type", "1\n");
    netdev("operstate", "down\n");
    netdev("flags", "0x1002\n");

    EXPECT_EQ(read_netdev().link_up, false);
    EXPECT_EQ(read_netdev().admin_up, false);
}

TEST_F(HostPortTest, UnknownOperstateTellsNothing) {
    netdev("type", "1\n");
    netdev("operstate", "unknown\n");

    EXPECT_FALSE(read_netdev().link_up);
}

TEST_F(HostPortTest, IpoibNetdevIsInfiniBand) {
    netdev("type", "32\n");

    EXPECT_EQ(read_netdev().link_layer, LinkLayer::infiniband);
    EXPECT_EQ(read_netdev().evidence, "InfiniBand (type 32 of eth0)");
}

TEST_F(HostPortTest, OtherNetdevTypesTellNothing) {
    netdev("type", "772\n");

    EXPECT_FALSE(read_netdev().link_layer);
}

TEST_F(HostPortTest, RdmaDeviceOfTheNetdevIsFoundAndWins) {
    netdev("type", "1\n");
    netdev("carrier", "0\n");
    netdev("device/infiniband/mlx5_0/node_type", "1: CA\n");
    netdev("dev_port", "0\n");
    rdma("link_layer", "InfiniBand\n");
    rdma("state", "4: ACTIVE\n");

    const auto state = read_netdev();

    EXPECT_EQ(state.link_layer, LinkLayer::infiniband);
    EXPECT_EQ(state.link_up, true);
}

TEST_F(HostPortTest, DevPortCountsFromZeroAndRdmaPortsFromOne) {
    netdev("device/infiniband/mlx4_0/node_type", "1: CA\n");
    netdev("dev_port", "1\n");
    folder_.write("sys/class/infiniband/mlx4_0/ports/1/link_layer", "InfiniBand\n");
    folder_.write("sys/class/infiniband/mlx4_0/ports/2/link_layer", "Ethernet\n");

    EXPECT_EQ(read_netdev().evidence, "Ethernet (link_layer of mlx4_0 port 2)");
}

TEST_F(HostPortTest, LinkOfAnEthernetPortIsThatOfItsNetdev) {
    netdev("type", "1\n");
    netdev("carrier", "0\n");
    netdev("device/infiniband/mlx5_0/node_type", "1: CA\n");
    rdma("link_layer", "Ethernet\n");
    rdma("state", "4: ACTIVE\n");

    EXPECT_EQ(read_netdev().link_up, false);
}

TEST_F(HostPortTest, NothingThereTellsNothing) {
    EXPECT_EQ(read_netdev(), HostPortState{});
    EXPECT_EQ(read_rdma(), HostPortState{});
    EXPECT_EQ(read_host_port(folder_.path(), {}), HostPortState{});
}

TEST_F(HostPortTest, HugeAndGarbledFilesTellNothing) {
    rdma("link_layer", std::string(1'000'000, 'I'));
    rdma("state", std::string("4\0: ACTIVE", 10));
    rdma("phys_state", "\xff\xfe: x\n");
    netdev("type", "99999999999999999999\n");
    netdev("carrier", "yes\n");
    netdev("flags", "0xzz\n");

    EXPECT_EQ(read_rdma(), HostPortState{});
    EXPECT_EQ(read_netdev(), HostPortState{});
}

TEST_F(HostPortTest, ANetworkDeviceHasItsNumber) {
    netdev("ifindex", "12\n");
    EXPECT_EQ(read_netdev().netdev_index, 12U);
}

TEST_F(HostPortTest, NameThatLeavesItsFolderIsNoName) {
    folder_.write("sys/class/secret/type", "1\n");

    EXPECT_EQ(read_host_port(folder_.path(), {.netdev = "../secret", .rdma_device = {}}), HostPortState{});
}

TEST_F(HostPortTest, TwoRdmaDevicesOfOneNetdevTellNothing) {
    netdev("type", "1\n");
    netdev("device/infiniband/mlx5_0/node_type", "1: CA\n");
    netdev("device/infiniband/mlx5_1/node_type", "1: CA\n");
    rdma("link_layer", "InfiniBand\n");
    folder_.write("sys/class/infiniband/mlx5_1/ports/1/link_layer", "InfiniBand\n");

    EXPECT_EQ(read_netdev().evidence, "Ethernet (type 1 of eth0)");
}

}  // namespace
}  // namespace opticward::drivers
