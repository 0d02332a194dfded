// The reference of all metrics as Markdown, from the rows that also make the exposition.
#pragma once

#include <string>

namespace opticward::daemon {

std::string metrics_reference();

}  // namespace opticward::daemon
