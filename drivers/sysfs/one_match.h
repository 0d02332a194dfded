// Paths of sysfs with a number that changes from boot to boot, such as hwmon3.
#pragma once

#include "drivers/result.h"

#include <filesystem>

namespace opticward::drivers {

// The path, where one of its names may have one "*" for any characters: then the only entry of its folder that fits, looked
// for anew at each call. None, or several: no_device.
Result<std::filesystem::path> only_match(const std::filesystem::path& pattern);

}  // namespace opticward::drivers
