// expect: rule: a row's name is unique
#include "cmis/checks.h"

namespace cmis = opticward::cmis;

inline constexpr auto table = std::to_array<cmis::FieldRow>({
    cmis::field<cmis::signed_256th_celsius, &cmis::Live::temperature>(cmis::lower(22), "Temperature").cite("a table"),
    cmis::field<cmis::hundred_microvolts, &cmis::Live::supply_voltage>(cmis::lower(26), "Temperature").cite("a table"),
});
static_assert(cmis::checks::Checked<table>::ok);
