// A pin as a file that holds 0 or 1, or a word of which one bit counts (AS7816: `module_present_<p>`, 1 = present;
// DX010: `qsfp_modprs`, a hexadecimal word, 0 = present). Called by one bus worker.
#pragma once

#include "drivers/description.h"
#include "drivers/module_access.h"

#include <filesystem>
#include <string>

namespace opticward::drivers {

class PinFile final : public Pin {
public:
    PinFile(std::filesystem::path path, PinDescription description);

    // A file that cannot be read is its Fault; one that holds no such number is bus_error.
    Result<bool> is_active() override;
    std::string explanation() const override { return explanation_; }

private:
    Result<bool> level() const;

    std::filesystem::path path_;
    PinDescription description_;
    std::string explanation_;
};

}  // namespace opticward::drivers
