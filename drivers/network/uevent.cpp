#include "drivers/network/uevent.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace opticward::drivers {

namespace {

constexpr unsigned most_texts = 128;  // the kernel gives no more than 64 and the head

// Takes the next text off the front.
std::string_view next_text(std::string_view& rest) {
    const std::size_t end = rest.find('\0');
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return text;
}

}  // namespace

std::optional<Uevent> uevent_in(cmis::Bytes datagram) {
    const std::string texts{datagram.begin(), datagram.end()};
    std::string_view rest = texts;
    const std::string_view head = next_text(rest);
    const std::size_t at = head.find('@');
    if (at == 0 || at == std::string_view::npos) return std::nullopt;  // udev's begin with "libudev"
    Uevent event{.action = std::string{head.substr(0, at)}, .subsystem = {}};
    constexpr std::string_view key = "SUBSYSTEM=";
    for (unsigned seen = 0; seen < most_texts && !rest.empty() && event.subsystem.empty(); ++seen) {
        const std::string_view text = next_text(rest);
        if (text.starts_with(key)) event.subsystem = text.substr(key.size());
    }
    return event;
}

bool changes_network_devices(const Uevent& event) {
    constexpr std::array<std::string_view, 5> actions{"add", "remove", "move", "bind", "unbind"};
    const bool is_hardware = event.subsystem == "infiniband" || event.subsystem == "hwmon";
    return is_hardware && std::ranges::find(actions, event.action) != actions.end();
}

}  // namespace opticward::drivers
