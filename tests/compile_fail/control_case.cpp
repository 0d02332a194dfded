// expect: nothing, for this case compiles
#include "cmis/memory_map.h"

static_assert(opticward::cmis::index_of(opticward::cmis::upper(0x11, 186)) == 58);
