// The daemon's log: one line a message on standard error, for people and for the journal. Any thread.
#pragma once

#include "config/settings.h"

#include <memory>
#include <string_view>

namespace spdlog {
class logger;  // NOLINT(readability-identifier-naming): spdlog's name
}

namespace opticward::daemon {

// On a terminal with colours; where standard error leads to the journal, without time stamps and with the priority in the
// journal's form ("<4>..."). Messages of less weight than `level` are dropped.
std::shared_ptr<spdlog::logger> open_log(config::LogLevel level);

// For the parts of the program that need no more than this.
void log_info(spdlog::logger& log, std::string_view message);
void log_warning(spdlog::logger& log, std::string_view message);
void log_error(spdlog::logger& log, std::string_view message);
void flush(spdlog::logger& log);
void set_level(spdlog::logger& log, config::LogLevel level);

}  // namespace opticward::daemon
