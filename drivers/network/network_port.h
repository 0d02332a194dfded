// The module behind a network device. Nothing here can read it yet: the reader through the kernel's ethtool interface is
// still to come, and until then every read says so.
#pragma once

#include "drivers/module_access.h"

namespace opticward::drivers {

// Answers each read with Fault::not_supported. Used by one worker thread.
class NetworkPort final : public ModuleAccess {
public:
    Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) override;
};

}  // namespace opticward::drivers
