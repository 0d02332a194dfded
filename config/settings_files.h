// Which files make up a configuration, read and parsed. For config/*.cpp only, because of what it includes.
#pragma once

#include "config/settings.h"
#include "config/table_reader.h"

#include <filesystem>
#include <toml++/toml.h>
#include <vector>

namespace opticward::config {

struct SettingsFile {
    std::filesystem::path path;    // as the first one was named
    std::filesystem::path folder;  // absolute: where its relative paths start
    toml::table table;
};

struct SettingsFiles {
    std::vector<SettingsFile> files;  // in the order in which they count
    bool complete = true;             // false: some could not be read; the reasons have been reported
};

SettingsFiles read_settings_files(const std::filesystem::path& file, MissingFile missing, Problems& problems);

}  // namespace opticward::config
