// expect: rule: no two rows share a bit
#include "cmis/checks.h"

namespace cmis = opticward::cmis;

// Temperature is two bytes, 22 and 23; the second row takes the second of them.
inline constexpr auto table = std::to_array<cmis::FieldRow>({
    cmis::field<cmis::signed_256th_celsius, &cmis::Live::temperature>(cmis::lower(22), "Temperature").cite("a table"),
    cmis::field<cmis::hundred_microvolts, &cmis::Live::supply_voltage>(cmis::lower(23), "Supply Voltage")
        .cite("a table"),
});
static_assert(cmis::checks::Checked<table>::ok);
