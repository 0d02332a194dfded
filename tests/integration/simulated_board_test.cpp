// The board that `./dev run` shows, two minutes of it in virtual time: the log tells each of its stories once and is
// silent about every healthy port.
#include "tests/integration/virtual_board.h"

#include <gtest/gtest.h>
#include <regex>
#include <set>

namespace opticward::test {
namespace {

using namespace std::chrono_literals;

config::Settings shipped_board() {
    auto settings = config::load(OPTICWARD_SOURCE_DIR "/config/boards/simulated.toml");
    if (!settings) {
        throw std::runtime_error{text(settings.error().at(0))};
    }
    return *settings;
}

class SimulatedBoardTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        shared_board = std::make_unique<VirtualBoard>(shipped_board());
        shared_board->run(120s);
    }
    static void TearDownTestSuite() { shared_board.reset(); }

    static std::unique_ptr<VirtualBoard> shared_board;
};
std::unique_ptr<VirtualBoard> SimulatedBoardTest::shared_board;

std::size_t count(const std::string& text, std::string_view words) {
    std::size_t found = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
        ++found;
    }
    return found;
}

TEST_F(SimulatedBoardTest, HasThirtyTwoCagesAndOneIsEmpty) {
    const std::string text = shared_board->metrics();
    const auto cages = [&](const char* value) {
        const std::regex sample{std::string{"\ntransceiver_present\\{port=\"swp[0-9]+\"\\} "} + value + "(?=\n)"};
        return std::distance(std::sregex_iterator{text.begin(), text.end(), sample}, {});
    };
    EXPECT_EQ(cages("1"), 31);
    EXPECT_EQ(cages("0"), 1);
}

TEST_F(SimulatedBoardTest, TellsEachKindOfMismatchOnce) {
    EXPECT_EQ(shared_board->logged({"event=raise", "kind=link_mode_mismatch"}).size(), 2U);
    EXPECT_EQ(shared_board->logged({"event=raise", "reason=ib_module_in_ethernet_port"}).size(), 1U);
    EXPECT_EQ(shared_board->logged({"event=raise", "reason=ethernet_module_in_ib_port"}).size(), 1U);
    EXPECT_EQ(count(shared_board->metrics(), "\ntransceiver_link_mode_mismatch{port="), 31U);
}

TEST_F(SimulatedBoardTest, TellsTheHotModulesWarningAlarmAndRecovery) {
    const std::vector<std::string> lines = shared_board->logged({"port=swp2 ", "monitor=temperature"});
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_TRUE(lines[0].contains("event=raise port=swp2 severity=warning")) << lines[0];
    EXPECT_TRUE(lines[1].contains("event=raise port=swp2 severity=critical")) << lines[1];
    EXPECT_TRUE(lines[2].contains("event=clear port=swp2")) << lines[2];
}

TEST_F(SimulatedBoardTest, TellsTheDarkLaneByItsPowerAndItsFlag) {
    EXPECT_EQ(shared_board->logged({"event=raise", "port=swp3 ", "lane=3", "monitor=rx_power", "bound=low"}).size(),
              1U);
    EXPECT_EQ(shared_board->logged({"event=raise", "port=swp3 ", "lane=3", "flag=rx_los"}).size(), 1U);
}

TEST_F(SimulatedBoardTest, TellsTheSwapAsARemovalAndAnInsertion) {
    const std::vector<std::string> lines = shared_board->logged({"port=swp29 "});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0].contains("event=remove port=swp29") && lines[0].contains("serial=SIM0000029")) << lines[0];
    EXPECT_TRUE(lines[1].contains("event=insert port=swp29") && lines[1].contains("serial=SIM0000033")) << lines[1];
}

TEST_F(SimulatedBoardTest, TellsTheSilentModuleAndItsReturn) {
    const std::vector<std::string> lines = shared_board->logged({"port=swp22 "});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0].contains("event=raise") && lines[0].contains("kind=read reason=nack")) << lines[0];
    EXPECT_TRUE(lines[1].contains("event=clear") && lines[1].contains("kind=read")) << lines[1];
}

TEST_F(SimulatedBoardTest, SaysNothingAboutHealthyPorts) {
    const std::set<std::string> with_a_story{"swp2", "swp3", "swp4", "swp22", "swp23", "swp26", "swp29"};
    const std::regex port_field{" port=(\\S+)"};
    for (const std::string& line : shared_board->log()) {
        std::smatch match;
        if (std::regex_search(line, match, port_field)) {
            EXPECT_TRUE(with_a_story.contains(match[1])) << line;
        }
    }
}

TEST(ScriptTest, TheLogFollowsAChangedScript) {
    config::Settings settings = shipped_board();
    const auto port_named = [&](std::string_view name) -> drivers::PortDescription& {
        for (config::BusSettings& bus : settings.buses) {
            for (drivers::PortDescription& port : bus.description.ports) {
                if (port.name == name) {
                    return port;
                }
            }
        }
        throw std::runtime_error{"no such port"};
    };
    // The hot module's story moves from swp2 to swp1, and swp1 is pulled at 60 s.
    port_named("swp1").script = port_named("swp2").script;
    port_named("swp2").script.clear();
    port_named("swp1").script.push_back({.at = 60s, .every = {}, .action = drivers::Remove{}});
    VirtualBoard board{settings};
    board.run(90s);
    EXPECT_TRUE(board.logged({"port=swp2 "}).empty());
    EXPECT_EQ(board.logged({"event=raise", "port=swp1 ", "monitor=temperature"}).size(), 2U);
    EXPECT_EQ(board.logged({"event=remove", "port=swp1 "}).size(), 1U);
    EXPECT_TRUE(board.metrics().contains("transceiver_present{port=\"swp1\"} 0\n"));
}

}  // namespace
}  // namespace opticward::test
