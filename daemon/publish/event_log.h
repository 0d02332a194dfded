// Writes events as log lines: a sentence for a person, then key=value for programs. One line an event, whatever a
// module's memory says.
#pragma once

#include "daemon/judge/event.h"
#include "daemon/publish/event_sink.h"

#include <memory>
#include <string>

namespace spdlog {
class logger;  // NOLINT(readability-identifier-naming): spdlog's name
}

namespace opticward::daemon {

// "The temperature of swp7 rose to 70.1 C; its high warning is at 70.0 C. event=raise port=swp7 severity=warning ..."
std::string log_line(const Event& event);

// Main thread.
class EventLog : public EventSink {
public:
    explicit EventLog(std::shared_ptr<spdlog::logger> logger);
    ~EventLog() override;
    EventLog(const EventLog&) = delete;
    EventLog& operator=(const EventLog&) = delete;

    void write(const Event& event) override;
    // Whether the logger's level lets it through.
    bool wants(const Event& event) const;

private:
    std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace opticward::daemon
