// A folder of configuration files of a test's own, gone afterwards.
#pragma once

#include "config/settings.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::test {

class SettingsFolder : public testing::Test {
public:
    SettingsFolder() {
        std::string name = testing::TempDir() + "opticward_settings_XXXXXX";
        folder_ = mkdtemp(name.data());
    }
    ~SettingsFolder() override {
        std::error_code error;
        std::filesystem::remove_all(folder_, error);
    }

protected:
    std::filesystem::path write(const std::filesystem::path& name, std::string_view text) const {
        const auto file = folder_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream{file, std::ios::binary} << text;
        return file;
    }
    config::Loaded load(config::MissingFile missing = config::MissingFile::error) const {
        return config::load(folder_ / "opticward.toml", missing);
    }
    config::Settings good(config::MissingFile missing = config::MissingFile::error) const {
        auto settings = load(missing);
        for (const std::string& line : lines(settings)) {
            ADD_FAILURE() << line;
        }
        return settings.value_or(config::Settings{});
    }
    config::Settings good(std::string_view text) const {
        write("opticward.toml", text);
        return good();
    }
    std::vector<std::string> problems(config::MissingFile missing = config::MissingFile::error) const {
        return lines(load(missing));
    }

    std::filesystem::path folder_;

private:
    // One line a problem, without the folder.
    std::vector<std::string> lines(const config::Loaded& settings) const {
        std::vector<std::string> all;
        if (!settings) {
            for (const auto& problem : settings.error()) {
                all.push_back(config::text(problem).substr(folder_.string().size() + 1));
            }
        }
        return all;
    }
};

}  // namespace opticward::test
