#include "config/settings_files.h"

#include "config/small_text_file.h"
#include "config/toml_text.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

namespace opticward::config {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_text = std::uintmax_t{4} * largest_settings_file;  // of all files

class FilesReader {
public:
    explicit FilesReader(Problems& problems) : problems_{problems} {}

    void read(const fs::path& file, bool may_be_missing) {
        std::error_code error;
        if (may_be_missing && fs::symlink_status(file, error).type() == fs::file_type::not_found) {
            return;
        }
        problems_.begin_file(file.string());
        const auto text = read_text_file(file, std::min(largest_settings_file, most_text - total_));
        if (!text) {
            return complain(file, text.error() + ", expected a configuration file in TOML");
        }
        total_ += text->size();
        auto table = parse_toml(*text, file.string());
        if (!table) {
            read_.complete = false;
            return problems_.add(std::move(table.error()));
        }
        read_.files.push_back({file, fs::absolute(file, error).parent_path(), std::move(*table)});
    }

    void read_folder(const fs::path& folder) {
        std::error_code error;
        const fs::file_status status = fs::status(folder, error);
        if (status.type() == fs::file_type::not_found) {
            return;
        }
        if (!fs::is_directory(status)) {
            return complain(folder, "is no folder, expected one with *.toml");
        }
        std::vector<fs::path> names;
        fs::directory_iterator entry{folder, error};
        for (; !error && entry != fs::directory_iterator{} && names.size() <= most_drop_ins; entry.increment(error)) {
            const fs::path name = entry->path().filename();
            if (name.extension() == ".toml" && !name.string().starts_with('.')) {
                names.push_back(name);
            }
        }
        if (error) {
            return complain(folder, "cannot be listed (" + error.message() + "), expected a folder with *.toml");
        }
        if (names.size() > most_drop_ins) {
            return complain(folder, "too many files, expected at most " + std::to_string(most_drop_ins));
        }
        std::ranges::sort(names);
        for (const fs::path& name : names) {
            read(folder / name, false);
        }
    }

    SettingsFiles take() && { return std::move(read_); }

private:
    void complain(const fs::path& file, std::string what) {
        read_.complete = false;
        problems_.begin_file(file.string());
        problems_.add({.file = file.string(), .line = 0, .column = 0, .key = {}, .what = std::move(what)});
    }

    Problems& problems_;
    SettingsFiles read_;
    std::uintmax_t total_ = 0;
};

}  // namespace

SettingsFiles read_settings_files(const fs::path& file, MissingFile missing, Problems& problems) {
    FilesReader reader{problems};
    reader.read(file, missing == MissingFile::fine);
    reader.read_folder(file.parent_path() / "conf.d");
    return std::move(reader).take();
}

}  // namespace opticward::config
