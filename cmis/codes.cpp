#include "cmis/codes.h"

#include "cmis/code_tables/tables.h"

#include <algorithm>

namespace opticward::cmis {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

std::string with_number(std::string_view text, std::uint8_t code) {
    std::string named{text};
    named += " (0x";
    named += hex_digits[code >> 4];
    named += hex_digits[code & 0x0F];
    named += ')';
    return named;
}

constexpr char lower_case(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool same_name(std::string_view left, std::string_view right) {
    return std::ranges::equal(left, right, {}, lower_case, lower_case);
}

}  // namespace

std::span<const CodeRow> rows(CodeTable table) {
    switch (table) {
        case CodeTable::identifier: return code_tables::identifier();
        case CodeTable::connector: return code_tables::connector();
        case CodeTable::encoding_sff8636: return code_tables::encoding_sff8636();
        case CodeTable::encoding_sff8472: return code_tables::encoding_sff8472();
        case CodeTable::extended_compliance: return code_tables::extended_compliance();
        case CodeTable::compliance_bit: return code_tables::compliance_bit();
        case CodeTable::infiniband_bit: return code_tables::infiniband_bit();
        case CodeTable::revision_compliance_sff8636: return code_tables::revision_compliance_sff8636();
        case CodeTable::transmitter_technology_sff8636: return code_tables::transmitter_technology_sff8636();
        case CodeTable::host_interface: return code_tables::host_interface();
        case CodeTable::media_mmf: return code_tables::media_mmf();
        case CodeTable::media_smf: return code_tables::media_smf();
        case CodeTable::media_passive_copper: return code_tables::media_passive_copper();
        case CodeTable::media_active_cable: return code_tables::media_active_cable();
        case CodeTable::media_base_t: return code_tables::media_base_t();
        case CodeTable::media_type: return code_tables::media_type();
        case CodeTable::media_technology_cmis: return code_tables::media_technology_cmis();
        case CodeTable::duration: return code_tables::duration();
        case CodeTable::vdm_observable: return code_tables::vdm_observable();
    }
    return {};
}

const CodeRow* find(CodeTable table, std::uint8_t code) {
    const auto all = rows(table);
    const auto found = std::ranges::lower_bound(all, code, {}, &CodeRow::last);
    return found != all.end() && found->code <= code ? &*found : nullptr;
}

std::string name(CodeTable table, std::uint8_t code) {
    const CodeRow* row = find(table, code);
    if (row == nullptr) return with_number("Unknown", code);
    return row->shared ? with_number(row->name, code) : std::string{row->name};
}

std::optional<std::uint8_t> code_by_name(CodeTable table, std::string_view name) {
    for (const CodeRow& row : rows(table)) {
        if (!row.shared && same_name(row.name, name)) return row.code;
    }
    return std::nullopt;
}

}  // namespace opticward::cmis
