// What a port poller sees of the hardware: the bytes of a module, and whether one is plugged in.
// Both are used by one worker thread only. There is no way to write to a module through them.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/access_counters.h"
#include "drivers/result.h"

namespace opticward::drivers {

// Reads module memory, whatever lies between: an I2C bus, a driver's file, a network device.
class ModuleAccess {
public:
    virtual ~ModuleAccess() = default;
    // Fills `out` from `range` (out.size() == range.size), all of it or a Fault. A page that the module does not
    // have is Fault::page_refused, never the bytes of another page.
    virtual Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) = 0;
    // Forgets what was learnt about the module (selected page, flatness, read size): call it when another module was
    // plugged in and when a checksum was wrong, so that the next read starts from nothing.
    virtual void forget() {}
    // What was done and what went wrong since this access was made.
    virtual AccessCounters counters() const { return {}; }
};

// A presence line, pin or bitmap. A port without one passes no Presence: then the address tells.
class Presence {
public:
    virtual ~Presence() = default;
    virtual Result<bool> present() = 0;
};

}  // namespace opticward::drivers
