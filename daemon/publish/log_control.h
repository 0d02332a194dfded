// How much the daemon logs, and where to, changed while it runs: what org.freedesktop.LogControl1 speaks to. The
// publishers call it, the wiring implements it; main thread only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace opticward::daemon {

// The levels of syslog; the names are those of systemd. What is less urgent than the level is not logged.
enum class LogLevel : std::uint8_t { emerg, alert, crit, err, warning, notice, info, debug };
inline constexpr std::array<std::string_view, 8> log_level_names{"emerg",   "alert",  "crit", "err",
                                                                 "warning", "notice", "info", "debug"};

constexpr std::string_view text(LogLevel level) {
    return log_level_names[static_cast<std::size_t>(level) % log_level_names.size()];
}

// Nothing: no level is called so.
constexpr std::optional<LogLevel> log_level_by_name(std::string_view name) {
    for (std::size_t i = 0; i < log_level_names.size(); ++i) {
        if (log_level_names[i] == name) return static_cast<LogLevel>(i);
    }
    return std::nullopt;
}

class LogControl {
public:
    virtual ~LogControl() = default;

    virtual LogLevel level() const = 0;
    virtual void set_level(LogLevel level) = 0;
    // "console", "journal", "null" and so on: the words of systemd.
    virtual std::string target() const = 0;
    // Whether the daemon can log there; if not, nothing changed.
    virtual bool set_target(std::string_view target) = 0;
};

}  // namespace opticward::daemon
