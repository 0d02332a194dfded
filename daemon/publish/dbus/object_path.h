// Where the objects are. Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>

namespace opticward::daemon::bus {

inline constexpr const char* service_name = "alt.opticward.Transceivers1";
inline constexpr const char* root_path = "/alt/opticward/Transceivers1";
inline constexpr const char* log_control_path = "/org/freedesktop/LogControl1";

// One element of an object path for any name, different for different names: every byte other than A-Z, a-z and 0-9 as
// _ and two hex digits; "_" for the empty name.
std::string escaped(std::string_view name);

std::string port_path(std::string_view port);
std::string module_path(std::string_view port);

}  // namespace opticward::daemon::bus
