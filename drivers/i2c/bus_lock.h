// Turns that co-operating readers of a bus give each other: an advisory exclusive flock(2) on a file that all of them
// know. It is held for one visit to a module, a few milliseconds. Used by the worker that owns the bus.
#pragma once

#include "drivers/result.h"
#include "drivers/sysfs/file_descriptor.h"
#include "drivers/timing.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>

namespace opticward::drivers {

enum class LockFile : std::uint8_t {
    device,  // the adapter's device file: what keeps it from being opened, keeps the adapter from being used
    own,     // a file for this purpose, made when it is not there
};

class BusLock {
public:
    static constexpr std::chrono::milliseconds longest_wait{100};
    // Where the file is now, or an errno: device files change their names.
    using Place = std::function<std::expected<std::filesystem::path, int>()>;

    BusLock(LockFile kind, Place place, Timing timing);

    // Waits for its turn, but not longer than longest_wait: then bus_busy.
    Result<void> acquire();
    void release() { file_.close(); }
    // Of the latest acquire() that failed; empty: it is about the adapter.
    std::string explanation() const;

private:
    LockFile kind_;
    Place place_;
    Timing timing_;
    FileDescriptor file_;  // open while it is held
    std::filesystem::path path_;
    Fault fault_ = Fault::bus_busy;
};

}  // namespace opticward::drivers
