// Module descriptions: a module in the words of the JSON contract, as TOML, turned into the memory that such a module
// would have. The simulated board and the tests of users are made of these.
//
// Pure apart from the parser; safe from any thread; no exception leaves. Keys: those of the JSON contract that can be set
// (cmis/properties.h), and `[[raw]]` with page, bank, offset and bytes, written last, over checksums already computed.
#pragma once

#include "cmis/memory_map.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::config {

struct DescriptionProblem {
    std::string file;
    unsigned line = 0;  // from 1; 0: the file as a whole
    unsigned column = 0;
    std::string key;  // "monitors.lanes[2].tx_bias_amperes"; empty where the text is no TOML
    std::string what;

    // "sr4.toml:12:1: vendor_name: must be a text"
    std::string text() const;

    bool operator==(const DescriptionProblem&) const = default;
};

// `file` is only named in the problems. With problems there is no memory.
std::expected<cmis::MemoryMap, std::vector<DescriptionProblem>> read_description(std::string_view text,
                                                                                 std::string_view file);

}  // namespace opticward::config
