// The only way down to a bus worker: what it shall do next time it looks. Bounded. Any thread may call it.
#pragma once

#include "daemon/instant.h"

#include <cstddef>
#include <mutex>
#include <variant>
#include <vector>

namespace opticward::daemon {

// Poll a port now, and compare its identity.
struct Refresh {
    std::size_t port = 0;  // index into the settings' ports
    bool operator==(const Refresh&) const = default;
};
// Leave a module alone until then (another program needs it). A later Pause replaces it; one in the past ends it.
struct Pause {
    std::size_t port = 0;
    SteadyTime until;
    bool operator==(const Pause&) const = default;
};
using Message = std::variant<Refresh, Pause>;

class Mailbox {
public:
    explicit Mailbox(std::size_t capacity);

    // False when it is full: the worker hangs, and nothing is kept for it. What would only repeat or replace a message
    // that is still there takes no room.
    bool post(const Message& message);
    std::vector<Message> take();

private:
    std::mutex mutex_;
    std::size_t capacity_;
    std::vector<Message> messages_;
};

}  // namespace opticward::daemon
