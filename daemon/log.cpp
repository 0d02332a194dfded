#include "daemon/log.h"

#include "daemon/publish/journal.h"

#include <memory>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

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

// The weight of a line, as the journal reads it from a stream: sd-daemon(3).
class JournalPriority : public spdlog::custom_flag_formatter {
public:
    void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
        const std::string_view prefix = prefix_of(message.level);
        out.append(prefix.data(), prefix.data() + prefix.size());
    }
    std::unique_ptr<spdlog::custom_flag_formatter> clone() const override {
        return std::make_unique<JournalPriority>();
    }

private:
    static std::string_view prefix_of(spdlog::level::level_enum level) {
        switch (level) {
            case spdlog::level::critical:
            case spdlog::level::err: return "<3>";
            case spdlog::level::warn: return "<4>";
            case spdlog::level::info: return "<6>";
            default: return "<7>";
        }
    }
};

std::unique_ptr<spdlog::formatter> journal_format() {
    auto format = std::make_unique<spdlog::pattern_formatter>();
    format->add_flag<JournalPriority>('*').set_pattern("%*%v");
    return format;
}

std::shared_ptr<spdlog::sinks::sink> open_sink(bool journal) {
    if (!journal && ::isatty(STDERR_FILENO) == 1) {
        return std::make_shared<spdlog::sinks::stderr_color_sink_mt>(spdlog::color_mode::always);
    }
    return std::make_shared<spdlog::sinks::stderr_sink_mt>();
}

}  // namespace

std::shared_ptr<spdlog::logger> open_log(config::LogLevel level) {
    const bool journal = on_journal();
    auto log = std::make_shared<spdlog::logger>("opticwardd", open_sink(journal));
    log->set_level(level_of(level));
    if (journal) {
        log->set_formatter(journal_format());
    } else {
        log->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %^%l%$ %v");  // %^ to %$ is coloured where the sink has colours
    }
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
