// The service and a bus that is not there, hangs or goes away.
#include "tests/daemon/dbus/fixture.h"

#include <thread>

namespace opticward::test {
namespace {

std::string error_at(const std::string& address) {
    AskedCommands commands;
    PlainLogControl log_control;
    const daemon::DbusSettings settings{.address = address};
    const auto service = daemon::DbusService::connect(settings, commands, log_control, [] { return samples::start(); });
    return service ? "" : service.error();
}

// The attempt that was left behind ends soon after the bus goes on; until then others are refused.
bool connects_within(const std::string& address, std::chrono::seconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < end) {
        if (error_at(address).empty()) return true;
        std::this_thread::yield();
    }
    return false;
}

TEST(DbusConnectionTest, WithoutABusThereIsOneLineThatSaysSo) {
    const std::string error = error_at("unix:path=/nonexistent/bus");
    EXPECT_NE(error.find("No such file"), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
}

TEST(DbusConnectionTest, AnAddressThatIsNoneIsAnError) {
    EXPECT_NE(error_at("nonsense"), "");
    EXPECT_NE(error_at("unix:path"), "");
}

TEST(DbusConnectionTest, ANameThatIsTakenIsAnError) {
    const PrivateBus bus;
    const ServiceThread first{bus.address()};
    const std::string error = error_at(bus.address());
    EXPECT_NE(error.find("alt.opticward.Transceivers1"), std::string::npos) << error;
}

TEST(DbusConnectionTest, ABusThatSaysNothingCostsSecondsNotMinutes) {
    PrivateBus bus;
    bus.stop();
    const auto began = std::chrono::steady_clock::now();
    EXPECT_NE(error_at(bus.address()), "");
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds{10});
    bus.go_on();
    EXPECT_TRUE(connects_within(bus.address(), std::chrono::seconds{10}));
}

TEST(DbusConnectionTest, OnlyOneAttemptWaitsForABusThatSaysNothing) {
    PrivateBus bus;
    bus.stop();
    EXPECT_NE(error_at(bus.address()), "");
    const auto began = std::chrono::steady_clock::now();
    EXPECT_NE(error_at(bus.address()), "");
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds{1});
    bus.go_on();
    EXPECT_TRUE(connects_within(bus.address(), std::chrono::seconds{10}));
}

TEST_F(DbusServiceTest, ABusThatGoesAwayIsALostConnectionAndNothingElse) {
    publish(healthy_port());
    bus_.end();
    EXPECT_TRUE(thread_.comes_true([&] { return !thread_.alive(); }));
    publish(empty_port(), {mark("nobody hears")});
    thread_.run([&] {
        EXPECT_FALSE(thread_.service().dispatch());
        EXPECT_TRUE(thread_.service().poll_data().descriptors.empty());
    });
}

TEST_F(DbusServiceTest, WhileTheBusTakesNothingOnlySoMuchWaitsAndThenTheLatestIsTold) {
    SignalRecord record{bus_.address()};
    daemon::PortSnapshot port = healthy_port();
    publish(port, {mark("begin")});
    record.up_to("begin");
    bus_.stop();
    // Two signals each, far more than may wait: a turn changes the monitors and tells a long event.
    const std::string words(16384, 'x');
    for (int i = 0; i < 4000; ++i) {
        port.live->temperature = cmis::Celsius{static_cast<double>(i % 2 * 10 + 20)};
        publish(port, {mark(words)});
    }
    port.live->temperature = cmis::Celsius{55};
    publish(port);
    thread_.run([&] { EXPECT_FALSE(thread_.service().takes_messages()); });
    bus_.go_on();
    ASSERT_TRUE(thread_.comes_true([&] { return thread_.service().takes_messages(); }));
    publish(port, {mark("end")});
    const auto signals = record.up_to("end");
    EXPECT_LT(signals.size(), 6000U);
    ASSERT_FALSE(signals.empty());
    EXPECT_DOUBLE_EQ(signals.back().values.at("Temperature").get<double>(), 55);
}

TEST_F(DbusServiceTest, AClientThatLeavesBeforeItsAnswerHarmsNobody) {
    publish(healthy_port());
    {
        const auto client = sdbus::createSessionBusConnectionWithAddress(bus_.address());
        const auto proxy = sdbus::createProxy(*client, daemon::bus::service(daemon::bus::service_name),
                                              sdbus::ObjectPath{"/alt/opticward/Transceivers1/ports/swp7"});
        proxy->callMethod("Refresh").onInterface("alt.opticward.Transceivers1.Port").dontExpectReply();
        ASSERT_TRUE(thread_.comes_true([&] { return thread_.commands().refreshes.size() == 1; }));
    }
    thread_.go_on_by(std::chrono::seconds{20});
    publish(healthy_port());
    EXPECT_EQ((PortProxy{*client_, "swp7"}.Name()), "swp7");
}

TEST_F(DbusServiceTest, AnAnswerToAReloadThatComesAfterTheServiceIsGoneIsForgotten) {
    std::function<void(std::optional<std::string>)> late;
    {
        PrivateBus bus;
        ServiceThread thread{bus.address()};
        const auto client = sdbus::createSessionBusConnectionWithAddress(bus.address());
        const auto proxy = sdbus::createProxy(*client, daemon::bus::service(daemon::bus::service_name),
                                              sdbus::ObjectPath{daemon::bus::root_path});
        proxy->callMethod("Reload").onInterface("alt.opticward.Transceivers1.Manager").dontExpectReply();
        ASSERT_TRUE(thread.comes_true([&] { return thread.commands().reloads.size() == 1; }));
        thread.run([&] { late = thread.commands().reloads[0]; });
    }
    late(std::nullopt);
    SUCCEED();
}

}  // namespace
}  // namespace opticward::test
