// left_out.tsv: the leaves of the corpus that are not compared with what their source says, and why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace opticward::test {

// The only reasons there are.
enum class LeftOutReason { not_module_memory, source_wrong, later_page };

struct LeftOut {
    std::string name;  // the case
    std::string path;
    LeftOutReason reason = LeftOutReason::not_module_memory;
    std::string right;  // JSON: with source_wrong, what is asserted in place of the source's value
    std::string why;    // for later_page it begins with the page
};

struct LeftOutList {
    std::vector<LeftOut> entries;
    std::vector<std::string> problems;  // lines that are no entry
};

LeftOutList read_left_out(std::string_view text);

}  // namespace opticward::test
