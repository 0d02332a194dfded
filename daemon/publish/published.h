// What the main thread hands to the HTTP thread once a cycle. Immutable.
#pragma once

#include "daemon/instant.h"
#include "daemon/judge/snapshot.h"

#include <memory>
#include <string>

namespace opticward::daemon {

struct Published {
    std::shared_ptr<const std::string> metrics;  // null: nothing rendered yet
    std::shared_ptr<const Board> board = {};     // null: likewise
    SteadyTime at;
    bool ready = false;  // all ports were looked at once
};

}  // namespace opticward::daemon
