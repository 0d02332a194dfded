#include "tests/corpus/left_out.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

namespace opticward::test {

namespace {

std::optional<LeftOutReason> reason_named(std::string_view name) {
    if (name == "not_module_memory") return LeftOutReason::not_module_memory;
    if (name == "source_wrong") return LeftOutReason::source_wrong;
    if (name == "later_page") return LeftOutReason::later_page;
    return std::nullopt;
}

}  // namespace

LeftOutList read_left_out(std::string_view text) {
    LeftOutList list;
    std::istringstream lines{std::string{text}};
    std::string line;
    std::getline(lines, line);  // the titles
    while (std::getline(lines, line)) {
        std::array<std::string, 5> columns;
        std::istringstream rest{line};
        for (std::string& column : columns) {
            std::getline(rest, column, '\t');
        }
        const auto& [name, path, reason_name, right, why] = columns;
        const auto reason = reason_named(reason_name);
        if (!reason || std::ranges::count(line, '\t') != 4 || path.empty() || why.empty() ||
            right.empty() == (reason == LeftOutReason::source_wrong)) {
            list.problems.push_back(line);
            continue;
        }
        list.entries.push_back({name, path, *reason, right, why});
    }
    return list;
}

}  // namespace opticward::test
