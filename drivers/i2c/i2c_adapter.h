// Which device file is an I2C adapter that a board file names.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace opticward::drivers {

// `adapter` is a number ("7"), a device name ("i2c-7"), an absolute path, or the adapter's own name as in
// /sys/class/i2c-dev/i2c-7/name, which numbers that change from boot to boot cannot upset; of several adapters with the
// same name it is the one with the lowest number. Gives the device file below `root`, or ENOENT when no adapter has that
// name.
std::expected<std::filesystem::path, int> find_i2c_adapter(const std::filesystem::path& root,
                                                           const std::string& adapter);

// The number of an adapter that is named like that, known to i2c-dev or to sysfs only; it need not exist where the number
// is written.
std::optional<unsigned> find_adapter_number(const std::filesystem::path& root, const std::string& adapter);

}  // namespace opticward::drivers
