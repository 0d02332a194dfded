// What the board, not the module, says of a cage: its lines, and a temperature that the host measured.
#pragma once

#include "cmis/quantity.h"
#include "drivers/module_access.h"

#include <optional>

namespace opticward::daemon {

// Absent: the board has no such line or sensor, it could not be read, or it measured nothing.
struct CageState {
    std::optional<bool> in_reset;
    std::optional<bool> low_power;
    std::optional<cmis::Celsius> temperature;  // never the module's own word

    bool operator==(const CageState&) const = default;
};

// How to ask; each is null where the board has none. They must live longer than whoever asks.
struct CageLines {
    drivers::Pin* reset = nullptr;
    drivers::Pin* low_power = nullptr;
    drivers::Thermometer* temperature = nullptr;
};

CageState read_cage(const CageLines& lines);

}  // namespace opticward::daemon
