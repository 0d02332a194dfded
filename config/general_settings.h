// The tables that are not about one bus or port: THE list of their keys. A new key is one row there and a place in
// opticward.toml and opticward.toml(5). For config/*.cpp only, because of what it includes.
#pragma once

#include "config/settings.h"
#include "config/table_reader.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::config {

class GeneralReader {
public:
    GeneralReader(Settings& settings, Problems& problems) : settings_{settings}, problems_{problems} {}

    // The general tables of one file; those of a later one win.
    void read(TableReader& file);
    // All keys with the values in force, when all files are read.
    std::vector<SettingOrigin> origins() const;

private:
    void read_group(TableReader& parent, std::string_view group);

    Settings& settings_;
    Problems& problems_;
    std::map<std::string, toml::source_region> written_;  // where the key was written last
};

}  // namespace opticward::config
