#include "config/settings.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::test {

using config::Settings;
using std::chrono::milliseconds;

class SettingsTest : public testing::Test {
public:
    SettingsTest() {
        std::string name = testing::TempDir() + "opticward_settings_XXXXXX";
        folder_ = mkdtemp(name.data());
    }
    ~SettingsTest() override {
        std::error_code error;
        std::filesystem::remove_all(folder_, error);
    }

protected:
    std::filesystem::path write(std::string_view name, std::string_view text) const {
        const auto file = folder_ / name;
        std::ofstream{file, std::ios::binary} << text;
        return file;
    }
    std::expected<Settings, std::vector<config::SettingsProblem>> loaded(std::string_view text) const {
        return config::load(write("board.toml", text));
    }
    // One line a problem, without the folder.
    std::vector<std::string> problems(std::string_view text) const {
        const auto settings = loaded(text);
        std::vector<std::string> lines;
        if (!settings) {
            for (const auto& problem : settings.error()) {
                lines.push_back(config::text(problem).substr(folder_.string().size() + 1));
            }
        }
        return lines;
    }
    std::string only_problem(std::string_view text) const {
        const auto lines = problems(text);
        return lines.size() == 1 ? lines[0] : std::to_string(lines.size()) + " problems";
    }

    std::filesystem::path folder_;
};

TEST_F(SettingsTest, AnEmptyFileHasTheDefaults) {
    const auto settings = loaded("");
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->listen.address, "127.0.0.1");
    EXPECT_EQ(settings->listen.port, 10156);
    EXPECT_EQ(settings->poll.presence, milliseconds{1000});
    EXPECT_EQ(settings->poll.interval, milliseconds{10'000});
    EXPECT_EQ(settings->poll.network_interval, milliseconds{30'000});
    EXPECT_EQ(settings->poll.simulated_interval, milliseconds{1000});
    EXPECT_EQ(settings->poll.identity_check, milliseconds{30'000});
    EXPECT_EQ(settings->poll.max_bus_share, 0.2);
    EXPECT_EQ(settings->poll.stale_periods, 3U);
    EXPECT_EQ(settings->poll.stale_at_least, milliseconds{30'000});
    EXPECT_EQ(settings->judge.clear_after, milliseconds{60'000});
    EXPECT_EQ(settings->judge.temperature_hysteresis_celsius, 2.0);
    EXPECT_EQ(settings->judge.supply_voltage_hysteresis_volts, 0.02);
    EXPECT_EQ(settings->judge.tx_bias_hysteresis_ratio, 0.02);
    EXPECT_EQ(settings->judge.optical_power_hysteresis_decibels, 0.5);
    EXPECT_EQ(settings->log_level, config::LogLevel::info);
    EXPECT_TRUE(settings->ports.empty());
}

TEST_F(SettingsTest, KeysReplaceTheDefaults) {
    const auto settings = loaded(R"(
[http]
listen = "[::1]:9000"
[poll]
interval_seconds = 2.5
max_bus_share = 0.5
[judge]
clear_seconds = 0
hysteresis.temperature_celsius = 3
[log]
level = "debug"
)");
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->listen.address, "::1");
    EXPECT_EQ(settings->listen.port, 9000);
    EXPECT_EQ(settings->poll.interval, milliseconds{2500});
    EXPECT_EQ(settings->poll.max_bus_share, 0.5);
    EXPECT_EQ(settings->judge.clear_after, milliseconds{0});
    EXPECT_EQ(settings->judge.temperature_hysteresis_celsius, 3.0);
    EXPECT_EQ(settings->log_level, config::LogLevel::debug);
}

TEST_F(SettingsTest, ABusAndItsPortsAreDescribed) {
    const auto settings = loaded(R"(
[[bus]]
name = "mux"
driver = "i2c-dev"
path = "i2c-1"
clock_hertz = 100000

[[port]]
name = "swp1"
label = "Leaf 1"
bus = "mux"
source = "17"
presence = { path = "/sys/present", bit = 3, active = 0, base = 16 }
netdev = "eth0"
rdma_device = "mlx5_0"
rdma_port = 2
protocol = "infiniband"
expected_protocol = "ethernet"
link = "down"
admin = "up"
expected_speed = 200e9
expected_width = 4
)");
    ASSERT_TRUE(settings);
    ASSERT_EQ(settings->buses.size(), 1U);
    const auto& bus = settings->buses[0];
    EXPECT_EQ(bus.description.driver, "i2c-dev");
    EXPECT_EQ(bus.description.path, "i2c-1");
    EXPECT_EQ(bus.description.clock_hertz, 100'000U);
    EXPECT_EQ(bus.interval, milliseconds{10'000});
    EXPECT_EQ(bus.ports, std::vector<std::size_t>{0});
    ASSERT_EQ(bus.description.ports.size(), 1U);
    EXPECT_EQ(bus.description.ports[0].source, "17");
    EXPECT_EQ(bus.description.ports[0].presence,
              (drivers::PinDescription{.path = "/sys/present", .bit = 3, .active = false, .base = 16}));
    const auto& port = settings->ports.at(0);
    EXPECT_EQ(port.name, "swp1");
    EXPECT_EQ(port.label, "Leaf 1");
    EXPECT_EQ(port.host.netdev, "eth0");
    EXPECT_EQ(port.host.rdma_device, "mlx5_0");
    EXPECT_EQ(port.host.rdma_port, 2U);
    EXPECT_EQ(port.protocol, drivers::LinkLayer::infiniband);
    EXPECT_EQ(port.expected_protocol, drivers::LinkLayer::ethernet);
    EXPECT_EQ(port.link_up, false);
    EXPECT_EQ(port.admin_up, true);
    EXPECT_EQ(port.expected_speed_bits_per_second, 200e9);
    EXPECT_EQ(port.expected_width, 4U);
}

TEST_F(SettingsTest, RelativePathsStartFromTheFile) {
    const auto settings = loaded(R"(
[[bus]]
name = "files"
driver = "file"
path = "eeproms"
[[port]]
name = "swp1"
bus = "files"
source = "port1"
presence = { path = "present1" }
)");
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->buses[0].description.path, (folder_ / "eeproms").string());
    EXPECT_EQ(settings->buses[0].description.ports[0].presence->path, (folder_ / "present1").string());
}

TEST_F(SettingsTest, ASimulatedBusIsPolledEachSecond) {
    const auto settings = loaded("[[bus]]\nname = \"a\"\ndriver = \"simulated\"\n"
                                 "[[bus]]\nname = \"b\"\ndriver = \"simulated\"\ninterval_seconds = 0.5\n");
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->buses[0].interval, milliseconds{1000});
    EXPECT_EQ(settings->buses[1].interval, milliseconds{500});
}

TEST_F(SettingsTest, AnUnknownKeyIsAnError) {
    EXPECT_EQ(only_problem("[http]\nlisten = \"127.0.0.1:1\"\nport = 80\n"),
              "board.toml:3: http.port: unknown key, expected one of enabled, listen");
}

TEST_F(SettingsTest, AnUnknownTableIsAnError) {
    EXPECT_EQ(only_problem("\n[pool]\n"), "board.toml:2: pool: unknown table, did you mean [poll]?");
}

TEST_F(SettingsTest, AWrongTypeIsAnError) {
    EXPECT_EQ(only_problem("[poll]\ninterval_seconds = \"ten\"\n"),
              "board.toml:2: poll.interval_seconds: \"ten\" is no number, expected a number from 0.05 to 86400 "
              "(seconds)");
    EXPECT_EQ(only_problem("poll = 3\n"), "board.toml:1: poll: 3 is no table, expected [poll]");
    EXPECT_EQ(only_problem("[http]\nlisten = 10156\n"),
              "board.toml:2: http.listen: 10156 is no text, expected text in quotes");
    EXPECT_EQ(only_problem("[bus]\nname = \"a\"\n"),
              "board.toml:1: bus: a table is no list of tables, expected [[bus]]");
}

TEST_F(SettingsTest, AValueOutOfRangeIsAnError) {
    EXPECT_EQ(only_problem("[poll]\nmax_bus_share = 1.5\n"),
              "board.toml:2: poll.max_bus_share: 1.5 is out of range, expected a number from 0.001 to 1");
    EXPECT_EQ(only_problem("[poll]\npresence_seconds = nan\n"),
              "board.toml:2: poll.presence_seconds: nan is out of range, expected a number from 0.05 to 86400 "
              "(seconds)");
    EXPECT_EQ(only_problem("[poll]\nstale_periods = 0\n"),
              "board.toml:2: poll.stale_periods: 0 is out of range, expected a whole number from 1 to 1000");
}

TEST_F(SettingsTest, AWordThatIsNotKnownIsAnError) {
    EXPECT_EQ(only_problem("[log]\nlevel = \"loud\"\n"),
              "board.toml:2: log.level: \"loud\" is not known, expected one of debug, info, warning, error");
}

TEST_F(SettingsTest, AnAddressThatIsNoneIsAnError) {
    EXPECT_EQ(only_problem("[http]\nlisten = \"localhost\"\n"),
              "board.toml:2: http.listen: \"localhost\" is no address, expected one like \"127.0.0.1:10156\" or "
              "\"[::1]:10156\"");
}

TEST_F(SettingsTest, ADriverThatDoesNotExistIsAnError) {
    EXPECT_EQ(
        only_problem("[[bus]]\nname = \"a\"\ndriver = \"magic\"\n"),
        "board.toml:3: bus[1].driver: \"magic\" is not known, expected one of ethtool, file, i2c-dev, sdk, simulated");
}

TEST_F(SettingsTest, WhatIsMissingIsAnError) {
    EXPECT_EQ(problems("[[bus]]\n"),
              (std::vector<std::string>{
                  "board.toml:1: bus[1].name: missing, expected a name for the bus",
                  "board.toml:1: bus[1].driver: missing, expected one of ethtool, file, i2c-dev, sdk, simulated",
              }));
}

TEST_F(SettingsTest, TwoPortsOfOneNameAreAnError) {
    EXPECT_EQ(only_problem(R"([[bus]]
name = "a"
driver = "simulated"
[[port]]
name = "swp1"
bus = "a"
[[port]]
name = "swp1"
bus = "a"
)"),
              "board.toml:8: port[2].name: \"swp1\" is used already in line 4, expected a name of its own");
}

TEST_F(SettingsTest, TwoBusesOfOneNameAreAnError) {
    EXPECT_EQ(only_problem("[[bus]]\nname = \"a\"\ndriver = \"file\"\n[[bus]]\nname = \"a\"\ndriver = \"file\"\n"),
              "board.toml:5: bus[2].name: \"a\" is used already in line 1, expected a name of its own");
}

TEST_F(SettingsTest, APortOfABusThatDoesNotExistIsAnError) {
    EXPECT_EQ(only_problem(R"([[bus]]
name = "left"
driver = "file"
[[port]]
name = "swp1"
bus = "right"
source = "x"
)"),
              "board.toml:6: port[1].bus: there is no bus \"right\", expected one of left");
}

TEST_F(SettingsTest, ADescriptionThatDoesNotExistIsAnError) {
    EXPECT_EQ(only_problem(R"([[bus]]
name = "a"
driver = "simulated"
[[port]]
name = "swp1"
bus = "a"
source = "nothing.toml"
)"),
              "board.toml:7: port[1].source: \"nothing.toml\" does not exist, expected a module description");
}

TEST_F(SettingsTest, AProblemInADescriptionNamesItsFile) {
    write("module.toml", "identifier = \"QSFP28 or later\"\nvendor_name = 3\n");
    const auto lines = problems(R"([[bus]]
name = "a"
driver = "simulated"
[[port]]
name = "swp1"
bus = "a"
source = "module.toml"
)");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0], "module.toml:2: vendor_name: must be a text");
}

TEST_F(SettingsTest, AScriptOfRealHardwareIsAnError) {
    EXPECT_EQ(only_problem(R"([[bus]]
name = "a"
driver = "file"
[[port]]
name = "swp1"
bus = "a"
source = "x"
[[port.script]]
at = 1
action = "remove"
)"),
              "board.toml:8: port[1].script: real modules have none, expected it on a bus with driver = \"simulated\" "
              "only");
}

TEST_F(SettingsTest, AnActionThatIsNoneIsAnError) {
    EXPECT_EQ(only_problem(R"([[bus]]
name = "a"
driver = "simulated"
[[port]]
name = "swp1"
bus = "a"
[[port.script]]
at = 1
action = "explode"
)"),
              "board.toml:9: port[1].script[1].action: \"explode\" is no action, expected \"insert\", \"remove\", "
              "{ set = { ... }, for_seconds = N }, { swap = \"FILE\" } or { fail = \"FAULT\", for_seconds = N }");
}

TEST_F(SettingsTest, TextThatIsNoTomlIsAnError) {
    const auto settings = loaded("[http]\nlisten = \"127.0.0.1\n");
    ASSERT_FALSE(settings);
    ASSERT_EQ(settings.error().size(), 1U);
    EXPECT_EQ(settings.error()[0].line, 2U);
    EXPECT_NE(settings.error()[0].what, "");
}

TEST_F(SettingsTest, AFileThatDoesNotExistIsAnError) {
    const auto settings = config::load(folder_ / "none.toml");
    ASSERT_FALSE(settings);
    ASSERT_EQ(settings.error().size(), 1U);
    EXPECT_EQ(config::text(settings.error()[0]),
              (folder_ / "none.toml").string() + ": does not exist, expected a configuration file in TOML");
}

TEST_F(SettingsTest, AFileThatIsTooLargeIsNotRead) {
    const auto settings = loaded(std::string((4 << 20) + 1, '#'));
    ASSERT_FALSE(settings);
    EXPECT_EQ(settings.error().at(0).what, "is larger than 4194304 bytes, expected a configuration file in TOML");
}

TEST_F(SettingsTest, AllProblemsAreFoundInTheOrderOfTheFile) {
    EXPECT_EQ(problems("[log]\nlevel = 1\nx = 2\n[http]\nlisten = 3\n"),
              (std::vector<std::string>{
                  "board.toml:2: log.level: 1 is not known, expected one of debug, info, warning, error",
                  "board.toml:3: log.x: unknown key, expected one of level",
                  "board.toml:5: http.listen: 3 is no text, expected text in quotes",
              }));
}

TEST_F(SettingsTest, AKeyWithALineBreakStaysOnOneLine) {
    EXPECT_EQ(only_problem("\"a\\nb\" = 1\n"),
              "board.toml:1: a?b: unknown key, expected one of http, poll, judge, log, dbus, dual_part, bus, port");
}

TEST(ListenAddressTest, TakesNumericAddressesOnly) {
    EXPECT_EQ(config::parse_listen_address("0.0.0.0:80"), (config::ListenAddress{.address = "0.0.0.0", .port = 80}));
    EXPECT_EQ(config::parse_listen_address("[::]:0"), (config::ListenAddress{.address = "::", .port = 0}));
    EXPECT_FALSE(config::parse_listen_address("::1:80"));
    EXPECT_FALSE(config::parse_listen_address("127.0.0.1:65536"));
    EXPECT_FALSE(config::parse_listen_address("127.0.0.1:"));
    EXPECT_FALSE(config::parse_listen_address("localhost:80"));
    EXPECT_FALSE(config::parse_listen_address("[127.0.0.1]:80"));
}

}  // namespace opticward::test
