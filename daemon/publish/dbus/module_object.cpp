#include "daemon/publish/dbus/module_object.h"

#include "daemon/publish/dbus/boundary.h"
#include "daemon/publish/dbus/object_path.h"
#include "daemon/publish/dbus/port_properties.h"

namespace opticward::daemon::bus {

ModuleObject::ModuleObject(sdbus::IConnection& connection, ServiceState& state, const PortSnapshot& port)
    : AdaptorInterfaces{connection, sdbus::ObjectPath{module_path(port.name)}},
      state_{state},
      insertion_{port.insertion->number},
      facts_{port.facts},
      module_{module_properties(*port.insertion, *port.facts)},
      module_state_{module_state(port)},
      told_module_state_{module_state_},
      now_{monitor_properties(port)},
      told_{now_} {
    registerAdaptor();
}

ModuleObject::~ModuleObject() {
    tried([this] { unregisterAdaptor(); });
}

bool ModuleObject::is_of(const PortSnapshot& port) const {
    return has_module(port) && port.insertion->number == insertion_ && port.facts == facts_;
}

void ModuleObject::withdraw() {
    if (!announced_ || !state_.connection.may_send()) return;
    tried([this] { getObject().emitInterfacesRemovedSignal(); });
}

void ModuleObject::take(const PortSnapshot& port) {
    tried([&] {
        module_state_ = module_state(port);
        now_ = monitor_properties(port);
    });
}

void ModuleObject::tell_clients() {
    if (announced_) {
        tried([this] { tell_state(); });
        tried([this] { tell_monitors(); });
        return;
    }
    if (!state_.connection.may_send()) return;
    announced_ = tried([this] { getObject().emitInterfacesAddedSignal(); });
    told_module_state_ = module_state_;
    told_ = now_;
}

void ModuleObject::tell_state() {
    if (told_module_state_ == module_state_ || !state_.connection.may_send()) return;
    changed(getObject(), Module_adaptor::INTERFACE_NAME, {"State"});
    told_module_state_ = module_state_;
}

void ModuleObject::tell_monitors() {
    MonitorProperties next = told_;
    const std::vector<std::string> names = tell(next, now_);
    if (names.empty() || !state_.connection.may_send()) return;
    changed(getObject(), Monitors_adaptor::INTERFACE_NAME, names);
    told_ = std::move(next);
}

std::vector<Dictionary> ModuleObject::Applications() {
    return guarded([&] {
        std::vector<Dictionary> list;
        list.reserve(module_.applications.size());
        for (const cmis::Value& application : module_.applications) {
            list.push_back(dictionary(application));
        }
        return list;
    });
}

std::map<std::string, sdbus::Struct<double, double, double, double>> ModuleObject::Thresholds() {
    std::map<std::string, sdbus::Struct<double, double, double, double>> limits;
    for (const auto& [monitor, levels] : now_.thresholds) {
        limits.emplace(monitor, sdbus::Struct<double, double, double, double>{levels.high_alarm, levels.high_warning,
                                                                              levels.low_warning, levels.low_alarm});
    }
    return limits;
}

}  // namespace opticward::daemon::bus
