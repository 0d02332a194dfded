// Text that sd-bus takes. Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>

namespace opticward::daemon::bus {

// The text itself where sd-bus takes it. Otherwise U+FFFD stands for each byte that it refuses: no UTF-8, a surrogate, a
// code point that is no character, NUL.
std::string sendable(std::string_view text);

}  // namespace opticward::daemon::bus
