#include "cmis/image.h"
#include "daemon/cli/commands.h"
#include "tests/support/module_images.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace opticward::daemon::cli {
namespace {

using Json = nlohmann::json;

// The program with streams of the test and files in a folder of its own.
class CliTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::path{testing::TempDir()} / (std::string{"opticward_cli_"} + test->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    std::string write(const std::string& name, std::string_view content) const {
        std::ofstream{path(name), std::ios::binary} << content;
        return path(name);
    }
    std::string write_image(const std::string& name, const cmis::MemoryMap& memory) const {
        return write(name, cmis::write_image_text(memory));
    }

    int run(const std::vector<std::string>& words, bool colour = false) {
        out_.str("");
        error_.str("");
        Console console{in_, out_, error_, colour};
        return cli::run(words, console, [](const auto&) -> Answer<std::unique_ptr<DaemonClient>> {
            return std::unexpected{DaemonTrouble{Trouble::no_bus, "no bus in this test"}};
        });
    }

    std::filesystem::path folder_;
    std::istringstream in_;
    std::ostringstream out_;
    std::ostringstream error_;
};

TEST_F(CliTest, OneImageIsOneObject) {
    EXPECT_EQ(run({"decode", write_image("a.txt", test::image_a()), "--json"}), 0);
    const Json module = Json::parse(out_.str());
    EXPECT_EQ(module["vendor_name"], "EXAMPLE OPTICS");
    EXPECT_EQ(module["monitors"]["temperature_celsius"], 41.5);
    EXPECT_EQ(module["readable"], true);
    EXPECT_FALSE(module.contains("file"));
}

TEST_F(CliTest, SeveralImagesAreAnArrayWithTheirFiles) {
    const std::string a = write_image("a.txt", test::image_a());
    const std::string c = write_image("c.txt", test::image_c());
    EXPECT_EQ(run({"decode", "--json", a, c}), 0);
    const Json modules = Json::parse(out_.str());
    ASSERT_EQ(modules.size(), 2U);
    EXPECT_EQ(modules[0]["file"], a);
    EXPECT_EQ(modules[1]["memory_model"], "CMIS");
}

TEST_F(CliTest, ErasedImageIsUnreadableAndExitsWithOne) {
    EXPECT_EQ(run({"decode", "--json", write("ff.bin", std::string(256, '\xFF'))}), 1);
    const Json module = Json::parse(out_.str());
    EXPECT_EQ(module["readable"], false);
    EXPECT_TRUE(module["reason"].is_string());
}

TEST_F(CliTest, SfpSaysThatItIsNotDecodedYet) {
    std::string content(256, '\0');
    content[0] = '\x03';
    content[1] = '\x04';
    EXPECT_EQ(run({"decode", "--json", write("sfp.bin", content)}), 1);
    EXPECT_EQ(Json::parse(out_.str())["reason"], "SFF-8472 not decoded yet");
}

TEST_F(CliTest, FileThatCannotBeReadExitsWithTwoAndTheOthersAreShown) {
    const std::string a = write_image("a.txt", test::image_a());
    EXPECT_EQ(run({"decode", "--json", a, path("missing.txt"), write("ff.bin", std::string(256, '\xFF'))}), 2);
    EXPECT_EQ(Json::parse(out_.str()).size(), 2U);
    EXPECT_EQ(error_.str(), "opticward: " + path("missing.txt") + ": cannot be opened: No such file or directory\n");
}

TEST_F(CliTest, FileThatCannotBeParsedNamesItsLine) {
    const std::string file = write("bad.txt", "[lower]\n00: 11 08 zz\n");
    EXPECT_EQ(run({"decode", file}), 2);
    EXPECT_TRUE(error_.str().starts_with("opticward: " + file + ":2:")) << error_.str();
    EXPECT_EQ(error_.str().find('\n'), error_.str().size() - 1);
    EXPECT_EQ(out_.str(), "");
}

TEST_F(CliTest, FileThatIsTooLargeIsRefused) {
    EXPECT_EQ(run({"decode", write("large.bin", std::string(1024 * 1024 + 1, '\0'))}), 2);
    EXPECT_NE(error_.str().find("larger than 1 MiB"), std::string::npos);
}

TEST_F(CliTest, FolderIsNoImage) {
    EXPECT_EQ(run({"decode", folder_.string()}), 2);
    EXPECT_NE(error_.str().find("is a folder"), std::string::npos);
}

TEST_F(CliTest, DashIsStandardInput) {
    in_.str(cmis::write_image_text(test::image_a()));
    EXPECT_EQ(run({"decode", "-", "--json"}), 0);
    EXPECT_EQ(Json::parse(out_.str())["serial_number"], "TST0000001");
}

TEST_F(CliTest, TextShowsEachMonitorWithItsLimitsOnOneLine) {
    EXPECT_EQ(run({"decode", write_image("a.txt", test::image_a())}), 0);
    const std::string text = out_.str();
    EXPECT_NE(text.find("QSFP56"), std::string::npos);
    EXPECT_NE(text.find("Temperature     C        41.50                                 -5.00       0.00      70.00"
                        "      75.00\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("Tx bias         mA       7.000    7.000    7.000    7.000      3.000      4.000     13.000"
                        "     15.000\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST_F(CliTest, ColourIsForTerminals) {
    cmis::MemoryMap memory = test::image_a();
    test::put_words(memory, cmis::lower(22), {0x5000});  // 80 C
    EXPECT_EQ(run({"decode", write_image("a.txt", memory)}, true), 0);
    EXPECT_NE(out_.str().find("\x1b[31m    80.00\x1b[0m"), std::string::npos) << out_.str();
}

TEST_F(CliTest, ControlCharactersOfAModuleNeverReachTheTerminal) {
    cmis::MemoryMap memory = test::image_a();
    test::put(memory, cmis::upper(0x00, 196), {'"', '\\', '\n', 0x1B, '['});
    EXPECT_EQ(run({"decode", write_image("a.txt", memory)}), 0);
    EXPECT_NE(out_.str().find("\"\\\\\\n\\x1b["), std::string::npos) << out_.str();
    EXPECT_EQ(out_.str().find('\x1b'), std::string::npos);
}

TEST_F(CliTest, TextOfAnUnreadableImageSaysWhy) {
    EXPECT_EQ(run({"decode", write("ff.bin", std::string(256, '\xFF'))}), 1);
    EXPECT_TRUE(out_.str().starts_with("Not readable: ")) << out_.str();
}

TEST_F(CliTest, EncodeWritesAnImageThatDecodes) {
    const std::string description = write("m.toml", "identifier = 17\nvendor_name = \"EXAMPLE\"\n");
    EXPECT_EQ(run({"encode", description, "--output", path("m.txt")}), 0) << error_.str();
    EXPECT_EQ(run({"decode", path("m.txt"), "--json"}), 0);
    EXPECT_EQ(Json::parse(out_.str())["vendor_name"], "EXAMPLE");
}

TEST_F(CliTest, EncodeWritesBytesWhereAsked) {
    const std::string description = write("m.toml", "identifier = 17\nflat_memory = true\n");
    EXPECT_EQ(run({"encode", description, "--format=binary"}), 0) << error_.str();
    ASSERT_EQ(out_.str().size(), 256U);
    EXPECT_EQ(out_.str()[0], '\x11');
    EXPECT_EQ(out_.str()[128], '\x11');
}

TEST_F(CliTest, EncodeWritesEveryFormSoThatItDecodes) {
    const std::string description = write("m.toml", "identifier = 17\nserial_number = \"TST0000009\"\n");
    for (const std::string form : {"text", "binary", "ethtool", "i2cdump", "sfputil"}) {
        EXPECT_EQ(run({"encode", description, "--format", form, "--output", path(form)}), 0) << error_.str();
        EXPECT_EQ(run({"decode", "--json", path(form)}), 0) << form << error_.str();
        EXPECT_EQ(Json::parse(out_.str())["serial_number"], "TST0000009") << form;
    }
}

TEST_F(CliTest, EncodeNamesTheLineOfAMistake) {
    const std::string description = write("m.toml", "identifier = 17\npower_class = 9\n");
    EXPECT_EQ(run({"encode", description}), 2);
    EXPECT_EQ(error_.str(), "opticward: " + description + ":2:15: power_class: must be from 1 to 8\n");
}

TEST_F(CliTest, UsageErrorsExitWithTwoAndOneLine) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                  {"fly"},
                                                  {"decode"},
                                                  {"decode", "--jsn"},
                                                  {"decode", "--page", "300", "x"},
                                                  {"decode", "--page"},
                                                  {"encode"},
                                                  {"encode", "a", "b"},
                                                  {"encode", "a", "--format", "xml"},
                                                  {"help", "fly"},
                                                  {"list", "--count", "1"},
                                                  {"show"},
                                                  {"alerts", "swp1"},
                                                  {"flags", "a", "b"},
                                                  {"pause", "swp1"},
                                                  {"pause", "swp1", "86401"},
                                                  {"pause", "swp1", "-1"},
                                                  {"pause", "swp1", "soon"},
                                                  {"watch", "--count", "0"},
                                                  {"watch", "--seconds", "1.5"},
                                                  {"dump", "swp1", "--format", "xml"}}) {
        EXPECT_EQ(run(words), 2);
        EXPECT_EQ(error_.str().find('\n'), error_.str().size() - 1) << error_.str();
        EXPECT_EQ(out_.str(), "");
    }
}

TEST_F(CliTest, CommandThatIsMisspelledIsSuggested) {
    EXPECT_EQ(run({"lsit"}), 2);
    EXPECT_EQ(error_.str(), "opticward: no command lsit; did you mean list?; see opticward help\n");
}

TEST_F(CliTest, HelpAndVersionAreGood) {
    EXPECT_EQ(run({"--help"}), 0);
    EXPECT_NE(out_.str().find("decode FILE"), std::string::npos);
    EXPECT_EQ(run({"help"}), 0);
    EXPECT_EQ(run({"decode", "--help"}), 0);
    EXPECT_TRUE(out_.str().starts_with("usage: opticward decode [OPTION...] FILE...\n")) << out_.str();
    const std::string of_option = out_.str();
    EXPECT_EQ(run({"help", "decode"}), 0);
    EXPECT_EQ(out_.str(), of_option);
    EXPECT_EQ(run({"--version"}), 0);
    EXPECT_TRUE(out_.str().starts_with("opticward ")) << out_.str();
}

}  // namespace
}  // namespace opticward::daemon::cli
