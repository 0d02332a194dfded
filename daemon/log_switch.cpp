#include "daemon/log_switch.h"

#include "daemon/publish/journal.h"

#include <spdlog/logger.h>

namespace opticward::daemon {

LogLevel LogSwitch::level() const {
    switch (log_.level()) {
        case spdlog::level::trace:
        case spdlog::level::debug: return LogLevel::debug;
        case spdlog::level::info: return LogLevel::info;
        case spdlog::level::warn: return LogLevel::warning;
        case spdlog::level::err: return LogLevel::err;
        default: return LogLevel::crit;
    }
}

void LogSwitch::set_level(LogLevel level) {
    switch (level) {
        case LogLevel::debug: return log_.set_level(spdlog::level::debug);
        case LogLevel::info:
        case LogLevel::notice: return log_.set_level(spdlog::level::info);
        case LogLevel::warning: return log_.set_level(spdlog::level::warn);
        case LogLevel::err: return log_.set_level(spdlog::level::err);
        default: return log_.set_level(spdlog::level::critical);
    }
}

std::string LogSwitch::target() const {
    return on_journal() ? "journal" : "console";
}

bool LogSwitch::set_target(std::string_view target) {
    return target == this->target() || target == "auto";
}

}  // namespace opticward::daemon
