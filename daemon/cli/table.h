// Cells in columns as wide as they must be. Pure.
#pragma once

#include "daemon/cli/console.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon::cli {

struct TableCell {
    std::string text;  // printable
    Colour colour = Colour::none;
};

struct TableColumn {
    std::string_view title;
    bool to_the_right = false;
    std::size_t narrowest = 0;  // what it may be cut to where the table is too wide; 0: it is not cut
};

using TableRow = std::vector<TableCell>;

// The titles and the rows, two blanks between columns; at most `width` columns, as far as cutting cells allows. 0: as
// wide as it comes. A row has a cell for each column.
std::string table_text(const Console& console, std::span<const TableColumn> columns, std::span<const TableRow> rows,
                       std::size_t width);

}  // namespace opticward::daemon::cli
