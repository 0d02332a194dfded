// expect: ^static assertion failed.*: an upper page starts at offset 128$
#include "cmis/memory_map.h"

static_assert(opticward::cmis::upper_memory_start == 127, "an upper page starts at offset 128");
