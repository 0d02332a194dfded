// What the objects of the service share. Owned by the service, outlives the objects; main thread only.
#pragma once

#include "daemon/publish/commands.h"
#include "daemon/publish/dbus/bus_connection.h"
#include "daemon/publish/dbus/dbus_service.h"
#include "daemon/publish/dbus/requests.h"
#include "daemon/publish/log_control.h"

#include <functional>
#include <memory>
#include <vector>

namespace opticward::daemon::bus {

struct ServiceState {
    BusConnection connection;
    DbusSettings settings;
    Commands& commands;
    LogControl& log_control;
    std::function<Instant()> now;
    std::shared_ptr<const Board> board;  // never null
    std::vector<ConfigurationEntry> configuration = {};
    // Shared with the answers of reloads, which may come when the service is gone.
    std::shared_ptr<Requests> requests = std::make_shared<Requests>();
};

}  // namespace opticward::daemon::bus
