#include "daemon/log.h"

#include <cstdlib>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace opticward::daemon {

namespace {

spdlog::level::level_enum level_of(config::LogLevel level) {
    switch (level) {
        case config::LogLevel::debug: return spdlog::level::debug;
        case config::LogLevel::info: return spdlog::level::info;
        case config::LogLevel::warning: return spdlog::level::warn;
        case config::LogLevel::error: return spdlog::level::err;
    }
    return spdlog::level::info;
}

}  // namespace

std::shared_ptr<spdlog::logger> open_log(config::LogLevel level) {
    auto log = std::make_shared<spdlog::logger>("opticwardd", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    log->set_level(level_of(level));
    log->set_pattern(std::getenv("JOURNAL_STREAM") != nullptr ? "%l %v" : "%Y-%m-%dT%H:%M:%S.%e%z %l %v");
    log->flush_on(spdlog::level::info);
    return log;
}

void log_info(spdlog::logger& log, std::string_view message) {
    log.info("{}", message);
}

void log_warning(spdlog::logger& log, std::string_view message) {
    log.warn("{}", message);
}

void log_error(spdlog::logger& log, std::string_view message) {
    log.error("{}", message);
}

void set_level(spdlog::logger& log, config::LogLevel level) {
    log.set_level(level_of(level));
}

void flush(spdlog::logger& log) {
    log.flush();
}

}  // namespace opticward::daemon
