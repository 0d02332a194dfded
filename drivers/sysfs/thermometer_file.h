// A module temperature that the host measured, as a file: hwmon of a network card or of hw-mgmt (1/1000 C), the SDK of
// NVIDIA switches (1/8 C). Called by one bus worker.
#pragma once

#include "drivers/module_access.h"

#include <filesystem>

namespace opticward::drivers {

class ThermometerFile final : public Thermometer {
public:
    // `path` as only_match() takes it. `units_per_celsius` is not 0.
    ThermometerFile(std::filesystem::path path, unsigned units_per_celsius);

    // Nothing: 0, which stands for no module or none that measures, and what no module survives (outside of -40 to
    // 125 C). A file that cannot be read is its Fault; one that holds no number is bus_error.
    Result<std::optional<cmis::Celsius>> temperature() override;

private:
    std::filesystem::path path_;
    unsigned units_per_celsius_;
};

}  // namespace opticward::drivers
