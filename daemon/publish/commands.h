// What a client may ask the daemon to do. The publishers call it, the main loop does it; main thread only.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace opticward::daemon {

enum class Posted : std::uint8_t { taken, unknown_port, busy };  // busy: the port's bus hangs and takes nothing more

class Commands {
public:
    virtual ~Commands() = default;

    virtual void rescan() = 0;
    virtual Posted refresh(std::string_view port) = 0;
    // No time: the pause ends.
    virtual Posted pause(std::string_view port, std::chrono::seconds duration) = 0;
    // Done after the caller has returned; then `answer` gets nothing, or one line that says what is wrong.
    virtual void reload(std::function<void(std::optional<std::string>)> answer) = 0;
};

}  // namespace opticward::daemon
