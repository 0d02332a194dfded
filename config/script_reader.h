// What a simulated port is made of: the module descriptions that the board file names and what its script does to them.
// For config/*.cpp only, because of what it includes.
#pragma once

#include "config/table_reader.h"
#include "drivers/description.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace opticward::config {

// A module description as a table, to be changed, and as what it encodes to.
struct Described {
    toml::table table;
    cmis::MemoryMap image;
    std::string file;
};

// Reads each description once, however many ports use it.
class DescriptionStore {
public:
    // `problems` must live longer.
    explicit DescriptionStore(Problems& problems);

    // What relative paths start from, from here on.
    void start_from(std::filesystem::path folder) { folder_ = std::move(folder); }

    // The description in the file that `key` names, with the changes of the `module` table beside it where there is one;
    // both keys are of `reader`. nullptr when it cannot be used; the reasons have been reported.
    const Described* find(TableReader& reader, std::string_view key);

private:
    const Described* find_file(const std::string& path, TableReader& reader, std::string_view key);

    std::filesystem::path folder_;
    Problems& problems_;
    std::map<std::string, std::unique_ptr<Described>> known_;  // null: it was no good
    std::vector<std::unique_ptr<Described>> changed_;
};

// The steps of [[port.script]], and the slow movement that `wander` asks for. `described` is what sits in the port at
// first, nullptr for an empty cage.
std::vector<drivers::ScriptStep> read_script(TableReader& port, const Described* described, DescriptionStore& store,
                                             Problems& problems);
std::vector<drivers::ScriptStep> read_wander(const toml::table& wander, const std::string& name,
                                             const Described& described, std::size_t port_number, Problems& problems);

}  // namespace opticward::config
