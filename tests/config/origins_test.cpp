// Where each value in force was written.
#include "config/network_ports.h"
#include "tests/config/settings_folder.h"

#include <algorithm>

namespace opticward::test {

using config::SettingOrigin;
using config::SettingValue;

namespace {

class OriginsTest : public SettingsFolder {
protected:
    std::string file(std::string_view name) const { return (folder_ / name).string(); }
};

// Empty key: not listed.
SettingOrigin origin(const config::Settings& settings, std::string_view key) {
    const auto found = std::ranges::find(settings.origins, key, &SettingOrigin::key);
    return found == settings.origins.end() ? SettingOrigin{} : *found;
}

}  // namespace

TEST_F(OriginsTest, EveryGeneralKeyIsListedWithItsDefault) {
    const auto settings = good("");
    std::vector<std::string> lines;
    for (const SettingOrigin& it : settings.origins) {
        lines.push_back(it.key + " = " + config::text(it.value));
        EXPECT_EQ(it.file, "");
        EXPECT_EQ(it.line, 0U);
    }
    EXPECT_EQ(lines, (std::vector<std::string>{
                         "http.enabled = true",
                         "http.listen = 127.0.0.1:10156",
                         "poll.presence_seconds = 1",
                         "poll.interval_seconds = 10",
                         "poll.network_interval_seconds = 30",
                         "poll.simulated_interval_seconds = 1",
                         "poll.identity_check_seconds = 30",
                         "poll.max_bus_share = 0.2",
                         "poll.stale_periods = 3",
                         "poll.stale_seconds = 30",
                         "judge.clear_seconds = 60",
                         "judge.hysteresis.temperature_celsius = 2",
                         "judge.hysteresis.supply_voltage_volts = 0.02",
                         "judge.hysteresis.tx_bias_ratio = 0.02",
                         "judge.hysteresis.optical_power_decibels = 0.5",
                         "log.level = info",
                         "dbus.enabled = true",
                     }));
}

TEST_F(OriginsTest, AWrittenKeyNamesItsFileAndLine) {
    const auto settings =
        good("[http]\nlisten = \"[::1]:9000\"\n[poll]\ninterval_seconds = 2.5\n[dbus]\nenabled = false\n");
    const auto main = file("opticward.toml");
    EXPECT_EQ(origin(settings, "http.listen"), (SettingOrigin{"http.listen", std::string{"[::1]:9000"}, main, 2}));
    EXPECT_EQ(origin(settings, "poll.interval_seconds"), (SettingOrigin{"poll.interval_seconds", 2.5, main, 4}));
    EXPECT_EQ(origin(settings, "dbus.enabled"), (SettingOrigin{"dbus.enabled", false, main, 6}));
}

TEST_F(OriginsTest, TheFileThatWinsIsNamed) {
    write("conf.d/10.toml", "\n[poll]\nstale_periods = 5\n");
    const auto settings = good("[poll]\nstale_periods = 4\npresence_seconds = 2\n");
    EXPECT_EQ(origin(settings, "poll.stale_periods"),
              (SettingOrigin{"poll.stale_periods", std::int64_t{5}, file("conf.d/10.toml"), 3}));
    EXPECT_EQ(origin(settings, "poll.presence_seconds"),
              (SettingOrigin{"poll.presence_seconds", std::int64_t{2}, file("opticward.toml"), 3}));
}

TEST_F(OriginsTest, BusesAndPortsStandUnderTheirNames) {
    const auto settings = good(R"([[bus]]
name = "mux0"
driver = "i2c-dev"
clock_hertz = 100000
[[port]]
name = "swp1"
bus = "mux0"
source = "17"
presence = { path = "/sys/p", bit = 3, active = 0 }
length_meters = 1.5
)");
    const auto main = file("opticward.toml");
    EXPECT_EQ(origin(settings, "bus[mux0].clock_hertz"),
              (SettingOrigin{"bus[mux0].clock_hertz", std::int64_t{100'000}, main, 4}));
    EXPECT_EQ(origin(settings, "port[swp1].source"), (SettingOrigin{"port[swp1].source", std::string{"17"}, main, 8}));
    EXPECT_EQ(origin(settings, "port[swp1].presence").value,
              SettingValue{R"({ path = "/sys/p", bit = 3, active = 0 })"});
    EXPECT_EQ(origin(settings, "port[swp1].length_meters").value, SettingValue{1.5});
    EXPECT_EQ(origin(settings, "port[swp1].label").key, "");
}

TEST_F(OriginsTest, LongTablesAreCut) {
    std::string script;
    for (unsigned i = 0; i < 100; ++i) {
        script += "[[port.script]]\nat = 1\naction = \"remove\"\n";
    }
    const auto settings =
        good("[[bus]]\nname = \"a\"\ndriver = \"simulated\"\n[[port]]\nname = \"swp1\"\nbus = \"a\"\n" + script);
    const auto value = config::text(origin(settings, "port[swp1].script").value);
    EXPECT_EQ(value.substr(0, 35), R"([{ at = 1, action = "remove" }, { a)");
    EXPECT_EQ(value.size(), 403U);
    EXPECT_TRUE(value.ends_with("..."));
}

TEST_F(OriginsTest, WhatWasFoundOnTheHostIsWrittenNowhere) {
    const std::vector<drivers::NetworkDevice> devices{{.name = "eth0", .rdma_device = "mlx5_0", .rdma_port = 1}};
    const auto settings = config::with_network_ports(good(""), devices);
    EXPECT_EQ(origin(settings, "bus[network].driver"),
              (SettingOrigin{"bus[network].driver", std::string{"ethtool"}, "", 0}));
    EXPECT_EQ(origin(settings, "port[eth0].rdma_device"),
              (SettingOrigin{"port[eth0].rdma_device", std::string{"mlx5_0"}, "", 0}));
}

TEST_F(OriginsTest, SwitchesAreOnUnlessSwitchedOff) {
    EXPECT_TRUE(good("").http_enabled);
    EXPECT_TRUE(good("").dbus_enabled);
    const auto settings = good("[http]\nenabled = false\n[dbus]\nenabled = false\n");
    EXPECT_FALSE(settings.http_enabled);
    EXPECT_FALSE(settings.dbus_enabled);
}

}  // namespace opticward::test
