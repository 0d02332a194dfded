#include "tests/corpus/corpus.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace opticward::test {

namespace {

std::filesystem::path shared_folder() {
    const char* given = std::getenv("OPTICWARD_SHARED");
    return given != nullptr ? std::filesystem::path{given} : std::filesystem::path{OPTICWARD_SOURCE_DIR} / "../shared";
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

cmis::Image CorpusCase::image() const {
    return cmis::read_image(read_file(folder / "image.txt"));
}

std::string CorpusCase::expected() const {
    return read_file(folder / "expected.json");
}

std::optional<std::filesystem::path> corpus_folder() {
    std::error_code ignored;
    const auto folder = shared_folder() / "eeproms";
    return std::filesystem::is_regular_file(folder / "index.tsv", ignored) ? std::optional{folder} : std::nullopt;
}

std::string corpus_absent() {
    return "no module images: " + (shared_folder() / "eeproms/index.tsv").string() +
           " is not there (OPTICWARD_SHARED names another folder)";
}

std::vector<CorpusCase> corpus_cases(const std::filesystem::path& folder) {
    std::vector<CorpusCase> cases;
    std::istringstream index{read_file(folder / "index.tsv")};
    std::string line;
    std::getline(index, line);  // the titles
    while (std::getline(index, line)) {
        std::istringstream columns{line};
        std::string name;
        std::string form_factor;
        std::string protocol;
        std::getline(columns, name, '\t');
        std::getline(columns, form_factor, '\t');
        std::getline(columns, protocol, '\t');
        cases.push_back({name, protocol, folder / name});
    }
    return cases;
}

}  // namespace opticward::test
