// One [[port]] that stands for many, and what a port says of its cage.
#include "tests/config/settings_folder.h"

#include <algorithm>

namespace opticward::test {

using config::Settings;
using drivers::PinDescription;

namespace {

class PortRangeTest : public SettingsFolder {
protected:
    static std::string board(std::string_view keys, std::string_view driver) {
        return "[[bus]]\nname = \"front\"\ndriver = \"" + std::string{driver} +
               "\"\npath = \"/sys\"\n[[port]]\nbus = \"front\"\n" + std::string{keys};
    }
    Settings ports(std::string_view keys, std::string_view driver = "file") { return good(board(keys, driver)); }
    drivers::PortDescription port(std::string_view keys, std::string_view driver = "file") {
        const Settings settings = ports("name = \"swp1\"\nsource = \"1\"\n" + std::string{keys}, driver);
        return settings.buses.empty() ? drivers::PortDescription{} : settings.buses[0].description.ports.at(0);
    }
    // The only problem, from its key on.
    std::string problem(std::string_view keys, std::string_view driver = "file") {
        write("opticward.toml", board(keys, driver));
        const auto all = problems();
        if (all.size() != 1) {
            ADD_FAILURE() << all.size() << " problems";
            return {};
        }
        return all[0].substr(all[0].find("port[1]"));
    }
    std::string problem_of_port(std::string_view keys, std::string_view driver = "file") {
        return problem("name = \"swp1\"\nsource = \"1\"\n" + std::string{keys}, driver);
    }
};

std::vector<std::string> sources(const Settings& settings) {
    std::vector<std::string> all;
    for (const auto& port : settings.buses.at(0).description.ports) {
        all.push_back(port.name + " " + port.source);
    }
    return all;
}

}  // namespace

TEST_F(PortRangeTest, EachNumberIsAPort) {
    const auto settings = ports("name = \"swp{n}\"\nrange = { from = 9, to = 11 }\nsource = \"{n+25}-0050/eeprom\"\n"
                                "label = \"Port {n}\"\nnetdev = \"eth{n-9}\"\n");
    EXPECT_EQ(sources(settings),
              (std::vector<std::string>{"swp9 34-0050/eeprom", "swp10 35-0050/eeprom", "swp11 36-0050/eeprom"}));
    ASSERT_EQ(settings.ports.size(), 3U);
    EXPECT_EQ(settings.ports[2].label, "Port 11");
    EXPECT_EQ(settings.ports[0].host.netdev, "eth0");
    EXPECT_EQ(settings.buses[0].ports, (std::vector<std::size_t>{0, 1, 2}));
}

TEST_F(PortRangeTest, AMapGivesNumbersThatFollowNoRule) {
    const auto settings = ports("name = \"swp{n}\"\nrange = { from = 1, to = 3, map = [42, 41, 44] }\n"
                                "source = \"{map}-0050/eeprom{map-41}\"\n");
    EXPECT_EQ(sources(settings),
              (std::vector<std::string>{"swp1 42-0050/eeprom1", "swp2 41-0050/eeprom0", "swp3 44-0050/eeprom3"}));
}

TEST_F(PortRangeTest, PinsHaveTheNumberInPathAndBit) {
    const auto settings = ports("name = \"swp{n}\"\nrange = { from = 1, to = 32 }\nsource = \"{n}\"\n"
                                "presence = { path = \"/sys/present_{n}\", active = 0 }\n"
                                "reset = { path = \"/sys/reset\", bit = \"{n-1}\", base = 16 }\n"
                                "low_power = { gpio = \"front-panel\", line = \"{n+31}\" }\n"
                                "temperature = { path = \"/sys/hwmon*/temp{n}_input\", units_per_celsius = 8 }\n");
    const auto& last = settings.buses.at(0).description.ports.at(31);
    EXPECT_EQ(last.presence->path, "/sys/present_32");
    EXPECT_FALSE(last.presence->active);
    EXPECT_EQ(last.reset->bit, 31U);
    EXPECT_EQ(last.reset->base, 16U);
    EXPECT_EQ(last.low_power->gpio, "front-panel");
    EXPECT_EQ(last.low_power->line, 63U);
    EXPECT_TRUE(last.low_power->active);
    EXPECT_EQ(last.temperature->path, "/sys/hwmon*/temp32_input");
    EXPECT_EQ(last.temperature->units_per_celsius, 8U);
}

TEST_F(PortRangeTest, WhatIsInForceNamesTheNumbers) {
    const auto settings = ports("name = \"swp{n}\"\nrange = { from = 7, to = 8 }\nsource = \"{n+25}\"\n"
                                "presence = { path = \"/sys/present\", bit = \"{n-1}\" }\n");
    const auto found = [&](std::string_view key) {
        const auto origin = std::ranges::find(settings.origins, key, &config::SettingOrigin::key);
        return origin == settings.origins.end() ? "none"
                                                : config::text(origin->value) + " line " + std::to_string(origin->line);
    };
    EXPECT_EQ(found("port[swp8].source"), "33 line 9");
    EXPECT_EQ(found("port[swp8].presence"), "{ path = \"/sys/present\", bit = \"7\" } line 10");
}

TEST_F(PortRangeTest, OneNumberAloneIsARangeToo) {
    EXPECT_EQ(sources(ports("name = \"swp{n}\"\nrange = { from = 0, to = 0 }\nsource = \"{n}\"\n")),
              (std::vector<std::string>{"swp0 0"}));
}

TEST_F(PortRangeTest, BracesOfOtherPortsStayAsTheyAre) {
    EXPECT_EQ(sources(ports("name = \"swp1\"\nsource = \"{a}\"\nlabel = \"{b\"\n")),
              (std::vector<std::string>{"swp1 {a}"}));
}

TEST_F(PortRangeTest, ANumberWithoutARangeIsAnError) {
    EXPECT_EQ(problem("name = \"swp{n}\"\nsource = \"1\"\n"),
              "port[1].name: {n} is a number of a port of a range, expected range = { from = 1, to = 32 } beside it");
}

TEST_F(PortRangeTest, AMistakeInARangeIsToldOnce) {
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 1, to = 32 }\nsource = \"{port}\"\n"),
              "port[1].source: {port} stands for nothing, expected {n} or {map}, or with a step {n+1} or {n-1}");
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 1, to = 32 }\nsource = \"{n}\"\n"
                      "presence = { path = \"a\", bit = \"{n+60}\" }\n"),
              "port[1].presence.bit: 64 is out of range, expected a whole number from 0 to 63");
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 0, to = 3 }\nsource = \"{n-1}\"\n"),
              "port[1].source: {n-1} is below 0 for n = 0, expected numbers from 0");
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 1, to = 3 }\nsource = \"{map}\"\n"),
              "port[1].source: {map} has no number, expected a map = [...] in range");
}

TEST_F(PortRangeTest, PortsOfARangeNeedNamesOfTheirOwn) {
    EXPECT_EQ(problem("name = \"swp\"\nrange = { from = 1, to = 3 }\nsource = \"{n}\"\n"),
              "port[1].name: \"swp\" is used already in line 5, expected a name of its own");
}

TEST_F(PortRangeTest, AWrongRangeIsAnError) {
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = 32\nsource = \"{n}\"\n"),
              "port[1].range: 32 is no table, expected one in { }");
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 1 }\nsource = \"{n}\"\n"),
              "port[1].range.to: missing, expected the number of a port");
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 3, to = 1 }\nsource = \"{n}\"\n"),
              "port[1].range.to: 1 is out of range, expected a whole number from 3 to 4098");
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 1, to = 5000 }\nsource = \"{n}\"\n"),
              "port[1].range.to: 5000 is out of range, expected a whole number from 1 to 4096");
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 1, to = 3, map = [1, 2] }\nsource = \"{n}\"\n"),
              "port[1].range.map: has 2 numbers, expected 3 whole numbers from 0 to 1000000, one for each port of the "
              "range");
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 1, to = 1, map = [-1] }\nsource = \"{n}\"\n"),
              "port[1].range.map: -1 is no number of it, expected 1 whole numbers from 0 to 1000000, one for each port "
              "of the range");
    EXPECT_EQ(problem("name = \"swp{n}\"\nrange = { from = 1, to = 1, step = 2 }\nsource = \"{n}\"\n"),
              "port[1].range.step: unknown key, expected one of from, to, map");
}

TEST_F(PortRangeTest, APinIsAFileOrALineOfAChip) {
    EXPECT_EQ(port("presence = { path = \"/sys/p\", bit = 3, active = 0, base = 16 }\n").presence,
              (PinDescription{.path = "/sys/p", .gpio = {}, .line = 0, .bit = 3, .active = false, .base = 16}));
    EXPECT_EQ(port("reset = { gpio = 2, line = 17, active = 0 }\n").reset,
              (PinDescription{.path = {}, .gpio = "2", .line = 17, .bit = {}, .active = false, .base = 10}));
    EXPECT_EQ(port("low_power = { gpio = \"/dev/gpiochip2\", line = 1 }\n").low_power,
              (PinDescription{.path = {}, .gpio = "/dev/gpiochip2", .line = 1, .bit = {}, .active = true, .base = 10}));
}

TEST_F(PortRangeTest, ARelativePathOfAPinStartsFromTheFile) {
    EXPECT_EQ(port("reset = { path = \"pins/reset\" }\n").reset->path, (folder_ / "pins/reset").string());
}

TEST_F(PortRangeTest, APinThatIsBothOrNeitherIsAnError) {
    EXPECT_EQ(problem_of_port("reset = { active = 0 }\n"),
              "port[1].reset.path: missing, expected the file that tells reset, or gpio and line");
    EXPECT_EQ(problem_of_port("reset = { gpio = 2 }\n"),
              "port[1].reset.line: missing, expected the number of the chip's line");
    EXPECT_EQ(problem_of_port("reset = { gpio = 2, line = 1, base = 16 }\n"),
              "port[1].reset.base: says nothing of a line, expected it beside path only");
    EXPECT_EQ(problem_of_port("reset = { path = \"a\", line = 1 }\n"),
              "port[1].reset.line: says nothing of a file, expected it beside gpio only");
    EXPECT_EQ(problem_of_port("reset = { gpio = \"\", line = 1 }\n"),
              "port[1].reset.gpio: names no chip, expected a number, a name (\"gpiochip2\") or a label");
}

TEST_F(PortRangeTest, ATemperatureIsInThousandthsUnlessItIsSaid) {
    EXPECT_EQ(port("temperature = { path = \"/sys/temp1_input\" }\n").temperature->units_per_celsius, 1000U);
    EXPECT_EQ(problem_of_port("temperature = { path = \"a\", units_per_celsius = 0 }\n"),
              "port[1].temperature.units_per_celsius: 0 is out of range, expected a whole number from 1 to 1000000");
}

TEST_F(PortRangeTest, PageFilesMayHaveOneForLowerMemory) {
    const auto settings =
        ports("name = \"swp1\"\nsource = \"0-0010/eeprom_pg{page:x}\"\nlower = \"0-0010/eeprom_low\"\n");
    const auto& description = settings.buses.at(0).description.ports.at(0);
    EXPECT_EQ(description.source, "0-0010/eeprom_pg{page:x}");
    EXPECT_EQ(description.lower, "0-0010/eeprom_low");
    constexpr std::string_view refused =
        "port[1].lower: there are no files of pages, expected it beside a source with {page} on a bus with driver = "
        "\"file\" only";
    EXPECT_EQ(problem_of_port("lower = \"a\"\n"), refused);
    EXPECT_EQ(problem_of_port("lower = \"a\"\n", "i2c-dev"), refused);
}

TEST_F(PortRangeTest, AModuleOfTheSdkHasAFolder) {
    const auto settings = ports("name = \"swp1\"\nsource = \"module0\"\n", "sdk");
    EXPECT_EQ(settings.buses.at(0).description.driver, "sdk");
    EXPECT_EQ(settings.buses.at(0).description.path, "/sys");
    EXPECT_EQ(settings.buses.at(0).interval, std::chrono::seconds{30});
    EXPECT_EQ(problem("name = \"swp1\"\n", "sdk"), "port[1].source: missing, expected the folder of the module");
}

}  // namespace opticward::test
