#include "cmis/lane_rate.h"

namespace opticward::cmis {

double lane_gbps(const CodeRow* row) {
    if (row == nullptr || row->rate_gbps <= 0) {
        return 0;
    }
    // Rate tables state the whole interface, or one lane where the number of lanes is open.
    return row->lanes == 0 ? row->rate_gbps : row->rate_gbps / row->lanes;
}

double host_lane_gbps(std::optional<Code<CodeTable::extended_compliance>> code) {
    const CodeRow* row = code ? find(*code) : nullptr;
    if (row == nullptr) {
        return 0;
    }
    // 100G over one lane of light behind CAUI-4, or over two (BiDi, DWDM2), has four host lanes of 25G.
    const bool has_gearbox = row->name.contains("CAUI-4") || (row->rate_gbps == 100 && row->lanes == 2);
    return has_gearbox ? 25 : lane_gbps(row);
}

bool is_pam4(const Module& module) {
    constexpr std::uint8_t pam4 = 8;
    return module.identity.encoding && module.identity.encoding->value == pam4;
}

}  // namespace opticward::cmis
