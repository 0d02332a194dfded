// D-Bus dictionaries as values. Only for dbus_client.cpp and its test.
#pragma once

#include "cmis/value.h"
#include "daemon/publish/dbus/compat.h"

#include <map>
#include <string>
#include <vector>

namespace opticward::daemon::cli {

// Every basic type, lists of texts and numbers, and dictionaries; a number that is not finite and a type that the
// contract does not use are left out, with their key.
cmis::Object bus_object(const std::map<std::string, sdbus::Variant>& dictionary);
std::vector<cmis::Object> bus_objects(const std::vector<std::map<std::string, sdbus::Variant>>& dictionaries);

}  // namespace opticward::daemon::cli
