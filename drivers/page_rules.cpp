#include "drivers/page_rules.h"

#include "cmis/memory_model.h"

namespace opticward::drivers {

PageRules page_rules(std::uint8_t identifier, std::uint8_t status) {
    const cmis::MemoryModel* map = cmis::model_for(identifier);
    if (map == nullptr || (status & map->flat_mask) != 0) return {};
    return {.paged = true, .banked = map->id == cmis::MemoryModelId::cmis};
}

}  // namespace opticward::drivers
