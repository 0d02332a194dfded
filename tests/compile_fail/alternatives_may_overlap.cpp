#include "cmis/checks.h"
#include "cmis/conditions.h"

namespace cmis = opticward::cmis;

inline constexpr auto table = std::to_array<cmis::FieldRow>({
    cmis::field<cmis::one_meter, &cmis::Identity::om1_length>(cmis::upper(0, 145), "Length")
        .when(cmis::is_not_copper, "optical")
        .cite("a table"),
    cmis::field<cmis::one_decibel, &cmis::Identity::attenuation_25_8_ghz>(cmis::upper(0, 145), "Attenuation")
        .when(cmis::is_copper, "copper")
        .instead_of("Length")
        .cite("a table"),
});
static_assert(cmis::checks::Checked<table>::ok);
