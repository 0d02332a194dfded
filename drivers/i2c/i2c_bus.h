// One I2C master as seen by one port: transfers to a 7-bit address, already behind whatever muxes lead to the port.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/result.h"
#include "drivers/timing.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace opticward::drivers {

// A write, a read, or a write with a read behind a repeated start.
struct I2cPart {
    cmis::Bytes write;
    cmis::MutableBytes read;
};

inline constexpr std::size_t most_joined_messages =
    42;  // writes and reads in one call: the kernel's limit for I2C_RDWR

inline constexpr std::size_t most_written = 32;  // behind the offset; we never need more than two

// Owned and called by exactly one bus worker.
class I2cBus {
public:
    virtual ~I2cBus() = default;
    // Writes, restarts and reads as one transaction; either part may be empty. Fault::not_supported: the adapter refused
    // it before anything was on the wire; where that was for its length, max_read() is below read.size() from now on.
    virtual Result<void> transfer(std::uint8_t address, cmis::Bytes write, cmis::MutableBytes read) = 0;
    // The most bytes that one transfer can read, as far as the adapter is known by now.
    virtual std::size_t max_read() const = 0;
    // The most bytes behind the offset that one write can carry.
    virtual std::size_t max_write() const { return most_written; }

    // Whether parts with reads of up to `longest_read` bytes may be tried as one transaction.
    virtual bool joins(std::size_t longest_read) const {
        static_cast<void>(longest_read);
        return false;
    }
    // All parts in their order, the first fault ends it. Where joins(): as one transaction, so that no other master gets
    // in between and a mux is switched once. Fault::not_supported: refused, and joins() says no from now on.
    virtual Result<void> transfer_joined(std::uint8_t address, std::span<const I2cPart> parts) {
        for (const I2cPart& part : parts) {
            if (const auto done = transfer(address, part.write, part.read); !done) return done;
        }
        return {};
    }

    // Around the transfers that belong together, select, read and check: keeps co-operating readers out where that was
    // configured. Waits a bounded time, then bus_busy. end_turn() follows every begin_turn(), failed ones too.
    virtual Result<void> begin_turn() { return {}; }
    virtual void end_turn() {}
    // Others use the modules between our turns, with our consent: nothing that was selected is still so.
    virtual bool is_shared() const { return false; }

    // What stood in the way of the latest transfer or turn, if it failed, as half a sentence; empty: the Fault says all.
    virtual std::string explanation() const { return {}; }
};

}  // namespace opticward::drivers
