// expect: no_such_header
#include "cmis/no_such_header.h"
