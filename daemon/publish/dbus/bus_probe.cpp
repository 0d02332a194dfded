#include "daemon/publish/dbus/bus_probe.h"

#include <system_error>
#include <systemd/sd-bus.h>

namespace opticward::daemon::bus {

namespace {

int open_at(const std::string& address, sd_bus*& connection) {
    if (address.empty()) return sd_bus_open_system(&connection);
    int result = sd_bus_new(&connection);
    if (result >= 0) result = sd_bus_set_address(connection, address.c_str());
    if (result >= 0) result = sd_bus_set_bus_client(connection, 1);
    return result >= 0 ? sd_bus_start(connection) : result;
}

}  // namespace

std::optional<std::string> why_no_bus(const std::string& address) {
    sd_bus* connection = nullptr;
    const int result = open_at(address, connection);
    sd_bus_close_unref(connection);
    if (result >= 0) return std::nullopt;
    return "Failed to open bus (" + std::generic_category().message(-result) + ")";
}

}  // namespace opticward::daemon::bus
