// Modules and their monitors as a client sees them.
#include "tests/daemon/dbus/fixture.h"

#include <cmath>

namespace opticward::test {
namespace {

using Numbers = std::vector<double>;

class ModuleTest : public DbusServiceTest {
protected:
    ModuleProxy module_{*client_, "swp7"};
};

TEST_F(ModuleTest, PropertiesDescribeTheModule) {
    publish(healthy_port());
    EXPECT_EQ(module_.ManagementInterface(), "SFF-8636");
    EXPECT_EQ(module_.MediaType(), "optical");
    EXPECT_EQ(module_.LaneCount(), 4U);
    EXPECT_EQ(module_.SupportedModes(), 1U);
    EXPECT_TRUE(std::isnan(module_.CableLength()));
    EXPECT_TRUE(module_.Applications().empty());
}

TEST_F(ModuleTest, EveryPropertyOfBothInterfacesCanBeRead) {
    publish(healthy_port());
    const auto objects = managed_objects(*client_);
    const auto& module = objects.at(sdbus::ObjectPath{"/alt/opticward/Transceivers1/ports/swp7/module"});
    EXPECT_EQ(module.at("alt.opticward.Transceivers1.Module").size(), 20U);
    EXPECT_EQ(module.at("alt.opticward.Transceivers1.Monitors").size(), 13U);
}

TEST_F(ModuleTest, MonitorsShowWhatWasMeasured) {
    publish(healthy_port());
    EXPECT_DOUBLE_EQ(module_.Temperature(), 41.5);
    EXPECT_DOUBLE_EQ(module_.SupplyVoltage(), 3.295);
    EXPECT_EQ(module_.TxBias(), (Numbers{0.007, 0.007, 0.007, 0.007}));
    EXPECT_EQ(module_.RxPower(), (Numbers{0.001, 0.001, 0.001, 0.001}));
    EXPECT_EQ(module_.RxPowerDbm(), (Numbers{0, 0, 0, 0}));
    EXPECT_EQ(module_.MonitorStates().at("temperature"), std::vector<std::uint32_t>{0});
    EXPECT_TRUE(module_.Flags().empty());
    EXPECT_TRUE(module_.DataPathStates().empty());
}

TEST_F(ModuleTest, ThresholdsGoFromHighAlarmToLowAlarm) {
    publish(healthy_port());
    const auto limits = module_.Thresholds().at("temperature");
    EXPECT_DOUBLE_EQ(std::get<0>(limits), 75);
    EXPECT_DOUBLE_EQ(std::get<1>(limits), 70);
    EXPECT_DOUBLE_EQ(std::get<2>(limits), 0);
    EXPECT_DOUBLE_EQ(std::get<3>(limits), -5);
}

TEST_F(ModuleTest, AValueIsTheCurrentOneEvenWhereItsChangeIsNotTold) {
    daemon::PortSnapshot port = healthy_port();
    publish(port);
    port.live->temperature = cmis::Celsius{41.6};
    publish(port);
    EXPECT_DOUBLE_EQ(module_.Temperature(), 41.6);
}

TEST_F(ModuleTest, DarknessIsZeroWattsAndMinusInfinity) {
    daemon::PortSnapshot port = healthy_port();
    port.live->lanes[2].rx_power = cmis::Watts{0};
    publish(port);
    EXPECT_EQ(module_.RxPower()[2], 0);
    EXPECT_EQ(module_.RxPowerDbm()[2], -INFINITY);
}

TEST_F(ModuleTest, ThereIsNoModuleInAnEmptyCage) {
    publish(healthy_port());
    EXPECT_EQ(module_.LaneCount(), 4U);
    publish(empty_port());
    EXPECT_EQ(error_of([&] { module_.LaneCount(); }), "org.freedesktop.DBus.Error.UnknownObject");
}

TEST_F(ModuleTest, AnotherModuleHasItsOwnProperties) {
    publish(healthy_port());
    samples::OnePort port;
    port.take(samples::reading_of_insertion(2, samples::hdr_copper(), samples::start()));
    publish(*port.snapshot(samples::start()));
    EXPECT_EQ(module_.MediaType(), "passive_copper");
    EXPECT_EQ(module_.SupportedModes(), 2U);
}

}  // namespace
}  // namespace opticward::test
