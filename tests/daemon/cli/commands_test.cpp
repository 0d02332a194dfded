#include "cmis/image.h"
#include "daemon/cli/terminal_text.h"
#include "tests/daemon/cli/fake_daemon.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace opticward::daemon::cli {
namespace {

using Json = nlohmann::ordered_json;
using test_daemon::FakeDaemon;
using test_daemon::Lent;

class CommandsTest : public testing::Test {
protected:
    int run(const std::vector<std::string>& words) {
        out_.str("");
        error_.str("");
        Console console{in_, out_, error_, colour_};
        return cli::run(words, console, [&](const std::optional<std::string>& bus) {
            bus_ = bus;
            return Answer<std::unique_ptr<DaemonClient>>{std::make_unique<Lent>(daemon_)};
        });
    }
    void expect_out(std::string_view part) const { EXPECT_NE(out_.str().find(part), std::string::npos) << out_.str(); }

    FakeDaemon daemon_;
    std::optional<std::string> bus_;
    std::istringstream in_;
    std::ostringstream out_;
    std::ostringstream error_;
    bool colour_ = false;
};

// --- list

TEST_F(CommandsTest, ListIsATableOfAllPorts) {
    EXPECT_EQ(run({"list"}), 0);
    EXPECT_EQ(out_.str(),
              "PORT   STATE       FORM    VENDOR    PART        SERIAL      RUNS  TEMP  RX dBm  TX dBm  ALERTS\n"
              "swp1   ok          QSFP56  EXAMPLE~  EX-200-SR4  TST0000001  Eth   41.2   -3.01    0.00  match\n"
              "swp2   unreadable                                            IB                          mismatch +1\n"
              "swp10  empty                                                                             -\n");
}

TEST_F(CommandsTest, ListFitsAHundredColumnsWhateverTheModuleSays) {
    Json port = Json::parse(test_daemon::swp1);
    for (const char* key : {"vendor_name", "part_number", "serial_number"}) {
        port["module"][key] = "ABCDEFGHIJKLMNOP";
    }
    port["module"]["vendor_name"] = "\xE5\x85\x89\xE5\xAD\xA6\xE5\x85\x89\xE5\xAD\xA6\xE5\x85\x89\xE5\xAD\xA6";
    port["port"] = "a port of a very long name";
    daemon_.ports["swp1"] = port.dump();
    EXPECT_EQ(run({"list"}), 0);
    std::istringstream lines{out_.str()};
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) {
        widest = std::max(widest, display_width(line));
    }
    EXPECT_EQ(widest, 100U);
    expect_out("a port ~  ok          QSFP56  \xE5\x85\x89\xE5\xAD\xA6\xE5\x85\x89~  ABCDEFGH~  ABCDEFGH~  Eth   41.2");
}

TEST_F(CommandsTest, ListOfNamedPortsHasThoseOnly) {
    EXPECT_EQ(run({"list", "swp10"}), 0);
    EXPECT_EQ(out_.str(), "PORT   STATE  FORM  VENDOR  PART  SERIAL  RUNS  TEMP  RX dBm  TX dBm  ALERTS\n"
                          "swp10  empty                                                          -\n");
    EXPECT_EQ(run({"list", "--names", "swp10", "swp1"}), 0);
    EXPECT_EQ(out_.str(), "swp1\nswp10\n");
}

TEST_F(CommandsTest, ALaneWithoutLightIsDark) {
    Json port = Json::parse(test_daemon::swp1);
    port["module"]["monitors"]["lanes"][1]["rx_power_watts"] = 0.0;
    daemon_.ports["swp1"] = port.dump();
    EXPECT_EQ(run({"list"}), 0);
    expect_out("41.2    dark    0.00  match\n");
}

TEST_F(CommandsTest, ColourIsForTheStateAndTheAlerts) {
    colour_ = true;
    EXPECT_EQ(run({"list", "swp2"}), 0);
    expect_out("\x1b[31munreadable\x1b[0m");
    expect_out("\x1b[31mmismatch +1\x1b[0m\n");
    expect_out("\x1b[1mPORT\x1b[0m  ");
}

TEST_F(CommandsTest, ListAsJsonIsTheTextOfTheDaemon) {
    EXPECT_EQ(run({"list", "--json"}), 0);
    EXPECT_EQ(out_.str(), *daemon_.list_json() + "\n");
    EXPECT_EQ(run({"list", "--json", "--names"}), 0);
    EXPECT_EQ(Json::parse(out_.str()), Json::parse(R"(["swp1", "swp2", "swp10"])"));
}

TEST_F(CommandsTest, ListWithoutPortsSaysSo) {
    daemon_.order.clear();
    EXPECT_EQ(run({"list"}), 0);
    EXPECT_EQ(out_.str(), "No ports: the configuration has none, and no network devices were found.\n");
}

TEST_F(CommandsTest, NoTextOfADaemonSteersTheTerminal) {
    Json port = Json::parse(test_daemon::swp1);
    port["label"] = "\x1b[2J\xE2\x80\xAE"
                    "evil\xC2\x9B";
    port["state"] = "o\nk";
    port["module"]["vendor_name"] = "A\x1b[31mB";
    daemon_.ports["swp1"] = port.dump();
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"list"}, {"show", "swp1"}, {"check"}, {"flags", "swp1"}}) {
        run(words);
        EXPECT_EQ(out_.str().find('\x1b'), std::string::npos) << out_.str();
        EXPECT_EQ(out_.str().find("\xE2\x80\xAE"), std::string::npos) << out_.str();
        EXPECT_EQ(out_.str().find("\xC2\x9B"), std::string::npos) << out_.str();
    }
    EXPECT_EQ(run({"show", "swp1"}), 0);
    expect_out("swp1  \\x1b[2J\\u{202e}evil\\u{009b}\n");
}

// --- unknown ports, troubles

TEST_F(CommandsTest, AnUnknownPortNamesTheNearest) {
    EXPECT_EQ(run({"show", "swp3"}), 2);
    EXPECT_EQ(error_.str(), "opticward: no port swp3; did you mean swp1, swp2 or swp10?\n");
    EXPECT_EQ(run({"flags", "spw1"}), 2);
    EXPECT_EQ(error_.str(), "opticward: no port spw1; did you mean swp1, swp2 or swp10?\n");
    EXPECT_EQ(run({"list", "Ethernet0"}), 2);
    EXPECT_EQ(error_.str(), "opticward: no port Ethernet0; opticward list shows all\n");
}

TEST_F(CommandsTest, AJsonTextThatIsNoneIsOneLine) {
    daemon_.ports["swp1"] = "{";
    EXPECT_EQ(run({"show", "swp1"}), 2);
    EXPECT_EQ(error_.str(), "opticward: the daemon's answer holds not JSON at byte 2\n");
    EXPECT_EQ(run({"list"}), 2);
}

TEST_F(CommandsTest, WhatIsWrongWithAModuleExitsWithOneAndNamesThePort) {
    daemon_.trouble = DaemonTrouble{Trouble::not_present, "no module"};
    EXPECT_EQ(run({"refresh", "swp1"}), 1);
    EXPECT_EQ(error_.str(), "opticward: swp1: no module\n");
    daemon_.trouble = DaemonTrouble{Trouble::not_running, "does not run"};
    EXPECT_EQ(run({"refresh", "swp1"}), 2);
    EXPECT_EQ(error_.str(), "opticward: does not run\n");
}

TEST_F(CommandsTest, TheBusMayBeNamedBeforeAndBehindTheCommand) {
    EXPECT_EQ(run({"list", "--bus", "unix:path=/a"}), 0);
    EXPECT_EQ(bus_, "unix:path=/a");
    EXPECT_EQ(run({"--bus", "unix:path=/b", "list", "swp1"}), 0);
    EXPECT_EQ(bus_, "unix:path=/b");
    EXPECT_EQ(run({"--bus=unix:path=/c", "alerts"}), 0);
    EXPECT_EQ(bus_, "unix:path=/c");
    EXPECT_EQ(run({"alerts"}), 0);
    EXPECT_EQ(bus_, std::nullopt);
}

// --- show

TEST_F(CommandsTest, ShowHeadsTheModuleAsDecodePrintsItWithThePort) {
    EXPECT_EQ(run({"show", "swp1"}), 0);
    const std::string shown = out_.str();
    EXPECT_TRUE(shown.starts_with("swp1  Cage 1\n"
                                  "State           ok, read 0.4 s ago, every 1 s by simulated\n"
                                  "Inserted        2026-11-30T12:00:00Z\n"
                                  "Link            up, eth0\n"
                                  "Port runs       ethernet, ethernet expected\n"
                                  "\n"
                                  "Verdicts\n"
                                  "  protocol      match (M01, certain)\n"
                                  "                The link is up.\n"
                                  "                byte 192 = 0x41\n"
                                  "\n"
                                  "QSFP56  QSFP28 or later, SFF-8636"))
        << shown;
    in_.str(cmis::write_image_text(test::image_a()));
    EXPECT_EQ(run({"decode", "-"}), 0);
    EXPECT_TRUE(shown.ends_with("\n\n" + out_.str())) << shown;
}

TEST_F(CommandsTest, ShowSaysOfALinkWhoseModuleIsHeldBackThatItIs) {
    std::string& port = daemon_.ports["swp1"];
    const std::string state = R"("state": "up"})";
    port.replace(port.find(state), state.size(),
                 R"("state": "down", "module_power_mode": "low", "module_power_mode_policy": "auto"})");
    EXPECT_EQ(run({"show", "swp1"}), 0);
    EXPECT_NE(out_.str().find("Link            down, eth0, module in low power (policy auto)\n"), std::string::npos)
        << out_.str();
}

TEST_F(CommandsTest, ShowOfAnUnreadablePortHasItsAlertsAndExitsWithOne) {
    daemon_.memory_trouble = DaemonTrouble{Trouble::read_failed, "nothing"};
    EXPECT_EQ(run({"show", "swp2"}), 1);
    EXPECT_EQ(out_.str(), "swp2\n"
                          "State           unreadable, read 12 s ago, every 10 s by i2c-dev\n"
                          "Fault           nack, 3 in a row\n"
                          "Port runs       infiniband\n"
                          "\n"
                          "Verdicts\n"
                          "  protocol      mismatch\n"
                          "                It does not fit.\n"
                          "\n"
                          "Alerts\n"
                          "  warning   The module stopped answering.\n"
                          "            since 2026-11-30T12:00:00Z, 2 times\n"
                          "            nack\n"
                          "            Reseat it.\n"
                          "  critical  It is | of the wrong kind.\n"
                          "            since 2026-11-30T12:00:01Z\n");
}

TEST_F(CommandsTest, ShowTellsWhatTheBoardSaysOfTheCage) {
    daemon_.ports["swp2"] = R"({"port": "swp2", "state": "unreadable", "verdicts": [], "alerts": [],
        "cage": {"in_reset": true, "low_power": true, "temperature_celsius": 44.5, "temperature_source": "host"}})";
    EXPECT_EQ(run({"show", "swp2"}), 1);
    expect_out("Cage            held in reset, low power asked for, 44.5 C as the host measures\n");
}

TEST_F(CommandsTest, ShowWithoutLeaveToReadTheBytesPrintsWhatWasPublished) {
    daemon_.memory_trouble = DaemonTrouble{Trouble::denied, "access denied"};
    EXPECT_EQ(run({"show", "swp1"}), 0);
    expect_out("As the daemon published it, for its bytes could not be had: access denied\n"
               "form_factor: QSFP56\n");
    expect_out("connector: MPO 1x12\n"
               "monitors:\n"
               "  temperature_celsius: 41.25\n");
    expect_out("flags:\n"
               "  module: temperature_high_warning\n"
               "  lanes:\n"
               "    -\n"
               "      lane: 2\n"
               "      set: rx_los, rx_lol\n");
}

TEST_F(CommandsTest, ShowAsJsonIsTheTextOfTheDaemonOrAnArrayOfSeveral) {
    EXPECT_EQ(run({"show", "swp1", "--json"}), 0);
    EXPECT_EQ(out_.str(), std::string{test_daemon::swp1} + "\n");
    EXPECT_EQ(run({"show", "swp1", "swp2", "--json"}), 1);
    EXPECT_EQ(Json::parse(out_.str()),
              Json::parse("[" + std::string{test_daemon::swp1} + "," + std::string{test_daemon::swp2} + "]"));
}

TEST_F(CommandsTest, ShowGoesOnBehindAPortThatIsNotThere) {
    EXPECT_EQ(run({"show", "nothing", "swp10"}), 2);
    EXPECT_TRUE(out_.str().starts_with("swp10\nState           empty, every 1 s\n")) << out_.str();
}

// --- alerts, flags, config

TEST_F(CommandsTest, AlertsAreOrderedBySeverityAndTheirJsonHasTheKeysOfTheContractInOrder) {
    daemon_.alert_list = {{{"count", 1},
                           {"id", "a"},
                           {"lane", 3},
                           {"sentence", "Weak."},
                           {"severity", "warning"},
                           {"since", "2026-11-30T12:00:00Z"},
                           {"zebra", 1},
                           {"kind", "monitor"}},
                          {{"id", "b"}, {"sentence", "Broken."}, {"severity", "critical"}, {"remedy", "Replace it."}}};
    EXPECT_EQ(run({"alerts"}), 0);
    EXPECT_EQ(out_.str(), "critical  Broken.\n"
                          "          Replace it.\n"
                          "warning   Weak.\n"
                          "          since 2026-11-30T12:00:00Z\n");
    EXPECT_EQ(run({"alerts", "--json"}), 0);
    EXPECT_EQ(Json::parse(out_.str()).dump(),
              R"([{"id":"a","kind":"monitor","lane":3,"severity":"warning","since":"2026-11-30T12:00:00Z","count":1,)"
              R"("sentence":"Weak.","zebra":1},{"id":"b","severity":"critical","sentence":"Broken.",)"
              R"("remedy":"Replace it."}])");
}

TEST_F(CommandsTest, NoAlertsAreAWordAndAnEmptyArray) {
    EXPECT_EQ(run({"alerts"}), 0);
    EXPECT_EQ(out_.str(), "No alerts.\n");
    EXPECT_EQ(run({"alerts", "--json"}), 0);
    EXPECT_EQ(out_.str(), "[]\n");
}

TEST_F(CommandsTest, FlagsAreThoseSetNowAndHowOften) {
    EXPECT_EQ(run({"flags", "swp1"}), 0);
    EXPECT_EQ(out_.str(), "Set when last read\n"
                          "  module        temperature_high_warning\n"
                          "  lane 2        rx_los rx_lol\n"
                          "Came up, times\n"
                          "  rx_los    3\n"
                          "  tx_fault  1\n");
    EXPECT_EQ(run({"flags", "swp1", "--json"}), 0);
    EXPECT_EQ(Json::parse(out_.str()).dump(),
              R"({"port":"swp1","module":["temperature_high_warning"],"lanes":[{"lane":2,"set":["rx_los","rx_lol"]}],)"
              R"("counts":{"rx_los":3,"tx_fault":1}})");
}

TEST_F(CommandsTest, FlagsOfAnEmptyCageAreAnError) {
    EXPECT_EQ(run({"flags", "swp10"}), 1);
    EXPECT_EQ(error_.str(), "opticward: swp10: no module is known in it (empty)\n");
}

TEST_F(CommandsTest, ConfigSaysWhereEachValueStands) {
    daemon_.settings = {{{"file", "/etc/a.toml"}, {"key", "poll.interval_seconds"}, {"line", 4}, {"value", 10.0}},
                        {{"key", "log.level"}, {"value", "info"}}};
    EXPECT_EQ(run({"config"}), 0);
    EXPECT_EQ(out_.str(), "poll.interval_seconds  10.0                  /etc/a.toml:4\n"
                          "log.level              info                  default\n");
    EXPECT_EQ(run({"config", "--json"}), 0);
    EXPECT_EQ(Json::parse(out_.str()).dump(),
              R"([{"key":"poll.interval_seconds","value":10.0,"file":"/etc/a.toml","line":4},)"
              R"({"key":"log.level","value":"info"}])");
}

// --- dump

TEST_F(CommandsTest, ADumpInEveryFormDecodes) {
    for (const std::string form : {"text", "binary", "ethtool", "i2cdump", "sfputil"}) {
        EXPECT_EQ(run({"dump", "swp1", "--format", form}), 0) << error_.str();
        EXPECT_EQ(error_.str(), "");
        in_.clear();
        in_.str(out_.str());
        EXPECT_EQ(run({"decode", "-", "--json"}), 0) << form << error_.str();
        EXPECT_EQ(Json::parse(out_.str())["serial_number"], "TST0000001") << form;
        EXPECT_EQ(Json::parse(out_.str())["monitors"]["temperature_celsius"], 41.5) << form;
    }
}

TEST_F(CommandsTest, DumpAsJsonHasThePagesInHex) {
    EXPECT_EQ(run({"dump", "swp1", "--json"}), 0);
    const Json pages = Json::parse(out_.str())["pages"];
    ASSERT_EQ(pages.size(), 3U);
    EXPECT_EQ(pages[1]["page"], 0);
    EXPECT_EQ(pages[2]["page"], 3);
    EXPECT_EQ(pages[0]["lower"], true);
    EXPECT_TRUE(pages[0]["bytes"].get<std::string>().starts_with("110800"));
}

// --- watch

TEST_F(CommandsTest, WatchPrintsEachEventOnALine) {
    daemon_.events = {{{"event", "sweep"}, {"sentence", "3 ports."}},
                      {{"at", "2026-11-30T12:00:00Z"},
                       {"event", "raise"},
                       {"id", "x"},
                       {"port", "swp1"},
                       {"sentence", "Hot."},
                       {"severity", "warning"},
                       {"state", "raised"}},
                      {{"at", "2026-11-30T12:00:01Z"},
                       {"event", "state"},
                       {"port", "swp2"},
                       {"sentence", "It went."},
                       {"severity", "none"}}};
    EXPECT_EQ(run({"watch"}), 0);
    EXPECT_EQ(out_.str(), "2026-11-30T12:00:00Z  raise   warning   Hot.\n"
                          "2026-11-30T12:00:01Z  state             It went.\n");
    EXPECT_EQ(error_.str(), "opticward: watching; Ctrl-C ends it\n");
    EXPECT_EQ(daemon_.asked, "without end");
    EXPECT_EQ(run({"watch", "--json", "--seconds", "5", "swp1"}), 0);
    EXPECT_EQ(out_.str(), R"({"event":"raise","port":"swp1","at":"2026-11-30T12:00:00Z","severity":"warning",)"
                          R"("sentence":"Hot.","id":"x","state":"raised"})"
                          "\n");
    EXPECT_EQ(daemon_.asked, "5 s");
}

TEST_F(CommandsTest, WatchEndsAfterItsCount) {
    daemon_.events.assign(5, {{"event", "state"}, {"port", "swp1"}, {"sentence", "It went."}});
    EXPECT_EQ(run({"watch", "--count", "2", "--json"}), 0);
    EXPECT_EQ(std::ranges::count(out_.str(), '\n'), 2);
}

TEST_F(CommandsTest, WatchOfAnUnknownPortDoesNotWaitForIt) {
    EXPECT_EQ(run({"watch", "swp11"}), 2);
    EXPECT_EQ(error_.str(), "opticward: no port swp11; did you mean swp1, swp10 or swp2?\n");
}

// --- check

TEST_F(CommandsTest, CheckOfAGoodPortIsOkWithPerformanceData) {
    EXPECT_EQ(run({"check", "swp1"}), 0);
    EXPECT_EQ(out_.str(), "OPTICWARD OK - no alerts; 1 module in 1 port | 'swp1 temperature'=41.25;70;75 "
                          "'swp1 supply_voltage'=3.3;3.135:3.465;2.97:3.63 'swp1 rx_power_dbm'=-3.01 "
                          "'swp1 tx_power_dbm'=0\n");
}

TEST_F(CommandsTest, CheckHasTheWorstAlertFirstAndNoBarInItsText) {
    EXPECT_EQ(run({"check"}), 2);
    EXPECT_TRUE(out_.str().starts_with("OPTICWARD CRITICAL - 1 critical, 1 warning; 1 module in 3 ports; It is / of "
                                       "the wrong kind. | 'swp1 temperature'=41.25;70;75 "))
        << out_.str();
    EXPECT_TRUE(out_.str().ends_with("\nThe module stopped answering.\n")) << out_.str();
}

TEST_F(CommandsTest, CheckWarnsAndDoesNotKnow) {
    Json port = Json::parse(test_daemon::swp2);
    port["alerts"].erase(1);
    daemon_.ports["swp2"] = port.dump();
    EXPECT_EQ(run({"check"}), 1);
    EXPECT_TRUE(out_.str().starts_with("OPTICWARD WARNING - 0 critical, 1 warning;")) << out_.str();
    daemon_.ports["swp10"] = R"({"port": "swp10", "state": "no_access"})";
    EXPECT_EQ(run({"check", "swp10"}), 3);
    EXPECT_EQ(out_.str(), "OPTICWARD UNKNOWN - 0 critical, 0 warning; 0 modules in 1 port; swp10 is no_access.\n");
    EXPECT_EQ(run({"check", "swp1", "swp99"}), 3);
    EXPECT_EQ(out_.str(), "OPTICWARD UNKNOWN - no port swp99; did you mean swp1, swp2 or swp10?\n");
    EXPECT_EQ(run({"check", "--wrong"}), 3);
}

TEST_F(CommandsTest, CheckEscapesLabelsForThePlugin) {
    Json port = Json::parse(test_daemon::swp1);
    port["port"] = "o'ne=1";
    daemon_.ports["swp1"] = port.dump();
    EXPECT_EQ(run({"check", "o'ne=1"}), 0);
    expect_out("'o''ne_1 temperature'=41.25;70;75 ");
}

TEST_F(CommandsTest, CheckAsJsonHasTheSameNumbers) {
    EXPECT_EQ(run({"check", "swp1", "--json"}), 0);
    const Json answer = Json::parse(out_.str());
    EXPECT_EQ(answer["status"], 0);
    EXPECT_EQ(answer["text"], "OPTICWARD OK - no alerts; 1 module in 1 port");
    EXPECT_EQ(answer["performance"]["swp1 supply_voltage"].dump(),
              R"({"value":3.3,"warning":{"low":3.135,"high":3.465},"critical":{"low":2.97,"high":3.63}})");
}

// --- asking for something

TEST_F(CommandsTest, ControlCommandsSayWhatWasDone) {
    EXPECT_EQ(run({"pause", "swp1", "60"}), 0);
    EXPECT_EQ(daemon_.asked, "pause swp1 60");
    EXPECT_EQ(out_.str(), "swp1 is left alone for 60 s; opticward pause swp1 0 ends that.\n");
    EXPECT_EQ(run({"pause", "swp1", "0", "--json"}), 0);
    EXPECT_EQ(Json::parse(out_.str()), Json::parse(R"({"port": "swp1", "paused_seconds": 0})"));
    EXPECT_EQ(run({"refresh", "swp1"}), 0);
    EXPECT_EQ(daemon_.asked, "refresh swp1");
    EXPECT_EQ(run({"rescan"}), 0);
    EXPECT_EQ(daemon_.asked, "rescan");
    EXPECT_EQ(run({"reload"}), 0);
    EXPECT_EQ(daemon_.asked, "reload");
}

TEST_F(CommandsTest, AConfigurationThatIsWrongExitsWithTwoAndSaysWhere) {
    daemon_.trouble = DaemonTrouble{Trouble::invalid_configuration, "/etc/a.toml:3: poll.x: unknown key"};
    EXPECT_EQ(run({"reload"}), 2);
    EXPECT_EQ(error_.str(), "opticward: /etc/a.toml:3: poll.x: unknown key\n");
}

TEST_F(CommandsTest, VersionIsOfBothAndGoodWithoutADaemon) {
    EXPECT_EQ(run({"version"}), 0);
    EXPECT_TRUE(out_.str().ends_with("\nopticwardd 9.8.7\n")) << out_.str();
    daemon_.trouble = DaemonTrouble{Trouble::not_running, "opticwardd does not run"};
    EXPECT_EQ(run({"version"}), 0);
    EXPECT_TRUE(out_.str().ends_with("\nopticwardd does not run\n")) << out_.str();
    EXPECT_EQ(run({"version", "--json"}), 0);
    EXPECT_FALSE(Json::parse(out_.str()).contains("opticwardd"));
}

}  // namespace
}  // namespace opticward::daemon::cli
