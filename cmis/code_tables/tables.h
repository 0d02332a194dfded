// The rows behind cmis/codes.h, one function a table; only codes.cpp calls them.
#pragma once

#include "cmis/codes.h"

#include <array>
#include <cstddef>
#include <span>

namespace opticward::cmis::code_tables {

std::span<const CodeRow> identifier();
std::span<const CodeRow> connector();
std::span<const CodeRow> encoding_sff8636();
std::span<const CodeRow> encoding_sff8472();
std::span<const CodeRow> media_type();
std::span<const CodeRow> media_technology_cmis();
std::span<const CodeRow> transmitter_technology_sff8636();
std::span<const CodeRow> duration();
std::span<const CodeRow> revision_compliance_sff8636();
std::span<const CodeRow> extended_compliance();
std::span<const CodeRow> compliance_bit();
std::span<const CodeRow> infiniband_bit();
std::span<const CodeRow> host_interface();
std::span<const CodeRow> media_mmf();
std::span<const CodeRow> media_passive_copper();
std::span<const CodeRow> media_active_cable();
std::span<const CodeRow> media_base_t();
std::span<const CodeRow> media_smf();
std::span<const CodeRow> vdm_observable();

// Each row begins after the row before it has ended: find() depends on it.
constexpr bool ascending(std::span<const CodeRow> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].last < rows[i].code || (i > 0 && rows[i].code <= rows[i - 1].last)) {
            return false;
        }
    }
    return true;
}

}  // namespace opticward::cmis::code_tables
