#include "daemon/publish/dbus/manager_object.h"

#include "daemon/publish/contract.h"
#include "daemon/publish/dbus/boundary.h"
#include "daemon/publish/dbus/object_path.h"
#include "daemon/publish/dbus/utf8.h"

#include <algorithm>

namespace opticward::daemon::bus {

namespace {

constexpr std::chrono::seconds longest_pause{std::chrono::days{1}};

sdbus::Error no_such_port(const std::string& name) {
    return error(unknown_object_error, "There is no port \"" + name + "\".");
}

Dictionary entry_of(const ConfigurationEntry& entry) {
    Dictionary setting{{"key", sdbus::Variant{sendable(entry.key)}}, {"value", variant(entry.value)}};
    if (entry.file.empty()) return setting;
    setting["file"] = sdbus::Variant{sendable(entry.file)};
    if (entry.line != 0) setting["line"] = sdbus::Variant{std::uint32_t{entry.line}};
    return setting;
}

// Where an alert of the whole board is told of.
sdbus::ObjectPath path_of(const std::string& port) {
    return sdbus::ObjectPath{port.empty() ? std::string{root_path} : port_path(port)};
}

}  // namespace

ManagerObject::ManagerObject(sdbus::IConnection& connection, ServiceState& state)
    : AdaptorInterfaces{connection, sdbus::ObjectPath{root_path}}, state_{state} {
    now_ = properties();
    told_ = now_;
    getObject().addObjectManager();
    registerAdaptor();
}

ManagerObject::~ManagerObject() {
    tried([this] { unregisterAdaptor(); });
}

ManagerProperties ManagerObject::properties() const {
    ManagerProperties properties = manager_properties(*state_.board);
    properties.poll_interval_usec =
        static_cast<std::uint64_t>(std::max<std::int64_t>(state_.settings.poll_interval.count(), 0));
    return properties;
}

void ManagerObject::update() {
    tried([this] {
        now_ = properties();
        ManagerProperties next = told_;
        const std::vector<std::string> names = tell(next, now_);
        if (names.empty() || !state_.connection.may_send()) return;
        changed(getObject(), Manager_adaptor::INTERFACE_NAME, names);
        told_ = next;
    });
}

void ManagerObject::tell_event(const Event& event) {
    tried([&] {
        if (event.alert && state_.connection.may_send()) {
            const Dictionary alert = dictionary(alert_value(*event.alert));
            const sdbus::ObjectPath port = path_of(event.alert->port);
            if (event.kind == EventKind::clear) emitAlertCleared(port, alert);
            if (event.kind == EventKind::raise || event.kind == EventKind::update) emitAlertRaised(port, alert);
        }
    });
    tried([&] {
        if (state_.connection.may_send()) emitEvent(dictionary(event_value(event)));
    });
}

void ManagerObject::Rescan() {
    guarded([&] { state_.commands.rescan(); });
}

void ManagerObject::Reload(sdbus::Result<>&& result) {
    if (!state_.requests->takes_reload()) return refuse(result, busy_error, "Too many reloads wait already.");
    guarded([&] {
        const std::uint64_t number = state_.requests->add_reload(std::move(result));
        state_.commands.reload(
            [weak = std::weak_ptr{state_.requests}, number](const std::optional<std::string>& problem) {
                if (const auto requests = weak.lock()) requests->answer_reload(number, problem);
            });
    });
}

void ManagerObject::Pause(const std::string& port, const std::uint32_t& seconds) {
    if (std::chrono::seconds{seconds} > longest_pause) {
        throw error(invalid_arguments_error, "A pause is at most a day: 86400 seconds.");
    }
    switch (guarded([&] { return state_.commands.pause(port, std::chrono::seconds{seconds}); })) {
        case Posted::taken: return;
        case Posted::unknown_port: throw no_such_port(port);
        case Posted::busy: throw error(busy_error, "The bus of the port hangs and takes nothing more.");
    }
}

sdbus::ObjectPath ManagerObject::GetPort(const std::string& name) {
    const auto named = [&](const auto& port) { return port->name == name; };
    if (!std::ranges::any_of(state_.board->ports, named)) throw no_such_port(name);
    return sdbus::ObjectPath{port_path(name)};
}

std::vector<Dictionary> ManagerObject::GetAlerts() {
    return guarded([&] {
        std::vector<Dictionary> alerts;
        for (const auto& port : state_.board->ports) {
            for (const Alert& alert : port->alerts) {
                alerts.push_back(dictionary(alert_value(alert)));
            }
        }
        return alerts;
    });
}

std::string ManagerObject::GetJson() {
    return guarded([&] { return sendable(ports_json(*state_.board, state_.now())); });
}

std::vector<Dictionary> ManagerObject::GetConfiguration() {
    return guarded([&] {
        std::vector<Dictionary> settings;
        settings.reserve(state_.configuration.size());
        for (const ConfigurationEntry& entry : state_.configuration) {
            settings.push_back(entry_of(entry));
        }
        return settings;
    });
}

std::string ManagerObject::Version() {
    return sendable(state_.settings.version);
}

}  // namespace opticward::daemon::bus
