// Scripts of simulated ports, and the board that is shipped.
#include "cmis/codec.h"
#include "cmis/protocol.h"
#include "config/settings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace opticward::test {

using cmis::lower;
using std::chrono::milliseconds;

namespace {

constexpr std::string_view module_text = R"(
identifier = "QSFP28 or later"
revision_compliance = 8
vendor_name = "EXAMPLE"
serial_number = "TST1"
connector = "MPO 1x12"
media = "850 nm VCSEL"
compliance = ["200GBASE-SR4"]
power_class = 7
[monitors]
temperature_celsius = 40.0
supply_voltage_volts = 3.3
lanes = [
    { lane = 1, rx_power_watts = 0.001 },
    { lane = 2, rx_power_watts = 0.0 },
    { lane = 3, rx_power_watts = 0.001 },
]
)";

std::filesystem::path shipped(std::string_view name) {
    return std::filesystem::path{OPTICWARD_SOURCE_DIR} / "config" / name;
}

class BoardTest : public testing::Test {
public:
    BoardTest() {
        std::string name = testing::TempDir() + "opticward_board_XXXXXX";
        folder_ = mkdtemp(name.data());
        std::ofstream{folder_ / "module.toml"} << module_text;
    }
    ~BoardTest() override {
        std::error_code error;
        std::filesystem::remove_all(folder_, error);
    }

protected:
    // The one port of a board with that bus and that port; nothing when there was a problem.
    drivers::PortDescription port(std::string_view bus_keys, std::string_view port_keys) const {
        std::ofstream{folder_ / "board.toml"} << "[[bus]]\nname = \"a\"\ndriver = \"simulated\"\n"
                                              << bus_keys << "\n[[port]]\nname = \"swp1\"\nbus = \"a\"\n"
                                              << port_keys << "\n";
        const auto settings = config::load(folder_ / "board.toml");
        if (!settings) {
            ADD_FAILURE() << config::text(settings.error().at(0));
            return {};
        }
        return settings->buses.at(0).description.ports.at(0);
    }

    std::filesystem::path folder_;
};

// The byte that a patch writes there.
std::optional<std::uint8_t> patched(const drivers::ScriptStep& step, cmis::Location at) {
    const auto* patch = std::get_if<drivers::PatchBytes>(&step.action);
    if (patch == nullptr) {
        return std::nullopt;
    }
    const auto found = std::ranges::find(patch->bytes, at, [](const auto& byte) { return byte.first; });
    return found == patch->bytes.end() ? std::nullopt : std::optional{found->second};
}

}  // namespace

TEST_F(BoardTest, APortHasTheModuleOfItsDescription) {
    const auto description = port("", "source = \"module.toml\"");
    EXPECT_TRUE(description.inserted);
    EXPECT_EQ(description.image.byte(lower(0)), 0x11);
    EXPECT_EQ(description.image.byte(lower(22)), 0x28);  // 40 C
    EXPECT_EQ(cmis::decode(description.image).identity.serial_number, "TST1");
}

TEST_F(BoardTest, APortCanChangeItsModule) {
    const auto description = port("", "source = \"module.toml\"\nmodule = { serial_number = \"TST2\" }");
    EXPECT_EQ(cmis::decode(description.image).identity.serial_number, "TST2");
    EXPECT_EQ(cmis::decode(description.image).identity.vendor_name, "EXAMPLE");
}

TEST_F(BoardTest, APortWithoutASourceIsAnEmptyCage) {
    const auto description = port("", "");
    EXPECT_FALSE(description.inserted);
    EXPECT_TRUE(description.image.empty());
}

TEST_F(BoardTest, ASetBecomesTheBytesThatItChanges) {
    const auto description = port("", R"(source = "module.toml"
[[port.script]]
at = 15.5
every = 60
action = { set = { monitors.temperature_celsius = 70.5 } })");
    ASSERT_EQ(description.script.size(), 1U);
    EXPECT_EQ(description.script[0].at, milliseconds{15'500});
    EXPECT_EQ(description.script[0].every, milliseconds{60'000});
    EXPECT_EQ(patched(description.script[0], lower(22)), 0x46);
    EXPECT_EQ(patched(description.script[0], lower(23)), 0x80);
    EXPECT_FALSE(patched(description.script[0], lower(26)));
}

TEST_F(BoardTest, ASetBackToTheDescriptionsValueWritesItsBytesToo) {
    const auto description = port("", R"(source = "module.toml"
[[port.script]]
at = 1
action = { set = { monitors.temperature_celsius = 70.5 } }
[[port.script]]
at = 2
action = { set = { monitors.temperature_celsius = 40.0 } })");
    ASSERT_EQ(description.script.size(), 2U);
    EXPECT_EQ(patched(description.script[1], lower(22)), 0x28);
    EXPECT_EQ(patched(description.script[1], lower(23)), 0x00);
}

TEST_F(BoardTest, ASetOfOneLaneLeavesTheOthersAlone) {
    const auto description = port("", R"(source = "module.toml"
[[port.script]]
at = 1
action = { set = { monitors.lanes = [{ lane = 3, rx_power_watts = 0.0 }] } })");
    ASSERT_EQ(description.script.size(), 1U);
    EXPECT_EQ(patched(description.script[0], lower(38)), 0x00);
    EXPECT_FALSE(patched(description.script[0], lower(34)));
}

TEST_F(BoardTest, ASetThatLastsIsMadeAgainAndAgain) {
    const auto description = port("", R"(source = "module.toml"
[[port.script]]
at = 10
action = { set = { flags.module = ["temperature_high_alarm"] }, for_seconds = 2 })");
    ASSERT_EQ(description.script.size(), 4U);
    EXPECT_EQ(description.script[3].at, milliseconds{11'500});
    EXPECT_EQ(patched(description.script[3], lower(6)), 0x80);
}

TEST_F(BoardTest, OtherActionsAreTakenAsTheyAre) {
    const auto description = port("", R"(source = "module.toml"
[[port.script]]
at = 1
action = "remove"
[[port.script]]
at = 2
action = "insert"
[[port.script]]
at = 3
action = { fail = "page_residue", for_seconds = 1.5 }
[[port.script]]
at = 4
action = { swap = "module.toml", module = { serial_number = "TST9" } })");
    ASSERT_EQ(description.script.size(), 4U);
    EXPECT_TRUE(std::holds_alternative<drivers::Remove>(description.script[0].action));
    EXPECT_TRUE(std::holds_alternative<drivers::Insert>(description.script[1].action));
    EXPECT_EQ(std::get<drivers::InjectFault>(description.script[2].action),
              (drivers::InjectFault{drivers::SimulatedFault::page_residue, milliseconds{1500}}));
    EXPECT_EQ(cmis::decode(std::get<drivers::Replace>(description.script[3].action).image).identity.serial_number,
              "TST9");
}

// 0.5 C is 128 steps of 1/256 C; lane 2 is dark and stays so.
TEST_F(BoardTest, ValuesWanderAboutWhatTheDescriptionSays) {
    const auto description =
        port("wander = { temperature_celsius = 0.5, rx_power_watts = 0.00001, period_seconds = 10 }",
             "source = \"module.toml\"");
    std::vector<drivers::Wander> wanders;
    wanders.reserve(description.script.size());
    for (const auto& step : description.script) {
        wanders.push_back(std::get<drivers::Wander>(step.action));
    }
    ASSERT_EQ(wanders.size(), 3U);
    EXPECT_EQ(wanders[0],
              (drivers::Wander{.location = lower(22), .width = 2, .amplitude = 128, .period = milliseconds{10'000}}));
    EXPECT_EQ(wanders[1].location, lower(34));
    EXPECT_EQ(wanders[1].amplitude, 100U);
    EXPECT_EQ(wanders[2].location, lower(38));
}

TEST(ShippedConfigurationTest, TheDocumentedDefaultChangesNothing) {
    const auto settings = config::load(shipped("opticward.toml"));
    ASSERT_TRUE(settings) << config::text(settings.error().at(0));
    EXPECT_EQ(settings->poll, config::PollSettings{});
    EXPECT_EQ(settings->judge, config::JudgeSettings{});
    EXPECT_EQ(settings->listen, config::ListenAddress{});
    EXPECT_TRUE(settings->ports.empty());
}

// What stands behind a # is the default: with the # gone, nothing changes.
TEST(ShippedConfigurationTest, TheDocumentedDefaultsAreTheDefaults) {
    std::ifstream stream{shipped("opticward.toml")};
    std::string text;
    for (std::string line; std::getline(stream, line) && !line.starts_with("# One I2C bus");) {
        const bool is_key = line.starts_with("# ") && line.find(" = ") != std::string::npos;
        text += (is_key ? line.substr(2) : line) + "\n";
    }
    const auto file = std::filesystem::path{testing::TempDir()} / "opticward_documented_defaults.toml";
    std::ofstream{file} << text;
    const auto settings = config::load(file);
    ASSERT_TRUE(settings) << config::text(settings.error().at(0));
    EXPECT_NE(text.find("\nlisten = "), std::string::npos);
    EXPECT_NE(text.find("\ntemperature_celsius = "), std::string::npos);
    EXPECT_EQ(settings->poll, config::PollSettings{});
    EXPECT_EQ(settings->judge, config::JudgeSettings{});
    EXPECT_EQ(settings->listen, config::ListenAddress{});
    EXPECT_EQ(settings->log_level, config::LogLevel::info);
}

class SimulatedBoardTest : public testing::Test {
protected:
    SimulatedBoardTest() : settings_{config::load(shipped("boards/simulated.toml"))} {}

    void SetUp() override {
        for (const auto& problem : settings_ ? std::vector<config::SettingsProblem>{} : settings_.error()) {
            ADD_FAILURE() << config::text(problem);
        }
        ASSERT_TRUE(settings_);
    }
    // The module in a port, by the port's number from 1.
    cmis::Module module(std::size_t number) const {
        const auto& bus = settings_->buses.at((number - 1) / 8);
        return cmis::decode(bus.description.ports.at((number - 1) % 8).image);
    }

    std::expected<config::Settings, std::vector<config::SettingsProblem>> settings_;
};

TEST_F(SimulatedBoardTest, HasThirtyTwoPortsOnFourBuses) {
    EXPECT_EQ(settings_->ports.size(), 32U);
    ASSERT_EQ(settings_->buses.size(), 4U);
    for (const auto& bus : settings_->buses) {
        EXPECT_EQ(bus.description.ports.size(), 8U);
        EXPECT_EQ(bus.description.clock_hertz, 400'000U);
        EXPECT_EQ(bus.interval, milliseconds{1000});
    }
}

TEST_F(SimulatedBoardTest, HasOneEmptyCage) {
    std::vector<std::string> empty;
    for (const auto& bus : settings_->buses) {
        for (const auto& port : bus.description.ports) {
            if (!port.inserted) {
                empty.push_back(port.name);
            }
        }
    }
    EXPECT_EQ(empty, std::vector<std::string>{"swp30"});
}

TEST_F(SimulatedBoardTest, HasBothMemoryMapsAndEightLanes) {
    EXPECT_EQ(module(1).memory_model, cmis::MemoryModelId::sff8636);
    EXPECT_EQ(module(1).identity.part_number, "SIM-200G-SR4");
    EXPECT_EQ(module(5).identity.part_number, "SIM-200G-DR4");
    EXPECT_EQ(module(6).identity.part_number, "SIM-200G-FR4");
    EXPECT_EQ(module(7).identity.part_number, "SIM-200G-LR4");
    EXPECT_EQ(module(11).memory_model, cmis::MemoryModelId::cmis);
    EXPECT_EQ(module(11).identity.part_number, "SIM-200C-FR4");
    EXPECT_EQ(module(13).identity.part_number, "SIM-400G-SR8");
    EXPECT_EQ(module(13).live.lanes[7].rx_power, cmis::Watts{0.0011});
    EXPECT_EQ(module(15).identity.part_number, "SIM-100G-SR4");
}

TEST_F(SimulatedBoardTest, ExactlyTwoPortsHaveAModuleOfTheOtherProtocol) {
    std::vector<std::string> mismatches;
    for (std::size_t number = 1; number <= 32; ++number) {
        const auto declared = cmis::declare(module(number));
        const bool infiniband = declared[cmis::Protocol::infiniband].declared;
        const bool ethernet = declared[cmis::Protocol::ethernet].declared;
        const auto& port = settings_->ports[number - 1];
        const bool runs_infiniband = port.protocol == drivers::LinkLayer::infiniband;
        if ((infiniband || ethernet) && !(runs_infiniband ? infiniband : ethernet)) {
            mismatches.push_back(port.name);
        }
    }
    EXPECT_EQ(mismatches, (std::vector<std::string>{"swp23", "swp26"}));
}

TEST_F(SimulatedBoardTest, OneModuleHasAWrongChecksum) {
    std::vector<std::string> wrong;
    for (const auto& bus : settings_->buses) {
        for (const auto& port : bus.description.ports) {
            const auto checksums = cmis::checksums(cmis::decode(port.image).memory_model, port.image);
            if (std::ranges::any_of(checksums, [](const auto& it) { return it.state == cmis::ChecksumState::bad; })) {
                wrong.push_back(port.name);
            }
        }
    }
    EXPECT_EQ(wrong, std::vector<std::string>{"swp4"});
}

TEST_F(SimulatedBoardTest, NoTwoModulesHaveOneSerialNumber) {
    std::vector<std::string> serials;
    for (std::size_t number = 1; number <= 32; ++number) {
        if (number != 30) {
            serials.push_back(module(number).identity.serial_number);
        }
    }
    std::ranges::sort(serials);
    EXPECT_TRUE(std::ranges::adjacent_find(serials) == serials.end());
    EXPECT_EQ(serials.size(), 31U);
}

}  // namespace opticward::test
