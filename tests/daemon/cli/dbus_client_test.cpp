// The client against a service of a few objects on a bus of the test's own.
#include "daemon/cli/dbus_client.h"

#include "daemon/publish/dbus/compat.h"
#include "tests/daemon/cli/private_bus.h"

#include <alt.opticward.Transceivers1-adaptor.h>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace opticward::daemon::cli {
namespace {

using Dictionary = std::map<std::string, sdbus::Variant>;
using namespace std::chrono_literals;

constexpr const char* service_name = "alt.opticward.Transceivers1";
const std::string root_path = "/alt/opticward/Transceivers1";
const std::string own_error = "alt.opticward.Transceivers1.Error.";

std::string path_of(const std::string& port) {
    return root_path + "/ports/" + port;
}

// Answers each call as the name of the port tells: "good", "swapped", "short" or the name of an error.
class FakePort final : public sdbus::AdaptorInterfaces<alt::opticward::Transceivers1::Port_adaptor> {
public:
    FakePort(sdbus::IConnection& connection, std::string name)
        : AdaptorInterfaces{connection, sdbus::ObjectPath{path_of(name)}}, name_{std::move(name)} {
        registerAdaptor();
    }
    FakePort(const FakePort&) = delete;
    FakePort& operator=(const FakePort&) = delete;
    ~FakePort() { unregisterAdaptor(); }

    void Refresh(sdbus::Result<>&& result) override {
        if (name_.starts_with('N') || name_.starts_with('R') || name_.starts_with('B') || name_.starts_with('T')) {
            result.returnError(bus::error(own_error + name_, "It is " + name_ + "."));
        } else {
            result.returnResults();
        }
    }
    std::vector<std::uint8_t> ReadPage(const std::uint8_t& bank, const std::uint8_t& page) override {
        if (name_ == "swapped") {
            return std::vector<std::uint8_t>(128, reads_++ == 0 ? 1 : 2);
        }
        return std::vector<std::uint8_t>(128, static_cast<std::uint8_t>(16 * bank + page));
    }
    std::vector<std::uint8_t> ReadLowerMemory() override {
        if (name_ == "NotPresent") {
            throw bus::error(own_error + name_, "No module.");
        }
        return std::vector<std::uint8_t>(name_ == "short" ? 3 : 128, 0x18);
    }
    std::vector<sdbus::Struct<std::uint8_t, std::uint8_t>> ListPages() override {
        if (name_ == "swapped") {
            return {{std::uint8_t{0}, std::uint8_t{0}}};
        }
        return {{std::uint8_t{0}, std::uint8_t{0}}, {std::uint8_t{1}, std::uint8_t{3}}};
    }
    std::string GetJson() override { return "{\"port\": \"" + name_ + "\"}\n"; }

    std::string Name() override { return name_; }
    std::string Label() override { return name_; }
    bool Present() override { return true; }
    sdbus::ObjectPath Module() override { return sdbus::ObjectPath{"/"}; }
    std::vector<std::string> Netdevs() override { return {}; }
    std::vector<std::string> RdmaDevices() override { return {}; }
    std::string State() override { return "ok"; }
    std::uint64_t LastReadTimestamp() override { return 0; }
    std::uint32_t ConsecutiveFailures() override { return 0; }
    std::string LastError() override { return {}; }
    std::string LastErrorExplanation() override { return {}; }
    std::uint32_t Severity() override { return 0; }
    std::uint32_t ExpectedMode() override { return 0; }
    std::uint32_t ActualMode() override { return 0; }
    std::uint32_t ModeVerdict() override { return 0; }
    std::string ModeReason() override { return {}; }

private:
    std::string name_;
    int reads_ = 0;
};

Dictionary every_type() {
    return {{"text", sdbus::Variant{std::string{"rx"}}},
            {"flag", sdbus::Variant{true}},
            {"fraction", sdbus::Variant{2.0}},
            {"nothing", sdbus::Variant{std::numeric_limits<double>::quiet_NaN()}},
            {"byte", sdbus::Variant{std::uint8_t{7}}},
            {"whole", sdbus::Variant{std::uint32_t{3}}},
            {"negative", sdbus::Variant{std::int64_t{-4}}},
            {"texts", sdbus::Variant{std::vector<std::string>{"a", "b"}}},
            {"numbers", sdbus::Variant{std::vector<double>{0.5}}},
            {"object", sdbus::Variant{Dictionary{{"inner", sdbus::Variant{std::string{"x"}}}}}},
            {"objects", sdbus::Variant{std::vector<Dictionary>{{{"inner", sdbus::Variant{std::uint32_t{1}}}}}}},
            {"path", sdbus::Variant{sdbus::ObjectPath{"/a"}}}};
}

class FakeManager final : public sdbus::AdaptorInterfaces<alt::opticward::Transceivers1::Manager_adaptor> {
public:
    explicit FakeManager(sdbus::IConnection& connection) : AdaptorInterfaces{connection, sdbus::ObjectPath{root_path}} {
        registerAdaptor();
    }
    FakeManager(const FakeManager&) = delete;
    FakeManager& operator=(const FakeManager&) = delete;
    ~FakeManager() { unregisterAdaptor(); }

    void Rescan() override {
        for (const std::uint32_t number : {1U, 2U, 3U}) {
            emitEvent({{"event", sdbus::Variant{std::string{"state"}}}, {"number", sdbus::Variant{number}}});
        }
    }
    void Reload(sdbus::Result<>&& result) override {
        result.returnError(bus::error(own_error + "InvalidConfiguration", "a.toml:3: x: unknown key"));
    }
    void Pause(const std::string&, const std::uint32_t& seconds) override {
        if (seconds > 86400) {
            throw bus::error("org.freedesktop.DBus.Error.InvalidArgs", "Too long.");
        }
    }
    sdbus::ObjectPath GetPort(const std::string& name) override {
        if (name == "nothing") {
            throw bus::error("org.freedesktop.DBus.Error.UnknownObject", "There is no port.");
        }
        return sdbus::ObjectPath{path_of(name)};
    }
    std::vector<Dictionary> GetAlerts() override { return {every_type()}; }
    std::string GetJson() override { return "[]\n"; }
    std::vector<Dictionary> GetConfiguration() override { return {}; }
    std::string Version() override { return "1.2.3"; }
    std::uint64_t PollIntervalUSec() override { return 0; }
    std::uint32_t PortCount() override { return 0; }
    std::uint32_t PresentCount() override { return 0; }
    std::uint32_t ActiveAlertCount() override { return 0; }
    std::uint32_t Severity() override { return 0; }
    std::uint64_t LastPollTimestamp() override { return 0; }
};

// A daemon on a connection and a thread of its own; gone with its destructor.
class Service {
public:
    explicit Service(const std::string& address) : connection_{sdbus::createSessionBusConnectionWithAddress(address)} {
        manager_ = std::make_unique<FakeManager>(*connection_);
        for (const char* port :
             {"good", "swapped", "short", "NotPresent", "NotSupported", "ReadFailed", "Busy", "Timeout"}) {
            ports_.push_back(std::make_unique<FakePort>(*connection_, port));
        }
        connection_->requestName(bus::service(service_name));
        connection_->enterEventLoopAsync();
    }
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;
    ~Service() { connection_->leaveEventLoop(); }

private:
    std::unique_ptr<sdbus::IConnection> connection_;
    std::unique_ptr<FakeManager> manager_;
    std::vector<std::unique_ptr<FakePort>> ports_;
};

class DbusClientTest : public testing::Test {
protected:
    std::unique_ptr<DaemonClient> client() {
        auto connected = connect_to_daemon(bus_.address());
        EXPECT_TRUE(connected) << connected.error().text;
        return connected ? std::move(*connected) : nullptr;
    }

    test_bus::PrivateBus bus_{"<deny send_interface=\"alt.opticward.Transceivers1.Manager\" "
                              "send_member=\"GetConfiguration\"/>"};
    std::optional<Service> service_{std::in_place, bus_.address()};
};

TEST_F(DbusClientTest, TextsComeAsTheyAre) {
    EXPECT_EQ(client()->list_json(), "[]\n");
    EXPECT_EQ(client()->port_json("good"), "{\"port\": \"good\"}\n");
    EXPECT_EQ(client()->version(), "1.2.3");
}

TEST_F(DbusClientTest, DictionariesBecomeObjectsWithoutWhatTheContractDoesNotHave) {
    const auto alerts = client()->alerts();
    ASSERT_TRUE(alerts) << alerts.error().text;
    ASSERT_EQ(alerts->size(), 1U);
    EXPECT_EQ(alerts->front(), (cmis::Object{{"byte", 7},
                                             {"flag", true},
                                             {"fraction", 2.0},
                                             {"negative", -4},
                                             {"numbers", cmis::Array{0.5}},
                                             {"object", cmis::Object{{"inner", "x"}}},
                                             {"objects", cmis::Array{cmis::Object{{"inner", 1}}}},
                                             {"text", "rx"},
                                             {"texts", cmis::Array{"a", "b"}},
                                             {"whole", 3}}));
}

TEST_F(DbusClientTest, MemoryIsAllThatTheDaemonHas) {
    const auto memory = client()->memory("good");
    ASSERT_TRUE(memory) << memory.error().text;
    ASSERT_EQ(memory->pages().size(), 3U);
    EXPECT_EQ(memory->byte(cmis::lower(5)), 0x18);
    EXPECT_EQ(memory->byte(cmis::upper(0, 200)), 0);
    EXPECT_EQ(memory->byte({cmis::upper_page(3, 1), 200}), 19);
}

TEST_F(DbusClientTest, MemoryIsReadAgainWhereTheModuleWasSwappedMeanwhile) {
    const auto memory = client()->memory("swapped");
    ASSERT_TRUE(memory) << memory.error().text;
    EXPECT_EQ(memory->byte(cmis::upper(0, 200)), 2);
}

TEST_F(DbusClientTest, APageThatIsNoneIsAReadThatFailed) {
    EXPECT_EQ(client()->memory("short").error(),
              (DaemonTrouble{Trouble::read_failed, "a page of 3 bytes, expected 128"}));
}

TEST_F(DbusClientTest, ErrorsAreToldApartByTheirNames) {
    const auto refreshed = [this](const std::string& port) { return client()->refresh(port).error(); };
    EXPECT_TRUE(client()->refresh("good"));
    EXPECT_EQ(refreshed("NotPresent"), (DaemonTrouble{Trouble::not_present, "It is NotPresent."}));
    EXPECT_EQ(refreshed("NotSupported").kind, Trouble::not_supported);
    EXPECT_EQ(refreshed("ReadFailed").kind, Trouble::read_failed);
    EXPECT_EQ(refreshed("Busy").kind, Trouble::busy);
    EXPECT_EQ(refreshed("Timeout").kind, Trouble::timeout);
    EXPECT_EQ(refreshed("nothing").kind, Trouble::unknown_port);
    EXPECT_EQ(client()->memory("NotPresent").error(), (DaemonTrouble{Trouble::not_present, "No module."}));
    EXPECT_EQ(client()->pause("nothing", 1s).error().kind, Trouble::unknown_port);
    EXPECT_EQ(client()->pause("good", 90000s).error(), (DaemonTrouble{Trouble::failed, "Too long."}));
    EXPECT_EQ(client()->reload().error(), (DaemonTrouble{Trouble::invalid_configuration, "a.toml:3: x: unknown key"}));
}

TEST_F(DbusClientTest, WhatThePolicyForbidsIsSaidToBe) {
    const DaemonTrouble denied = client()->configuration().error();
    EXPECT_EQ(denied.kind, Trouble::denied);
    EXPECT_TRUE(denied.text.starts_with("access denied by the bus at " + bus_.address() + ": ")) << denied.text;
}

TEST_F(DbusClientTest, ADaemonThatDoesNotRunIsSaidSo) {
    service_.reset();
    EXPECT_EQ(
        client()->list_json().error(),
        (DaemonTrouble{Trouble::not_running, "opticwardd does not run (no alt.opticward.Transceivers1 on the bus at " +
                                                 bus_.address() + ")"}));
    EXPECT_EQ(client()->port_json("good").error().kind, Trouble::not_running);
    EXPECT_EQ(
        client()->watch({.started = [] {}, .on_event = [](const auto&) { return true; }, .at_most = 60s}).error().kind,
        Trouble::not_running);
}

TEST_F(DbusClientTest, ABusThatIsNotThereIsSaidSo) {
    const auto connected = connect_to_daemon("unix:path=/nowhere/at/all");
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().kind, Trouble::no_bus);
    EXPECT_TRUE(connected.error().text.starts_with("the D-Bus at unix:path=/nowhere/at/all cannot be reached: "))
        << connected.error().text;
    EXPECT_FALSE(connect_to_daemon("no address"));
}

TEST_F(DbusClientTest, WatchMissesNothingAfterItStartedAndEndsWhenItIsTold) {
    std::vector<std::int64_t> numbers;
    const auto watched = client()->watch({.started = [this] { EXPECT_TRUE(client()->rescan()); },
                                          .on_event =
                                              [&](const cmis::Object& event) {
                                                  numbers.push_back(*event.at(1).value.get<std::int64_t>());
                                                  return numbers.size() < 2;
                                              },
                                          .at_most = 60s});
    EXPECT_TRUE(watched) << watched.error().text;
    EXPECT_EQ(numbers, (std::vector<std::int64_t>{1, 2}));
}

TEST_F(DbusClientTest, WatchEndsWhenItsTimeIsOver) {
    EXPECT_TRUE(client()->watch({.started = [] {}, .on_event = [](const auto&) { return true; }, .at_most = 1s}));
}

TEST_F(DbusClientTest, WatchSaysThatTheDaemonEnded) {
    const auto watched = client()->watch(
        {.started = [this] { service_.reset(); }, .on_event = [](const auto&) { return true; }, .at_most = 60s});
    ASSERT_FALSE(watched);
    EXPECT_EQ(watched.error(), (DaemonTrouble{Trouble::not_running, "opticwardd has ended"}));
}

TEST_F(DbusClientTest, WatchSaysThatTheBusEnded) {
    const auto watched = client()->watch({.started =
                                              [this] {
                                                  service_.reset();
                                                  bus_.stop();
                                              },
                                          .on_event = [](const auto&) { return true; },
                                          .at_most = 60s});
    EXPECT_FALSE(watched);
}

}  // namespace
}  // namespace opticward::daemon::cli
