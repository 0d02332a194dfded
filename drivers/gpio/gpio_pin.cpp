#include "drivers/gpio/gpio_pin.h"

#include "drivers/errno_fault.h"

#include <cerrno>
#include <utility>

namespace opticward::drivers {

namespace {

std::string name_of(const PinDescription& pin) {
    return "line " + std::to_string(pin.line) + " of the GPIO chip " + pin.gpio;
}

std::string use_of(const std::expected<std::string, int>& consumer, const PinDescription& pin) {
    const std::string who = consumer && !consumer->empty() ? *consumer : "somebody";
    return who + " has " + name_of(pin);
}

std::string trouble_with_chip(int error, const PinDescription& pin) {
    if (fault_of(error) == Fault::permission) return "the daemon may not open the GPIO chip " + pin.gpio;
    return "there is no GPIO chip " + pin.gpio;
}

}  // namespace

GpioPin::GpioPin(FindGpioChip find, PinDescription description)
    : find_{std::move(find)}, description_{std::move(description)} {}

Result<bool> GpioPin::is_active() {
    if (!line_) {
        if (const auto given = request(); !given) return failed(given.error());
    }
    const int level = line_->level();
    if (level < 0) {
        line_.reset();  // the chip may be gone; asked for again next time
        explanation_ = name_of(description_) + " cannot be read";
        return failed(fault_of(-level));
    }
    return (level != 0) == description_.active;
}

Result<void> GpioPin::request() {
    const auto chip = find_();
    if (!chip) {
        explanation_ = trouble_with_chip(chip.error(), description_);
        return failed(fault_of(chip.error()));
    }
    auto line = (*chip)->request(description_.line);
    if (line) {
        line_ = std::move(*line);
        return {};
    }
    switch (line.error()) {
        case EBUSY:
            explanation_ = use_of((*chip)->consumer(description_.line), description_);
            return failed(Fault::driver_bound);
        case EINVAL: explanation_ = "there is no " + name_of(description_); return failed(Fault::no_device);
        default: explanation_ = name_of(description_) + " cannot be had"; return failed(fault_of(line.error()));
    }
}

}  // namespace opticward::drivers
