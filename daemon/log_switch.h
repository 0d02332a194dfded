// The log's level and target, changed while the daemon runs (org.freedesktop.LogControl1). Main thread.
#pragma once

#include "daemon/publish/log_control.h"

#include <memory>
#include <string>
#include <string_view>

namespace spdlog {
class logger;  // NOLINT(readability-identifier-naming): spdlog's name
}

namespace opticward::daemon {

class LogSwitch final : public LogControl {
public:
    // `log` must live longer.
    explicit LogSwitch(spdlog::logger& log) : log_{log} {}

    LogLevel level() const override;
    void set_level(LogLevel level) override;
    // Where the lines go is decided at the start: "journal" or "console".
    std::string target() const override;
    bool set_target(std::string_view target) override;

private:
    spdlog::logger& log_;
};

}  // namespace opticward::daemon
