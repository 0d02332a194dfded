#include "drivers/result.h"
