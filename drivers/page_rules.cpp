#include "drivers/page_rules.h"

namespace opticward::drivers {

PageRules page_rules(std::uint8_t identifier, std::uint8_t status) {
    const cmis::MemoryModel* map = cmis::model_for(identifier);
    if (map == nullptr) return {};
    if ((status & map->flat_mask) != 0) return {.paged = false, .banked = false, .model = map->id};
    return {.paged = true, .banked = map->id == cmis::MemoryModelId::cmis, .model = map->id};
}

}  // namespace opticward::drivers
