#include "drivers/i2c/bus_topology.h"

#include "tests/drivers/i2c/sysfs_of_muxes.h"

#include <gtest/gtest.h>
#include <vector>

namespace opticward::drivers {
namespace {

// i2c-0 with two muxes, one of which has another behind its channel 1.
class BusTopologyTest : public ::testing::Test {
protected:
    BusTopologyTest() {
        sysfs_.add_adapter(0, "SMBus iSMT adapter");
        sysfs_.add_mux(0, "0070", "-1");
        sysfs_.add_mux(0, "0071", "-2");
        sysfs_.add_channel(0, "0-0070", 0, 2);
        sysfs_.add_channel(0, "0-0070", 1, 3);
        sysfs_.add_channel(0, "0-0071", 7, 4);
        sysfs_.add_mux(3, "0074", "");
        sysfs_.add_channel(3, "3-0074", 5, 11);
    }

    SysfsOfMuxes sysfs_;
};

TEST_F(BusTopologyTest, AdapterWithoutAMuxIsItsOwnRoot) {
    const auto path = adapter_path(sysfs_.root(), 0);

    ASSERT_TRUE(path);
    EXPECT_EQ(*path, (AdapterPath{.adapter = 0,
                                  .name = "SMBus iSMT adapter",
                                  .muxes = {},
                                  .root = 0,
                                  .root_name = "SMBus iSMT adapter",
                                  .complete = true}));
}

TEST_F(BusTopologyTest, ChannelLeadsThroughItsMuxToTheRoot) {
    const auto path = adapter_path(sysfs_.root(), 4);

    ASSERT_TRUE(path);
    EXPECT_EQ(path->name, "i2c-0-mux (chan_id 7)");
    EXPECT_EQ(path->root, 0U);
    EXPECT_EQ(path->root_name, "SMBus iSMT adapter");
    EXPECT_TRUE(path->complete);
    EXPECT_EQ(path->muxes, (std::vector<MuxStep>{{.device = "0-0071",
                                                  .parent = 0,
                                                  .address = 0x71,
                                                  .driver = "pca954x",
                                                  .channel = 7,
                                                  .idle_state = idle_disconnect}}));
}

TEST_F(BusTopologyTest, NestedMuxesAreListedFromTheRoot) {
    const auto path = adapter_path(sysfs_.root(), 11);

    ASSERT_TRUE(path);
    EXPECT_EQ(path->root, 0U);
    ASSERT_EQ(path->muxes.size(), 2U);
    EXPECT_EQ(path->muxes[0].device, "0-0070");
    EXPECT_EQ(path->muxes[0].channel, 1U);
    EXPECT_EQ(path->muxes[0].idle_state, idle_as_is);
    EXPECT_EQ(path->muxes[1].device, "3-0074");
    EXPECT_EQ(path->muxes[1].parent, 3U);
    EXPECT_EQ(path->muxes[1].channel, 5U);
    EXPECT_EQ(path->muxes[1].idle_state, std::nullopt);
}

TEST_F(BusTopologyTest, AdapterThatIsNotThereHasNoPath) {
    EXPECT_FALSE(adapter_path(sysfs_.root(), 99));
    EXPECT_FALSE(find_adapter_path(sysfs_.root(), "no such name"));
}

TEST_F(BusTopologyTest, AdapterIsFoundHoweverItIsNamed) {
    for (const char* name : {"4", "i2c-4", "/dev/i2c-4", "i2c-0-mux (chan_id 7)"}) {
        const auto path = find_adapter_path(sysfs_.root(), name);
        ASSERT_TRUE(path) << name;
        EXPECT_EQ(path->adapter, 4U) << name;
    }
}

TEST_F(BusTopologyTest, AnotherRootIsAnother) {
    sysfs_.add_adapter(1, "i2c-designware");
    sysfs_.add_mux(1, "0070", "3");
    sysfs_.add_channel(1, "1-0070", 2, 20);

    const auto path = adapter_path(sysfs_.root(), 20);

    ASSERT_TRUE(path);
    EXPECT_EQ(path->root, 1U);
    EXPECT_EQ(path->muxes.at(0).idle_state, 3);
}

TEST_F(BusTopologyTest, MuxThatIsNoI2cDeviceHasNoAddress) {
    const auto parent = std::filesystem::canonical(sysfs_.in_bus("i2c-0"));
    sysfs_.write(parent / "i2c-30/name", "i2c-0-mux (chan_id 0)\n");
    sysfs_.link("../../i2c-mux-gpio.1", parent / "i2c-30/mux_device");
    sysfs_.link(parent / "i2c-30", sysfs_.in_bus("i2c-30"));

    const auto path = adapter_path(sysfs_.root(), 30);

    ASSERT_TRUE(path);
    EXPECT_EQ(path->root, 0U);
    EXPECT_EQ(path->muxes, (std::vector<MuxStep>{{.device = "i2c-mux-gpio.1",
                                                  .parent = 0,
                                                  .address = std::nullopt,
                                                  .driver = "",
                                                  .channel = std::nullopt,
                                                  .idle_state = std::nullopt}}));
}

TEST_F(BusTopologyTest, MuxOfAnAdapterThatIsMissingEndsThePath) {
    sysfs_.write(sysfs_.in_bus("i2c-40") / "name", "lost");
    sysfs_.link("../77-0070", sysfs_.in_bus("i2c-40") / "mux_device");

    const auto path = adapter_path(sysfs_.root(), 40);

    ASSERT_TRUE(path);
    EXPECT_EQ(path->root, 40U);
    EXPECT_FALSE(path->complete);
    EXPECT_EQ(path->muxes.at(0).device, "77-0070");
}

TEST_F(BusTopologyTest, CircleEnds) {
    sysfs_.write(sysfs_.in_bus("i2c-50") / "name", "one");
    sysfs_.link("../51-0070", sysfs_.in_bus("i2c-50") / "mux_device");
    sysfs_.write(sysfs_.in_bus("i2c-51") / "name", "two");
    sysfs_.link("../50-0070", sysfs_.in_bus("i2c-51") / "mux_device");

    const auto path = adapter_path(sysfs_.root(), 50);

    ASSERT_TRUE(path);
    EXPECT_EQ(path->root, 51U);
    EXPECT_FALSE(path->complete);
    EXPECT_EQ(path->muxes.size(), 2U);
}

TEST_F(BusTopologyTest, HostileTextIsMadeFitForALog) {
    sysfs_.write(sysfs_.in_bus("i2c-60") / "name", "bad\x1b[31m\nname" + std::string(300, 'x'));
    sysfs_.write(sysfs_.in_bus("i2c-60") / "idle_state", "99999999999999999999");

    const auto path = adapter_path(sysfs_.root(), 60);

    ASSERT_TRUE(path);
    EXPECT_EQ(path->name, "bad?[31m?name" + std::string(51, 'x'));
}

TEST_F(BusTopologyTest, IdleStateThatIsNoNumberIsAbsent) {
    sysfs_.write(std::filesystem::canonical(sysfs_.in_bus("0-0070")) / "idle_state", "99999999999999999999\n");

    EXPECT_EQ(adapter_path(sysfs_.root(), 2)->muxes.at(0).idle_state, std::nullopt);
}

}  // namespace
}  // namespace opticward::drivers
