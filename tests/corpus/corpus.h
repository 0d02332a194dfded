// The module images that lie beside the project, with the values that their sources state. The project builds and passes
// its tests without them. One folder a case: image.txt, expected.json, SOURCE.md; index.tsv names each case's protocol.
#pragma once

#include "cmis/image.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace opticward::test {

struct CorpusCase {
    std::string name;
    std::string protocol;  // "SFF-8636", "CMIS" or "SFF-8472"
    std::filesystem::path folder;

    // The maps that this project decodes so far.
    bool has_a_map() const { return protocol != "SFF-8472"; }
    cmis::Image image() const;
    std::string expected() const;  // the text of expected.json
};

// The folder of the images: OPTICWARD_SHARED/eeproms, else ../shared/eeproms beside the project; nothing: not there.
std::optional<std::filesystem::path> corpus_folder();
// For the test's skip message.
std::string corpus_absent();
// In the order of the index.
std::vector<CorpusCase> corpus_cases(const std::filesystem::path& folder);

std::string read_file(const std::filesystem::path& path);

}  // namespace opticward::test
