// expect: rule: a row stays within its page
#include "cmis/checks.h"

namespace cmis = opticward::cmis;

// Two bytes at the last byte of lower memory.
inline constexpr auto table = std::to_array<cmis::FieldRow>({
    cmis::field<cmis::signed_256th_celsius, &cmis::Live::temperature>(cmis::lower(127), "Temperature").cite("a table"),
});
static_assert(cmis::checks::Checked<table>::ok);
