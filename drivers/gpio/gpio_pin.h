// A pin of a cage as a line of a GPIO chip, by the kernel's character device. The line is kept once it was given, so
// that nobody else takes it for an output; the daemon never sets one. Called by one bus worker.
#pragma once

#include "drivers/description.h"
#include "drivers/gpio/gpio_chip.h"
#include "drivers/module_access.h"

#include <functional>
#include <memory>
#include <string>

namespace opticward::drivers {

// Opens the chip anew: it may have come back under another number.
using FindGpioChip = std::function<std::expected<std::unique_ptr<GpioChip>, int>()>;

class GpioPin final : public Pin {
public:
    GpioPin(FindGpioChip find, PinDescription description);

    // driver_bound: the kernel or another program has the line, and explanation() says who. no_device: there is no such
    // chip or line; looked for anew at each call.
    Result<bool> is_active() override;
    std::string explanation() const override { return explanation_; }

private:
    Result<void> request();

    FindGpioChip find_;
    PinDescription description_;
    std::unique_ptr<GpioLine> line_;
    std::string explanation_;
};

}  // namespace opticward::drivers
