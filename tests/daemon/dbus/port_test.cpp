// Ports as a client sees them.
#include "tests/daemon/dbus/fixture.h"

#include <algorithm>

namespace opticward::test {
namespace {

using daemon::PortState;

class PortTest : public DbusServiceTest {
protected:
    PortProxy port_{*client_, "swp7"};
};

TEST_F(PortTest, PropertiesDescribeThePort) {
    daemon::PortSnapshot snapshot = healthy_port();
    snapshot.label = "Cage 7";
    snapshot.names = {.netdev = "eth0", .rdma_device = "mlx5_0"};
    publish(snapshot);
    EXPECT_EQ(port_.Name(), "swp7");
    EXPECT_EQ(port_.Label(), "Cage 7");
    EXPECT_TRUE(port_.Present());
    EXPECT_EQ(port_.Module(), "/alt/opticward/Transceivers1/ports/swp7/module");
    EXPECT_EQ(port_.Netdevs(), std::vector<std::string>{"eth0"});
    EXPECT_EQ(port_.RdmaDevices(), std::vector<std::string>{"mlx5_0"});
    EXPECT_EQ(port_.State(), "ok");
    EXPECT_GT(port_.LastReadTimestamp(), 0U);
    EXPECT_EQ(port_.ConsecutiveFailures(), 0U);
    EXPECT_EQ(port_.LastError(), "");
    EXPECT_EQ(port_.Severity(), 0U);
}

TEST_F(PortTest, ThereIsNoPortBeforeTheFirstBoard) {
    EXPECT_EQ(error_of([&] { port_.Name(); }), "org.freedesktop.DBus.Error.UnknownObject");
}

TEST_F(PortTest, ANameOfAnyBytesHasAnObject) {
    daemon::PortSnapshot odd = healthy_port();
    odd.name = "ib 0/\xFF";
    publish(odd);
    PortProxy port{*client_, "ib 0/\xFF"};
    EXPECT_EQ(port.Name(), "ib 0/\xEF\xBF\xBD");
}

TEST_F(PortTest, PagesAreTheBytesAsLastRead) {
    publish(healthy_port());
    const auto page = port_.ReadPage(0, 0);
    ASSERT_EQ(page.size(), 128U);
    EXPECT_EQ(page[0], 0x11);
    EXPECT_EQ(page[127], 0x7F);
    EXPECT_EQ(port_.ReadLowerMemory().size(), 128U);
    const auto pages = port_.ListPages();
    ASSERT_EQ(pages.size(), 1U);
    EXPECT_EQ(std::get<0>(pages[0]), 0U);
    EXPECT_EQ(std::get<1>(pages[0]), 0U);
}

TEST_F(PortTest, APageThatIsNotReadIsNotSupported) {
    publish(healthy_port());
    EXPECT_EQ(error_of([&] { port_.ReadPage(0, 0x9F); }), "alt.opticward.Transceivers1.Error.NotSupported");
    EXPECT_EQ(error_of([&] { port_.ReadPage(1, 0); }), "alt.opticward.Transceivers1.Error.NotSupported");
}

TEST_F(PortTest, AnEmptyCageHasNoPages) {
    publish(empty_port());
    EXPECT_EQ(error_of([&] { port_.ReadPage(0, 0); }), "alt.opticward.Transceivers1.Error.NotPresent");
    EXPECT_EQ(error_of([&] { port_.ReadLowerMemory(); }), "alt.opticward.Transceivers1.Error.NotPresent");
    EXPECT_EQ(error_of([&] { port_.ListPages(); }), "alt.opticward.Transceivers1.Error.NotPresent");
}

TEST_F(PortTest, AModuleThatCouldNotBeReadHasNoPagesEither) {
    daemon::PortSnapshot snapshot = empty_port();
    snapshot.state = PortState::unreadable;
    publish(snapshot);
    EXPECT_EQ(error_of([&] { port_.ReadPage(0, 0); }), "alt.opticward.Transceivers1.Error.ReadFailed");
}

TEST_F(PortTest, APortThatTheHostCannotReadIsNotSupported) {
    daemon::PortSnapshot snapshot = empty_port();
    snapshot.state = PortState::no_access;
    publish(snapshot);
    EXPECT_EQ(error_of([&] { port_.ReadPage(0, 0); }), "alt.opticward.Transceivers1.Error.NotSupported");
}

TEST_F(PortTest, GetJsonIsTheTextOfTheContract) {
    publish(healthy_port());
    EXPECT_NE(port_.GetJson().find("\"port\": \"swp7\""), std::string::npos);
}

TEST_F(PortTest, APortThatTheSettingsNoLongerNameIsGone) {
    publish(healthy_port());
    EXPECT_EQ(port_.Name(), "swp7");
    daemon::PortSnapshot other = healthy_port();
    other.name = "swp8";
    publish(other);
    EXPECT_EQ(error_of([&] { port_.Name(); }), "org.freedesktop.DBus.Error.UnknownObject");
    EXPECT_EQ((PortProxy{*client_, "swp8"}.Name()), "swp8");
}

TEST_F(PortTest, ManyPortsAreManagedAndGoAwayAgain) {
    constexpr std::size_t count = 128;
    std::vector<daemon::PortSnapshot> ports(count, healthy_port());
    for (std::size_t i = 0; i < count; ++i) {
        ports[i].name = "swp" + std::to_string(i + 1);
    }
    thread_.publish(board_of(ports, thread_.now()));
    EXPECT_EQ(managed_objects(*client_).size(), 2 * count);
    for (daemon::PortSnapshot& port : ports) {
        const std::string name = port.name;
        port = empty_port();
        port.name = name;
    }
    thread_.publish(board_of(ports, thread_.now()));
    EXPECT_EQ(managed_objects(*client_).size(), count);
    thread_.publish(board_of({}, thread_.now()));
    EXPECT_TRUE(managed_objects(*client_).empty());
}

}  // namespace
}  // namespace opticward::test
