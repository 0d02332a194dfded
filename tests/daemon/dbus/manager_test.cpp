// Manager and LogControl1 as a client sees them.
#include "tests/daemon/dbus/fixture.h"

#include <future>

namespace opticward::test {
namespace {

using daemon::Posted;
using std::chrono::seconds;

daemon::Alert hot_alert() {
    daemon::Alert alert;
    alert.id = "swp7/monitor/temperature";
    alert.kind = "monitor";
    alert.port = "swp7";
    alert.monitor = "temperature";
    alert.severity = daemon::Severity::warning;
    alert.value = 72.5;
    alert.evidence = {"one", "two"};
    return alert;
}

class ManagerTest : public DbusServiceTest {
protected:
    ManagerProxy manager_{*client_};
};

TEST_F(ManagerTest, PropertiesDescribeTheBoard) {
    daemon::PortSnapshot port = healthy_port();
    port.alerts = {hot_alert()};
    publish(port);
    EXPECT_EQ(manager_.Version(), "1.2.3");
    EXPECT_EQ(manager_.PollIntervalUSec(), 10'000'000U);
    EXPECT_EQ(manager_.PortCount(), 1U);
    EXPECT_EQ(manager_.PresentCount(), 1U);
    EXPECT_EQ(manager_.ActiveAlertCount(), 1U);
    EXPECT_EQ(manager_.Severity(), 2U);
    EXPECT_GT(manager_.LastPollTimestamp(), 0U);
}

TEST_F(ManagerTest, BeforeTheFirstBoardThereIsNothing) {
    EXPECT_EQ(manager_.PortCount(), 0U);
    EXPECT_EQ(manager_.LastPollTimestamp(), 0U);
    EXPECT_TRUE(manager_.GetAlerts().empty());
}

TEST_F(ManagerTest, GetPortKnowsTheObjectOfAName) {
    publish(healthy_port());
    EXPECT_EQ(manager_.GetPort("swp7"), "/alt/opticward/Transceivers1/ports/swp7");
    EXPECT_EQ(error_of([&] { manager_.GetPort("swp8"); }), "org.freedesktop.DBus.Error.UnknownObject");
}

TEST_F(ManagerTest, GetAlertsHasTheKeysOfTheContract) {
    daemon::PortSnapshot port = healthy_port();
    port.alerts = {hot_alert()};
    publish(port);
    const auto alerts = manager_.GetAlerts();
    ASSERT_EQ(alerts.size(), 1U);
    EXPECT_EQ(alerts[0].at("id").get<std::string>(), "swp7/monitor/temperature");
    EXPECT_EQ(alerts[0].at("value").get<double>(), 72.5);
    EXPECT_EQ(alerts[0].at("count").get<std::uint32_t>(), 1U);
    EXPECT_EQ(alerts[0].at("evidence").get<std::vector<std::string>>(), (std::vector<std::string>{"one", "two"}));
    EXPECT_FALSE(alerts[0].contains("lane"));
}

TEST_F(ManagerTest, GetJsonIsTheTextOfTheContract) {
    publish(healthy_port());
    EXPECT_NE(manager_.GetJson().find("\"port\": \"swp7\""), std::string::npos);
}

TEST_F(ManagerTest, RescanIsHandedOn) {
    manager_.Rescan();
    thread_.run([&] { EXPECT_EQ(thread_.commands().rescans, 1); });
}

TEST_F(ManagerTest, PauseIsHandedOn) {
    publish(healthy_port());
    manager_.Pause("swp7", 60);
    thread_.run([&] {
        ASSERT_EQ(thread_.commands().pauses.size(), 1U);
        EXPECT_EQ(thread_.commands().pauses[0], (std::pair{std::string{"swp7"}, seconds{60}}));
    });
}

TEST_F(ManagerTest, APauseOfMoreThanADayIsRefused) {
    publish(healthy_port());
    manager_.Pause("swp7", 86400);
    EXPECT_EQ(error_of([&] { manager_.Pause("swp7", 86401); }), "org.freedesktop.DBus.Error.InvalidArgs");
    thread_.run([&] { EXPECT_EQ(thread_.commands().pauses.size(), 1U); });
}

TEST_F(ManagerTest, APauseThatCannotBePostedSaysWhy) {
    thread_.run([&] { thread_.commands().posted = Posted::unknown_port; });
    EXPECT_EQ(error_of([&] { manager_.Pause("swp8", 1); }), "org.freedesktop.DBus.Error.UnknownObject");
    thread_.run([&] { thread_.commands().posted = Posted::busy; });
    EXPECT_EQ(error_of([&] { manager_.Pause("swp7", 1); }), "alt.opticward.Transceivers1.Error.Busy");
}

TEST_F(ManagerTest, ReloadIsAnsweredWhenItIsDone) {
    auto answer = std::async(std::launch::async, [&] { return error_of([&] { manager_.Reload(); }); });
    ASSERT_TRUE(thread_.comes_true([&] { return thread_.commands().reloads.size() == 1; }));
    EXPECT_EQ(answer.wait_for(seconds{0}), std::future_status::timeout);
    thread_.run([&] { thread_.commands().reloads[0](std::nullopt); });
    EXPECT_EQ(answer.get(), "");
}

TEST_F(ManagerTest, AReloadThatFailsSaysWhatIsWrong) {
    auto answer = std::async(std::launch::async, [&] {
        try {
            manager_.Reload();
            return std::pair<std::string, std::string>{};
        } catch (const sdbus::Error& error) {
            return std::pair<std::string, std::string>{error.getName(), error.getMessage()};
        }
    });
    ASSERT_TRUE(thread_.comes_true([&] { return thread_.commands().reloads.size() == 1; }));
    thread_.run([&] { thread_.commands().reloads[0]("a.toml:3: poll.interval: expected a number"); });
    const auto [name, text] = answer.get();
    EXPECT_EQ(name, "alt.opticward.Transceivers1.Error.InvalidConfiguration");
    EXPECT_EQ(text, "a.toml:3: poll.interval: expected a number");
}

TEST_F(ManagerTest, ConfigurationSaysWhereASettingComesFrom) {
    thread_.run([&] {
        thread_.service().set_configuration({{.key = "poll.interval_seconds", .value = 10, .file = "a.toml", .line = 4},
                                             {.key = "http.listen", .value = "127.0.0.1:10156"}});
    });
    const auto settings = manager_.GetConfiguration();
    ASSERT_EQ(settings.size(), 2U);
    EXPECT_EQ(settings[0].at("key").get<std::string>(), "poll.interval_seconds");
    EXPECT_EQ(settings[0].at("value").get<std::uint32_t>(), 10U);
    EXPECT_EQ(settings[0].at("file").get<std::string>(), "a.toml");
    EXPECT_EQ(settings[0].at("line").get<std::uint32_t>(), 4U);
    EXPECT_EQ(settings[1].at("value").get<std::string>(), "127.0.0.1:10156");
    EXPECT_FALSE(settings[1].contains("file"));
}

class LogControlTest : public DbusServiceTest {
protected:
    LogControlProxy log_control_{*client_};
};

TEST_F(LogControlTest, SpeaksTheLevelsOfSystemd) {
    EXPECT_EQ(log_control_.LogLevel(), "info");
    log_control_.LogLevel("debug");
    EXPECT_EQ(log_control_.LogLevel(), "debug");
    EXPECT_EQ(error_of([&] { log_control_.LogLevel("loud"); }), "org.freedesktop.DBus.Error.InvalidArgs");
    EXPECT_EQ(log_control_.LogLevel(), "debug");
}

TEST_F(LogControlTest, TakesOnlyTargetsThatTheDaemonHas) {
    log_control_.LogTarget("journal");
    EXPECT_EQ(log_control_.LogTarget(), "journal");
    EXPECT_EQ(error_of([&] { log_control_.LogTarget("kmsg"); }), "org.freedesktop.DBus.Error.InvalidArgs");
    EXPECT_EQ(log_control_.LogTarget(), "journal");
}

TEST_F(LogControlTest, NamesTheDaemon) {
    EXPECT_EQ(log_control_.SyslogIdentifier(), "opticwardd");
}

}  // namespace
}  // namespace opticward::test
