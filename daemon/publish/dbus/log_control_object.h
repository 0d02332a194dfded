// The object /org/freedesktop/LogControl1. Main thread only.
#pragma once

#include "daemon/publish/dbus/compat.h"
#include "daemon/publish/log_control.h"

#include <org.freedesktop.LogControl1-adaptor.h>
#include <string>

namespace opticward::daemon::bus {

class LogControlObject final : public sdbus::AdaptorInterfaces<::org::freedesktop::LogControl1_adaptor> {
public:
    LogControlObject(sdbus::IConnection& connection, LogControl& log_control);
    ~LogControlObject();
    LogControlObject(const LogControlObject&) = delete;
    LogControlObject& operator=(const LogControlObject&) = delete;

private:
    std::string LogLevel() override;
    void LogLevel(const std::string& value) override;
    std::string LogTarget() override;
    void LogTarget(const std::string& value) override;
    std::string SyslogIdentifier() override;

    LogControl& log_control_;
};

}  // namespace opticward::daemon::bus
