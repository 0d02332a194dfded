#include "daemon/poll/mailbox.h"

#include <algorithm>
#include <utility>

namespace opticward::daemon {

namespace {

std::size_t port_of(const Message& message) {
    return std::visit([](const auto& it) { return it.port; }, message);
}

}  // namespace

Mailbox::Mailbox(std::size_t capacity) : capacity_{capacity} {}

bool Mailbox::post(const Message& message) {
    const std::lock_guard lock{mutex_};
    const auto same = std::ranges::find_if(messages_, [&](const Message& other) {
        return other.index() == message.index() && port_of(other) == port_of(message);
    });
    if (same != messages_.end()) {
        *same = message;
        return true;
    }
    if (messages_.size() >= capacity_) {
        return false;
    }
    messages_.push_back(message);
    return true;
}

std::vector<Message> Mailbox::take() {
    const std::lock_guard lock{mutex_};
    return std::exchange(messages_, {});
}

}  // namespace opticward::daemon
