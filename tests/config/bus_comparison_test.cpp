// Whether a reload changed a bus.
#include "config/network_ports.h"
#include "tests/config/settings_folder.h"

namespace opticward::test {

using config::same_bus;

namespace {

constexpr std::string_view left = "[[bus]]\nname = \"left\"\ndriver = \"i2c-dev\"\npath = \"i2c-1\"\n";
constexpr std::string_view right = "[[bus]]\nname = \"right\"\ndriver = \"i2c-dev\"\npath = \"i2c-2\"\n";

std::string port(std::string_view name, std::string_view bus, std::string_view more = {}) {
    return "[[port]]\nname = \"" + std::string{name} + "\"\nbus = \"" + std::string{bus} + "\"\n" + std::string{more} +
           "\n";
}

class BusComparisonTest : public SettingsFolder {
protected:
    // Whether the bus "left", with one port, is the same in both.
    bool same(std::string_view before, std::string_view after) const {
        return same_bus(good(std::string{left} + port("swp1", "left") + std::string{before}), 0,
                        good(std::string{left} + port("swp1", "left") + std::string{after}), 0);
    }
};

}  // namespace

TEST_F(BusComparisonTest, ABusIsTheSameAsItself) {
    EXPECT_TRUE(same("", ""));
}

TEST_F(BusComparisonTest, OtherPortsInFrontDoNotChangeABus) {
    const auto before = good(std::string{left} + std::string{right} + port("swp1", "left") + port("swp2", "left"));
    const auto after = good(std::string{right} + std::string{left} + port("swp9", "right") + port("swp1", "left") +
                            port("swp8", "right") + port("swp2", "left"));
    EXPECT_NE(before.buses[0], after.buses[1]);
    EXPECT_TRUE(same_bus(before, 0, after, 1));
    EXPECT_FALSE(same_bus(before, 1, after, 0));
}

TEST_F(BusComparisonTest, CommentsAndLinesDoNotChangeABus) {
    EXPECT_TRUE(same_bus(good(left), 0, good("# A comment.\n\n" + std::string{left}), 0));
}

TEST_F(BusComparisonTest, SettingsOfOthersDoNotChangeABus) {
    EXPECT_TRUE(same("", "[judge]\nclear_seconds = 5\n[http]\nlisten = \"127.0.0.1:9\"\n[log]\nlevel = \"debug\"\n"));
    EXPECT_TRUE(same("", "[poll]\nnetwork_interval_seconds = 5\nstale_periods = 9\n"));
}

TEST_F(BusComparisonTest, PeriodsChangeABus) {
    EXPECT_FALSE(same("", "[poll]\ninterval_seconds = 5\n"));
    EXPECT_FALSE(same("", "[poll]\npresence_seconds = 5\n"));
    EXPECT_FALSE(same("", "[poll]\nidentity_check_seconds = 5\n"));
    EXPECT_FALSE(same("", "[poll]\nmax_bus_share = 0.5\n"));
}

TEST_F(BusComparisonTest, AnotherPortChangesABus) {
    EXPECT_FALSE(same("", port("swp2", "left")));
}

TEST_F(BusComparisonTest, WhatAWorkerAsksOfAPortChangesItsBusAndNothingElseDoes) {
    const auto with = [&](std::string_view keys) { return good(std::string{left} + port("swp1", "left", keys)); };
    const auto plain = with("");
    for (const char* keys : {"source = \"17\"", "netdev = \"eth0\"", "presence = { path = \"/p\" }"}) {
        EXPECT_FALSE(same_bus(plain, 0, with(keys), 0)) << keys;
        EXPECT_TRUE(same_bus(with(keys), 0, with(keys), 0)) << keys;
    }
    for (const char* keys : {"label = \"Leaf 1\"", "protocol = \"ethernet\"", "link = \"up\"", "expected_width = 4"}) {
        EXPECT_TRUE(same_bus(plain, 0, with(keys), 0)) << keys;
    }
}

TEST_F(BusComparisonTest, TheOrderOfItsOwnPortsChangesABus) {
    EXPECT_FALSE(same_bus(good(std::string{left} + port("swp1", "left") + port("swp2", "left")), 0,
                          good(std::string{left} + port("swp2", "left") + port("swp1", "left")), 0));
}

TEST_F(BusComparisonTest, ANetworkDeviceThatComesChangesTheirBus) {
    const std::vector<drivers::NetworkDevice> one{{.name = "eth0", .rdma_device = "", .rdma_port = 1}};
    const std::vector<drivers::NetworkDevice> two{{.name = "eth0", .rdma_device = "", .rdma_port = 1},
                                                  {.name = "eth1", .rdma_device = "", .rdma_port = 1}};
    const auto settings = good("");
    const auto before = config::with_network_ports(settings, one);
    EXPECT_TRUE(same_bus(before, 0, config::with_network_ports(settings, one), 0));
    EXPECT_FALSE(same_bus(before, 0, config::with_network_ports(settings, two), 0));
}

}  // namespace opticward::test
