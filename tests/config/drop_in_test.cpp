// conf.d/*.toml beside the configuration file.
#include "tests/config/settings_folder.h"

#include <chrono>

namespace opticward::test {

using config::MissingFile;
using std::chrono::milliseconds;

namespace {

constexpr std::string_view bus = "[[bus]]\nname = \"mux0\"\ndriver = \"i2c-dev\"\npath = \"i2c-1\"\n";

std::string port(std::string_view name) {
    return "[[port]]\nname = \"" + std::string{name} + "\"\nbus = \"mux0\"\n";
}

class DropInTest : public SettingsFolder {};

}  // namespace

TEST_F(DropInTest, ALaterFileWinsKeyByKey) {
    write("opticward.toml", "[poll]\ninterval_seconds = 5\nstale_periods = 7\n[log]\nlevel = \"debug\"\n");
    write("conf.d/20.toml", "[poll]\ninterval_seconds = 20\n");
    write("conf.d/10.toml", "[poll]\ninterval_seconds = 15\npresence_seconds = 2\n");
    const auto settings = good();
    EXPECT_EQ(settings.poll.interval, milliseconds{20'000});
    EXPECT_EQ(settings.poll.presence, milliseconds{2000});
    EXPECT_EQ(settings.poll.stale_periods, 7U);
    EXPECT_EQ(settings.log_level, config::LogLevel::debug);
}

TEST_F(DropInTest, TablesInsideTablesMergeToo) {
    write("opticward.toml", "[judge.hysteresis]\ntemperature_celsius = 3\ntx_bias_ratio = 0.1\n");
    write("conf.d/10.toml", "[judge]\nhysteresis.temperature_celsius = 4\n");
    const auto settings = good();
    EXPECT_EQ(settings.judge.temperature_hysteresis_celsius, 4.0);
    EXPECT_EQ(settings.judge.tx_bias_hysteresis_ratio, 0.1);
}

TEST_F(DropInTest, BusesAndPortsAddUpInTheOrderOfTheFiles) {
    write("opticward.toml", std::string{bus} + port("swp1"));
    write("conf.d/20.toml", port("swp3"));
    write("conf.d/10.toml", port("swp2") + "[[bus]]\nname = \"mux1\"\ndriver = \"i2c-dev\"\n");
    const auto settings = good();
    ASSERT_EQ(settings.ports.size(), 3U);
    EXPECT_EQ(settings.ports[0].name, "swp1");
    EXPECT_EQ(settings.ports[1].name, "swp2");
    EXPECT_EQ(settings.ports[2].name, "swp3");
    ASSERT_EQ(settings.buses.size(), 2U);
    EXPECT_EQ(settings.buses[0].ports, (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(settings.buses[1].description.name, "mux1");
}

TEST_F(DropInTest, APortMayNameABusOfALaterFile) {
    write("opticward.toml", port("swp1"));
    write("conf.d/10.toml", bus);
    EXPECT_EQ(good().buses.at(0).ports, std::vector<std::size_t>{0});
}

TEST_F(DropInTest, ABusTakesTheIntervalOfALaterFile) {
    write("opticward.toml", bus);
    write("conf.d/10.toml", "[poll]\ninterval_seconds = 42\n");
    EXPECT_EQ(good().buses.at(0).interval, milliseconds{42'000});
}

TEST_F(DropInTest, RelativePathsStartFromTheFolderOfTheirOwnFile) {
    write("opticward.toml", bus);
    write("conf.d/10.toml", port("swp1") + "presence = { path = \"present1\" }\n");
    const auto settings = good();
    EXPECT_EQ(settings.buses.at(0).description.ports.at(0).presence->path, (folder_ / "conf.d/present1").string());
}

TEST_F(DropInTest, HiddenFilesAndOtherNamesAreNotRead) {
    write("opticward.toml", "");
    for (const char* name : {"conf.d/.10.toml", "conf.d/10.toml~", "conf.d/10.toml.dpkg-old", "conf.d/README"}) {
        write(name, "no TOML\n");
    }
    write("conf.d/10.toml", "");
    EXPECT_EQ(good().files,
              (std::vector<std::filesystem::path>{folder_ / "opticward.toml", folder_ / "conf.d/10.toml"}));
}

TEST_F(DropInTest, TheDefaultFileMayBeMissing) {
    const auto settings = good(MissingFile::fine);
    EXPECT_EQ(settings.poll, config::PollSettings{});
    EXPECT_EQ(settings.file, folder_ / "opticward.toml");
    EXPECT_TRUE(settings.files.empty());
}

TEST_F(DropInTest, DropInsStandWithoutTheDefaultFile) {
    write("conf.d/10.toml", std::string{bus} + port("swp1"));
    EXPECT_EQ(good(MissingFile::fine).ports.size(), 1U);
}

TEST_F(DropInTest, AFileThatSomebodyNamedMayNotBeMissing) {
    write("conf.d/10.toml", bus);
    EXPECT_EQ(problems(),
              std::vector<std::string>{"opticward.toml: does not exist, expected a configuration file in TOML"});
}

TEST_F(DropInTest, ADefaultFileThatIsALinkToNowhereIsAProblem) {
    std::filesystem::create_symlink("nowhere", folder_ / "opticward.toml");
    EXPECT_EQ(problems(MissingFile::fine),
              std::vector<std::string>{"opticward.toml: does not exist, expected a configuration file in TOML"});
}

TEST_F(DropInTest, TwoHundredAndFiftySixFilesAreRead) {
    write("opticward.toml", "");
    for (unsigned number = 0; number < 256; ++number) {
        write("conf.d/" + std::to_string(number) + ".toml", "");
    }
    EXPECT_EQ(good().files.size(), 257U);
}

TEST_F(DropInTest, APortIsNotBlamedForABusInAFileThatIsBroken) {
    write("opticward.toml", std::string{bus} + "[[\n");
    write("conf.d/10.toml", port("swp1"));
    const auto lines = problems();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].substr(0, 17), "opticward.toml:5:");
}

}  // namespace opticward::test
