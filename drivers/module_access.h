// What a port poller sees of the hardware: the bytes of a module, and whether one is plugged in.
// All of it is used by one worker thread only. There is no way to write to a module through them.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/quantity.h"
#include "drivers/access_counters.h"
#include "drivers/result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace opticward::drivers {

// A run of bytes and where they go: out.size() == range.size.
struct ReadPart {
    cmis::ByteRange range;
    cmis::MutableBytes out;
};

// Reads module memory, whatever lies between: an I2C bus, a driver's file, a network device.
class ModuleAccess {
public:
    virtual ~ModuleAccess() = default;
    // Fills `out` from `range` (out.size() == range.size), all of it or a Fault. A page that the module does not
    // have is Fault::page_refused, never the bytes of another page.
    virtual Result<void> read(cmis::ByteRange range, cmis::MutableBytes out) = 0;
    // Several runs of one page, in their order, as one read: all of them or a Fault. Cheaper than one by one where the
    // access has to make sure of the page.
    virtual Result<void> read_parts(std::span<const ReadPart> parts) {
        for (const ReadPart& part : parts) {
            if (const auto done = read(part.range, part.out); !done) return done;
        }
        return {};
    }
    // So many bytes between two runs of a page cost less read through than a further run does. On an I2C bus a byte is 9
    // bit times, and the beginning of a read 30.
    virtual std::size_t longest_gap(cmis::PageId /*page*/) const { return 3; }
    // Forgets what was learnt about the module (selected page, flatness, read size): call it when another module was
    // plugged in and when a checksum was wrong, so that the next read starts from nothing.
    virtual void forget() {}
    // What stood in the way of the latest read that failed, as half a sentence for the operator: which kernel driver is
    // bound to which address, which file may not be opened, what would help. Empty: the Fault says all.
    virtual std::string explanation() const { return {}; }
    // Whether the latest read that failed asked nobody, because what it repeats would not have changed yet: then it is no
    // error of its own.
    virtual bool repeats() const { return false; }
    // What was done and what went wrong since this access was made.
    virtual AccessCounters counters() const { return {}; }
};

// A line of a cage (presence, reset, low power), wherever its level can be read: a file, a bit of a word, a GPIO line. A
// port whose presence line is null has none: then the address tells.
class Pin {
public:
    virtual ~Pin() = default;
    // Whether it has the level that the board file calls active.
    virtual Result<bool> is_active() = 0;
    // As of ModuleAccess, of the latest call that failed.
    virtual std::string explanation() const { return {}; }
};

// A temperature of the module that somebody else measured: hwmon, the firmware of a switch.
class Thermometer {
public:
    virtual ~Thermometer() = default;
    // Nothing: there is no module, or it measures none.
    virtual Result<std::optional<cmis::Celsius>> temperature() = 0;
};

}  // namespace opticward::drivers
