#include "drivers/i2c/bus_lock.h"

#include "drivers/errno_fault.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <utility>

namespace opticward::drivers {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds pause_between_tries = 2ms;
constexpr mode_t new_file_mode = 0660;

// With O_CREAT the kernel refuses an existing file of somebody else in /run/lock (fs.protected_regular). Not blocking:
// the path may name a pipe.
int open_lock_file(LockFile kind, const std::filesystem::path& path) {
    constexpr int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    const int existing = ::open(path.c_str(), flags);
    if (existing >= 0 || errno != ENOENT || kind == LockFile::device) return existing;
    return ::open(path.c_str(), flags | O_CREAT, new_file_mode);
}

}  // namespace

BusLock::BusLock(LockFile kind, Place place, Timing timing)
    : kind_{kind}, place_{std::move(place)}, timing_{std::move(timing)} {}

Result<void> BusLock::acquire() {
    const auto give_up = timing_.now() + longest_wait;
    const auto failed_with = [this](Fault fault) {
        file_.close();
        fault_ = fault;
        return failed(fault);
    };
    const auto place = place_();
    if (!place) return failed_with(fault_of(place.error()));
    path_ = *place;
    // Opened anew for each turn: a lock file that was removed and made again is another file.
    file_ = FileDescriptor{open_lock_file(kind_, path_)};
    if (!file_.is_open()) return failed_with(fault_of(errno));
    while (::flock(file_.number(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return failed_with(fault_of(errno));
        if (timing_.now() + pause_between_tries > give_up) return failed_with(Fault::bus_busy);
        timing_.pause(pause_between_tries);
    }
    return {};
}

std::string BusLock::explanation() const {
    if (fault_ == Fault::bus_busy) return "another program holds the lock " + path_.string();
    if (kind_ == LockFile::device) return {};
    return "the lock file " + path_.string() + " cannot be opened";
}

}  // namespace opticward::drivers
