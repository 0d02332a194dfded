#include "tests/daemon/dbus/bus_client.h"

#include <iterator>
#include <stdexcept>

namespace opticward::test {

namespace bus = daemon::bus;

ManagerProxy::ManagerProxy(sdbus::IConnection& connection)
    : ProxyInterfaces{connection, bus::service(bus::service_name), sdbus::ObjectPath{bus::root_path}} {
    registerProxy();
}

PortProxy::PortProxy(sdbus::IConnection& connection, const std::string& port)
    : ProxyInterfaces{connection, bus::service(bus::service_name), sdbus::ObjectPath{bus::port_path(port)}} {
    registerProxy();
}

ModuleProxy::ModuleProxy(sdbus::IConnection& connection, const std::string& port)
    : ProxyInterfaces{connection, bus::service(bus::service_name), sdbus::ObjectPath{bus::module_path(port)}} {
    registerProxy();
}

LogControlProxy::LogControlProxy(sdbus::IConnection& connection)
    : ProxyInterfaces{connection, bus::service(bus::service_name), sdbus::ObjectPath{bus::log_control_path}} {
    registerProxy();
}

ManagedObjects managed_objects(sdbus::IConnection& connection) {
    const auto proxy =
        sdbus::createProxy(connection, bus::service(bus::service_name), sdbus::ObjectPath{bus::root_path});
    ManagedObjects objects;
    proxy->callMethod("GetManagedObjects").onInterface("org.freedesktop.DBus.ObjectManager").storeResultsTo(objects);
    return objects;
}

SignalRecord::SignalRecord(const std::string& address)
    : connection_{sdbus::createSessionBusConnectionWithAddress(address)} {
    bus::listen(*connection_, std::string{"type='signal',sender='"} + bus::service_name + "'",
                [this](sdbus::Message& message) { take(message); });
    connection_->enterEventLoopAsync();
}

SignalRecord::~SignalRecord() {
    connection_->leaveEventLoop();
}

void SignalRecord::take(sdbus::Message& message) {
    Signal signal{.path = message.getPath(), .member = message.getMemberName()};
    if (signal.member == "PropertiesChanged") {
        message >> signal.interface >> signal.values;
        for (const auto& [name, value] : signal.values) {
            signal.names.push_back(name);
        }
    } else if (signal.member == "InterfacesAdded") {
        sdbus::ObjectPath path;
        std::map<std::string, Dictionary> interfaces;
        message >> path >> interfaces;
        signal.path = path;
        for (const auto& [name, values] : interfaces) {
            signal.names.push_back(name);
        }
    } else if (signal.member == "InterfacesRemoved") {
        sdbus::ObjectPath path;
        message >> path >> signal.names;
        signal.path = path;
    } else if (signal.member == "Event") {
        message >> signal.values;
        signal.sentence = signal.values.at("sentence").get<std::string>();
    } else if (signal.member == "AlertRaised" || signal.member == "AlertCleared") {
        sdbus::ObjectPath path;
        message >> path >> signal.values;
        signal.path = path;
    }
    const std::lock_guard lock{mutex_};
    signals_.push_back(std::move(signal));
    came_.notify_all();
}

std::vector<Signal> SignalRecord::up_to(const std::string& sentence) {
    std::unique_lock lock{mutex_};
    std::size_t looked_at = 0;  // there may be thousands, so each is looked at once
    const auto came = [&] {
        while (looked_at < signals_.size() && signals_[looked_at].sentence != sentence) {
            ++looked_at;
        }
        return looked_at < signals_.size();
    };
    if (!came_.wait_for(lock, std::chrono::seconds{10}, came)) {
        throw std::runtime_error{"no event came that says: " + sentence};
    }
    const auto last = std::next(signals_.begin(), static_cast<std::ptrdiff_t>(looked_at));
    std::vector<Signal> before{signals_.begin(), last};
    signals_.erase(signals_.begin(), std::next(last));
    return before;
}

}  // namespace opticward::test
