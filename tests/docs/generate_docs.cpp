// Writes the generated references into a folder, or checks those that are there.
//
// opticward_docs FOLDER          writes them
// opticward_docs --check FOLDER  exit 1 and the file's name when one differs
#include "cmis/memory_map_reference.h"
#include "daemon/publish/metrics_reference.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace {

struct Reference {
    std::string file;
    std::string text;
};

std::vector<Reference> references() {
    return {{"memory_map.md", opticward::cmis::memory_map_reference()},
            {"metrics.md", opticward::daemon::metrics_reference()}};
}

std::string content_of(const std::filesystem::path& file) {
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

bool check(const std::filesystem::path& folder) {
    bool fresh = true;
    for (const Reference& reference : references()) {
        if (content_of(folder / reference.file) != reference.text) {
            std::cerr << (folder / reference.file).string() << " is stale: run ./dev docs\n";
            fresh = false;
        }
    }
    return fresh;
}

bool write(const std::filesystem::path& folder) {
    for (const Reference& reference : references()) {
        std::ofstream stream{folder / reference.file, std::ios::binary};
        if (!(stream << reference.text).flush()) {
            std::cerr << "cannot write " << (folder / reference.file).string() << "\n";
            return false;
        }
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments{argv + 1, argv + argc};
    if (arguments.size() == 2 && arguments[0] == "--check") {
        return check(arguments[1]) ? 0 : 1;
    }
    if (arguments.size() == 1) {
        return write(arguments[0]) ? 0 : 1;
    }
    std::cerr << "usage: opticward_docs [--check] FOLDER\n";
    return 2;
}
