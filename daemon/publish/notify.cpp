#include "daemon/publish/notify.h"

#include "cmis/text.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <systemd/sd-daemon.h>

namespace opticward::daemon {

namespace {

constexpr int keep_environment = 0;
constexpr int clear_environment = 1;

// A failure is no concern of ours: whoever is not listening is not told.
void send(const std::string& message) {
    sd_notify(keep_environment, message.c_str());
}

// A line end in a port's name would start an assignment of its own.
std::string status_assignment(std::string_view text) {
    return "STATUS=" + cmis::escape_control(text);
}

}  // namespace

Notifier::Notifier() {
    std::uint64_t microseconds = 0;
    if (sd_watchdog_enabled(keep_environment, &microseconds) > 0) {
        watchdog_interval_ = std::chrono::microseconds{static_cast<std::int64_t>(microseconds)};
    }
}

void Notifier::ready(std::string_view text) {
    if (ready_) return status(text);
    ready_ = true;
    last_status_ = text;
    send("READY=1\n" + status_assignment(text));
}

void Notifier::status(std::string_view text) {
    if (text == last_status_) return;
    last_status_ = text;
    send(status_assignment(text));
}

void Notifier::watchdog() {
    if (watchdog_interval_) send("WATCHDOG=1");
}

void Notifier::reloading() {
    ready_ = false;
    // libstdc++'s steady clock is CLOCK_MONOTONIC, which is what the service manager compares with.
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
    send("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds));
}

void Notifier::stopping() {
    send("STOPPING=1");
}

void Notifier::extend_timeout(std::chrono::microseconds more) {
    send("EXTEND_TIMEOUT_USEC=" + std::to_string(more.count()));
}

std::vector<PassedDescriptor> take_passed_descriptors() {
    char** list = nullptr;
    const int count = sd_listen_fds_with_names(clear_environment, &list);
    const auto free_text = [](auto* text) { std::free(static_cast<void*>(text)); };  // libsystemd's
    const std::unique_ptr<char*, decltype(free_text)> owned{list};
    std::vector<PassedDescriptor> descriptors;
    if (count <= 0 || list == nullptr) return descriptors;
    int number = SD_LISTEN_FDS_START;
    for (char* const name : std::span{list, static_cast<std::size_t>(count)}) {
        const std::unique_ptr<char, decltype(free_text)> owned_name{name};
        descriptors.push_back({.number = number++, .name = name});
    }
    return descriptors;
}

}  // namespace opticward::daemon
