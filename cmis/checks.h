// The rules that a field table must keep, checked when it is compiled. tests/compile_fail shows that each one bites.
#pragma once

#include "cmis/field.h"

#include <array>
#include <span>

namespace opticward::cmis::checks {

// The bits of its page that a row uses.
constexpr Page used_bits(const FieldRow& row) {
    Page mask{};
    const std::size_t start = index_of(row.at);
    if (row.packed) {
        for (unsigned i = 0; i < row.count; ++i) {
            const detail::BitPosition at = detail::position(row, i);
            if (at.byte < page_size) {
                mask[at.byte] = static_cast<std::uint8_t>(mask[at.byte] | detail::mask_of(row.packing.width) << at.low);
            }
        }
        return mask;
    }
    if (row.bytes == 1) {
        if (start < page_size) {
            mask[start] = static_cast<std::uint8_t>(detail::mask_of(row.high - row.low + 1) << row.low);
        }
        return mask;
    }
    const std::size_t size = row.bytes - (row.count - 1) * row.stride;
    for (unsigned i = 0; i < row.count; ++i) {
        for (std::size_t byte = start + i * row.stride; byte < start + i * row.stride + size; ++byte) {
            if (byte < page_size) {
                mask[byte] = 0xFF;
            }
        }
    }
    return mask;
}

constexpr bool fits_its_page(const FieldRow& row) {
    const bool half = row.at.page.lower ? row.at.offset < upper_memory_start : row.at.offset >= upper_memory_start;
    return half && row.bytes > 0 && row.low <= row.high && row.high < 8 && index_of(row.at) + row.bytes <= page_size;
}

constexpr bool share_bits(const Page& one, const Page& other) {
    for (std::size_t i = 0; i < page_size; ++i) {
        if ((one[i] & other[i]) != 0) {
            return true;
        }
    }
    return false;
}

constexpr bool all_fit(std::span<const FieldRow> rows) {
    for (const FieldRow& row : rows) {
        if (!fits_its_page(row)) {
            return false;
        }
    }
    return true;
}

// Two rows may share bits only where one of them says that it stands instead of the other and both are conditional.
constexpr bool are_alternatives(const FieldRow& one, const FieldRow& other) {
    const bool named = one.alternative == other.name || other.alternative == one.name ||
                       (!one.alternative.empty() && one.alternative == other.alternative);
    // Not `present`: with UndefinedBehaviorSanitizer GCC cannot compare a function's address in a constant expression.
    return named && !one.condition.empty() && !other.condition.empty();
}

// Whether the rows' bytes touch at all; cheap, and for nearly every pair the answer is no.
constexpr bool are_near(const FieldRow& one, const FieldRow& other) {
    return one.at.page == other.at.page && one.at.offset < other.at.offset + other.bytes &&
           other.at.offset < one.at.offset + one.bytes;
}

constexpr bool all_disjoint(std::span<const FieldRow> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k = i + 1; k < rows.size(); ++k) {
            if (are_near(rows[i], rows[k]) && !are_alternatives(rows[i], rows[k]) &&
                share_bits(used_bits(rows[i]), used_bits(rows[k]))) {
                return false;
            }
        }
    }
    return true;
}

constexpr bool all_names_differ(std::span<const FieldRow> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k = i + 1; k < rows.size(); ++k) {
            if (rows[i].name == rows[k].name) {
                return false;
            }
        }
    }
    return true;
}

constexpr bool all_cited(std::span<const FieldRow> rows) {
    for (const FieldRow& row : rows) {
        if (row.citation.empty()) {
            return false;
        }
    }
    return true;
}

// Instantiate with a table to hold it to the rules.
template <const auto& Table>
struct Checked {
    static constexpr std::span<const FieldRow> rows{Table};
    static_assert(all_fit(rows), "rule: a row stays within its page and its half of memory");
    static_assert(all_disjoint(rows), "rule: no two rows share a bit, unless one says instead_of the other");
    static_assert(all_names_differ(rows), "rule: a row's name is unique in its memory map");
    static_assert(all_cited(rows), "rule: a row cites its specification table");
    static constexpr bool ok = true;
};

}  // namespace opticward::cmis::checks
