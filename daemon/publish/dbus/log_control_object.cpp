#include "daemon/publish/dbus/log_control_object.h"

#include "daemon/publish/dbus/boundary.h"
#include "daemon/publish/dbus/object_path.h"
#include "daemon/publish/dbus/utf8.h"

namespace opticward::daemon::bus {

LogControlObject::LogControlObject(sdbus::IConnection& connection, LogControl& log_control)
    : AdaptorInterfaces{connection, sdbus::ObjectPath{log_control_path}}, log_control_{log_control} {
    registerAdaptor();
}

LogControlObject::~LogControlObject() {
    tried([this] { unregisterAdaptor(); });
}

std::string LogControlObject::LogLevel() {
    return guarded([&] { return std::string{text(log_control_.level())}; });
}

void LogControlObject::LogLevel(const std::string& value) {
    const auto level = log_level_by_name(value);
    if (!level) {
        throw error(invalid_arguments_error,
                    "\"" + value + "\" is no level: emerg, alert, crit, err, warning, notice, info or debug.");
    }
    guarded([&] { log_control_.set_level(*level); });
}

std::string LogControlObject::LogTarget() {
    return guarded([&] { return sendable(log_control_.target()); });
}

void LogControlObject::LogTarget(const std::string& value) {
    const bool taken = guarded([&] { return log_control_.set_target(value); });
    if (!taken) throw error(invalid_arguments_error, "The daemon cannot log to \"" + value + "\".");
}

std::string LogControlObject::SyslogIdentifier() {
    return "opticwardd";
}

}  // namespace opticward::daemon::bus
