// expect: rule: no two rows share a bit
#include "cmis/checks.h"

namespace cmis = opticward::cmis;

inline constexpr auto table = std::to_array<cmis::FieldRow>({
    cmis::bits<&cmis::Identity::power_class_code>(cmis::upper(0, 129), 7, 5, "Power Class").cite("a table"),
    cmis::bit<&cmis::Identity::power_class_8>(cmis::upper(0, 129), 5, "Power Class 8").cite("a table"),
});
static_assert(cmis::checks::Checked<table>::ok);
