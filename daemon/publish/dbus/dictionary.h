// The JSON objects of publish/contract.h as D-Bus dictionaries, a{sv}.
#pragma once

#include "cmis/value.h"
#include "daemon/publish/dbus/compat.h"

#include <map>
#include <string>

namespace opticward::daemon::bus {

// Filled by [] only: insert_or_assign() does not compile with the Variant of sdbus-c++ 2.
using Dictionary = std::map<std::string, sdbus::Variant>;

// Text is s, truth b, a whole number u (at most what fits) or, where negative, x; a fraction is d, a list of texts as, a
// list of objects aa{sv}, any other list av; an object a{sv}. An empty list is an empty as.
sdbus::Variant variant(const cmis::Value& value);
// Empty for what is no object.
Dictionary dictionary(const cmis::Value& object);

}  // namespace opticward::daemon::bus
