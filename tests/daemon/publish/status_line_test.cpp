#include "daemon/publish/status_line.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;

Alert alert(std::string port, std::string kind, Severity severity, std::string monitor = "") {
    Alert made;
    made.port = std::move(port);
    made.kind = std::move(kind);
    made.severity = severity;
    made.monitor = std::move(monitor);
    return made;
}

Board board_of(std::size_t ports, std::size_t present, const std::vector<Alert>& alerts = {}) {
    Board board;
    for (std::size_t i = 0; i < ports; ++i) {
        PortSnapshot port;
        port.state = i < present ? PortState::ok : PortState::empty;
        if (i == 0) port.alerts = alerts;
        board.ports.push_back(std::make_shared<const PortSnapshot>(std::move(port)));
    }
    return board;
}

TEST(StatusLineTest, CountsPortsModulesAndAlerts) {
    EXPECT_EQ(status_line(board_of(32, 28,
                                   {alert("swp7", "monitor", Severity::critical, "rx_power"),
                                    alert("swp9", "link_mode_mismatch", Severity::warning)}),
                          true, std::nullopt),
              "32 ports, 28 present, 2 alerts (swp7 rx_power, swp9 link_mode_mismatch)");
}

TEST(StatusLineTest, SaysSoWhenAllIsWell) {
    EXPECT_EQ(status_line(board_of(1, 1), true, std::nullopt), "1 port, 1 present, 0 alerts");
    EXPECT_EQ(status_line({}, true, std::nullopt), "0 ports, 0 present, 0 alerts");
}

TEST(StatusLineTest, BeforeTheFirstSweepNothingIsClaimed) {
    EXPECT_EQ(status_line(board_of(32, 3), false, std::nullopt), "Looking at 32 ports for the first time");
}

TEST(StatusLineTest, TheWorstComesFirstAndThreeAreNamed) {
    EXPECT_EQ(status_line(board_of(8, 8,
                                   {alert("swp1", "checksum", Severity::info), alert("swp2", "read", Severity::warning),
                                    alert("swp3", "presence", Severity::warning),
                                    alert("swp4", "monitor", Severity::critical, "temperature")}),
                          true, std::nullopt),
              "8 ports, 8 present, 4 alerts (swp4 temperature, swp2 read, swp3 presence, ...)");
}

TEST(StatusLineTest, TheLanesOfAPortAreNamedOnce) {
    const Alert dark = alert("swp7", "monitor", Severity::critical, "rx_power");
    EXPECT_EQ(status_line(board_of(1, 1, {dark, dark, dark, dark}), true, std::nullopt),
              "1 port, 1 present, 4 alerts (swp7 rx_power)");
}

TEST(StatusLineTest, SaysWhenTheNextPollIs) {
    EXPECT_EQ(status_line(board_of(2, 0), true, WallTime{1'796'040'010s}),
              "2 ports, 0 present, 0 alerts; next poll 12:00:10");
}

TEST(StatusLineTest, ANameMakesNoLineAndHasABound) {
    const std::string line = status_line(
        board_of(1, 1, {alert("a\nREADY=1" + std::string(1000, 'x'), "read", Severity::warning)}), true, std::nullopt);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_LT(line.size(), 100);
}

}  // namespace
}  // namespace opticward::daemon
