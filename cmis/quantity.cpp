#include "cmis/quantity.h"

#include <algorithm>
#include <cmath>

namespace opticward::cmis {

double to_dbm(Watts power) {
    if (!(power.value > 0)) {
        return dbm_floor;
    }
    const double dbm = std::round(100.0 * (10.0 * std::log10(power.value) + 30.0)) / 100.0;
    return std::max(dbm, dbm_floor) + 0.0;  // + 0.0: no negative zero
}

}  // namespace opticward::cmis
