#include "daemon/cli/table.h"

#include "daemon/cli/terminal_text.h"

#include <algorithm>
#include <numeric>

namespace opticward::daemon::cli {

namespace {

constexpr std::string_view gap = "  ";

std::vector<std::size_t> widths_of(std::span<const TableColumn> columns, std::span<const TableRow> rows) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::size_t width = display_width(columns[i].title);
        for (const TableRow& row : rows) {
            width = std::max(width, display_width(row[i].text));
        }
        widths.push_back(width);
    }
    return widths;
}

// Takes from the column that has most to spare until all fit.
void shrink(std::vector<std::size_t>& widths, std::span<const TableColumn> columns, std::size_t width) {
    const auto spare = [&](std::size_t i) {
        const std::size_t narrowest = columns[i].narrowest;
        return narrowest > 0 && widths[i] > narrowest ? widths[i] - narrowest : 0;
    };
    std::size_t taken = std::accumulate(widths.begin(), widths.end(), gap.size() * (columns.size() - 1));
    while (taken > width) {
        std::size_t most = 0;
        for (std::size_t i = 1; i < columns.size(); ++i) {
            most = spare(i) > spare(most) ? i : most;
        }
        if (spare(most) == 0) {
            return;
        }
        --widths[most];
        --taken;
    }
}

std::string cell_text(const Console& console, const TableColumn& column, const TableCell& cell, std::size_t width,
                      bool last) {
    const std::string text = fitted(cell.text, width);
    const std::string blanks(width - std::min(width, display_width(text)), ' ');
    const std::string shown = text.empty() ? text : painted(console, cell.colour, text);
    if (column.to_the_right) {
        return blanks + shown;
    }
    return last ? shown : shown + blanks;
}

std::string line(const Console& console, std::span<const TableColumn> columns, std::span<const TableCell> cells,
                 std::span<const std::size_t> widths) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        text += i == 0 ? std::string_view{} : gap;
        text += cell_text(console, columns[i], cells[i], widths[i], i + 1 == columns.size());
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
}

}  // namespace

std::string table_text(const Console& console, std::span<const TableColumn> columns, std::span<const TableRow> rows,
                       std::size_t width) {
    if (columns.empty()) {
        return {};
    }
    std::vector<std::size_t> widths = widths_of(columns, rows);
    if (width > 0) {
        shrink(widths, columns, width);
    }
    TableRow titles;
    for (const TableColumn& column : columns) {
        titles.push_back({std::string{column.title}, Colour::bold});
    }
    std::string text = line(console, columns, titles, widths);
    for (const TableRow& row : rows) {
        text += line(console, columns, row, widths);
    }
    return text;
}

}  // namespace opticward::daemon::cli
