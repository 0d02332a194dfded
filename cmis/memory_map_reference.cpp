#include "cmis/memory_map_reference.h"

#include "cmis/memory_model.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace opticward::cmis {

namespace {

std::string_view text(Access access) {
    switch (access) {
        case Access::read: return "read";
        case Access::control: return "control";
        case Access::clear_on_read: return "clears on read";
        case Access::never_write: return "never written";
    }
    return "";
}

std::string_view text(Certainty certainty) {
    switch (certainty) {
        case Certainty::agreed: return "agreed";
        case Certainty::single_source: return "single source";
        case Certainty::disputed: return "disputed";
        case Certainty::vendor: return "vendor";
    }
    return "";
}

std::string_view text(Part part) {
    switch (part) {
        case Part::identity:
        case Part::advertisement:
        case Part::thresholds: return "once";
        case Part::controls: return "once (setting)";
        case Part::live: return "every poll";
    }
    return "";
}

std::string hexadecimal(unsigned value) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    return {digits[value >> 4U & 0xFU], digits[value & 0xFU]};
}

std::string page_title(const FieldRow& row) {
    if (row.at.page.lower) {
        return "Lower memory";
    }
    return "Page " + hexadecimal(row.at.page.page) + "h" + (row.banked ? " (one for each bank)" : "");
}

// "22-23", "2.7", "129.7-6", "34-41 (4 elements)".
std::string place(const FieldRow& row) {
    std::string result = std::to_string(row.at.offset);
    if (row.bytes > 1) {
        result += "-" + std::to_string(row.at.offset + row.bytes - 1);
    } else if (!row.packed && (row.high != 7 || row.low != 0)) {
        result += "." + std::to_string(row.high);
        if (row.high != row.low) {
            result += "-" + std::to_string(row.low);
        }
    }
    if (row.count > 1) {
        result += " (" + std::to_string(row.count) + " elements)";
    }
    return result;
}

std::string storage(const FieldRow& row) {
    std::string result{row.storage};
    if (row.packed && row.packing.width > 1) {
        result = std::to_string(row.packing.width) + " bits per element";
    }
    if (row.packed && row.packing.order == BitOrder::high_first) {
        result += ", high bit first";
    }
    if (row.packed && row.packing.reversed) {
        result += ", last element first";
    }
    if (row.factor != nullptr) {
        result += ", times the bias multiplier";
    }
    return result;
}

void append_row(MemoryModelId model, const FieldRow& row, std::string& out) {
    const std::array<std::string, 8> cells{place(row),
                                           std::string{row.name},
                                           storage(row),
                                           std::string{text(row.access)},
                                           std::string{is_summarised(model, row) ? "by summary" : text(row.part)},
                                           std::string{text(row.certainty)},
                                           std::string{row.condition.empty() ? "always" : row.condition},
                                           std::string{row.citation}};
    for (const std::string& cell : cells) {
        out += "| " + cell + " ";
    }
    out += "|\n";
}

void append_model(const MemoryModel& model, std::string& out) {
    out += "\n## " + std::string{model.name} + "\n";
    std::vector<const FieldRow*> rows;
    for (const FieldRow& row : model.fields) {
        rows.push_back(&row);
    }
    // Lower memory first, then the pages; within a page by position, high bits first, else in the table's order.
    std::ranges::sort(rows, [](const FieldRow* one, const FieldRow* other) {
        const auto key = [](const FieldRow& row) {
            return std::array<unsigned, 4>{row.at.page.lower ? 0U : 1U, row.at.page.page, row.at.offset, 7 - row.high};
        };
        return std::pair{key(*one), one} < std::pair{key(*other), other};
    });
    const FieldRow* previous = nullptr;
    for (const FieldRow* row : rows) {
        if (previous == nullptr || previous->at.page != row->at.page) {
            out += "\n### " + page_title(*row) + "\n\n";
            out += "| byte | field | stored as | access | read | certainty | when | source |\n";
            out += "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
        }
        append_row(model.id, *row, out);
        previous = row;
    }
    out += "\n### Checksums\n\n| name | page | bytes | kept at | source |\n| --- | --- | --- | --- | --- |\n";
    for (const ChecksumRow& sum : model.checksums) {
        out += "| " + std::string{sum.name} + " | " + hexadecimal(sum.page.page) + "h | " + std::to_string(sum.first) +
               "-" + std::to_string(sum.last) + " | " + std::to_string(sum.at) + " | " + std::string{sum.citation} +
               " |\n";
    }
}

}  // namespace

std::string memory_map_reference() {
    std::string out = "# What opticward reads of a module's memory\n\n"
                      "Generated from the field tables in `cmis/`; do not edit. `./dev docs` writes it anew.\n\n"
                      "*Read*: `once` is at insertion, `every poll` is each time the port is polled, `by summary` "
                      "while the module's\n"
                      "summary of flags says that one is set (and after a change of state, and every five minutes). Of "
                      "cables without\n"
                      "monitors only the status is polled. *Access*: opticward writes none of these bytes but the page "
                      "and bank select.\n"
                      "*Certainty*: `single source` and `disputed` facts are shown with care, `vendor` bytes have no "
                      "standard meaning.\n"
                      "*When*: the row holds only for modules that say so.\n";
    for (const MemoryModel* model : models()) {
        append_model(*model, out);
    }
    return out;
}

}  // namespace opticward::cmis
