#include "daemon/publish/dbus/dbus_service.h"

#include "daemon/publish/dbus/boundary.h"
#include "daemon/publish/dbus/log_control_object.h"
#include "daemon/publish/dbus/manager_object.h"
#include "daemon/publish/dbus/object_path.h"
#include "daemon/publish/dbus/port_object.h"
#include "daemon/publish/dbus/service_state.h"

#include <map>
#include <utility>

namespace opticward::daemon {

class DbusService::Objects {
public:
    explicit Objects(bus::ServiceState state)
        : state_{std::move(state)},
          log_control_{*state_.connection, state_.log_control},
          manager_{*state_.connection, state_} {}

    bus::ServiceState& state() { return state_; }
    bus::ManagerObject& manager() { return manager_; }

    void update_ports();

private:
    // A port of the board of this turn, or one that is gone.
    struct Entry {
        std::unique_ptr<bus::PortObject> object;
        std::uint64_t turn = 0;
    };

    void update_port(const std::shared_ptr<const PortSnapshot>& port);

    // In this order: the objects go before the connection.
    bus::ServiceState state_;
    bus::LogControlObject log_control_;
    bus::ManagerObject manager_;
    std::map<std::string, Entry, std::less<>> ports_;
    std::uint64_t turn_ = 0;
};

void DbusService::Objects::update_ports() {
    ++turn_;
    for (const auto& port : state_.board->ports) {
        bus::tried([&] { update_port(port); });
    }
    std::erase_if(ports_, [this](const auto& named) {
        const Entry& entry = named.second;
        if (entry.turn == turn_) return false;
        entry.object->withdraw();
        return true;
    });
}

void DbusService::Objects::update_port(const std::shared_ptr<const PortSnapshot>& port) {
    auto found = ports_.find(port->name);
    if (found == ports_.end()) {
        auto object = std::make_unique<bus::PortObject>(*state_.connection, state_, port);
        found = ports_.emplace(port->name, Entry{.object = std::move(object)}).first;
    }
    if (found->second.turn == turn_) return;  // names are unique; this one is not
    found->second.turn = turn_;
    found->second.object->take(port);
    found->second.object->tell_clients();
}

std::expected<std::unique_ptr<DbusService>, std::string> DbusService::connect(const DbusSettings& settings,
                                                                              Commands& commands,
                                                                              LogControl& log_control,
                                                                              std::function<Instant()> now) {
    auto connection = bus::BusConnection::open(settings.address);
    if (!connection) return std::unexpected{std::move(connection.error())};
    try {
        auto objects = std::make_unique<Objects>(bus::ServiceState{.connection = std::move(*connection),
                                                                   .settings = settings,
                                                                   .commands = commands,
                                                                   .log_control = log_control,
                                                                   .now = std::move(now),
                                                                   .board = std::make_shared<const Board>()});
        // Last, so that who sees the name sees the objects.
        (*objects->state().connection).requestName(bus::service(bus::service_name));
        return std::unique_ptr<DbusService>{new DbusService{std::move(objects)}};
    } catch (const std::exception& problem) {
        return std::unexpected{"the name " + std::string{bus::service_name} + ": " + bus::one_line(problem)};
    }
}

DbusService::DbusService(std::unique_ptr<Objects> objects) : objects_{std::move(objects)} {}

DbusService::~DbusService() = default;

DbusPoll DbusService::poll_data() const {
    return objects_->state().connection.poll_data();
}

bool DbusService::dispatch() {
    return objects_->state().connection.dispatch(objects_->state().now);
}

bool DbusService::takes_messages() const {
    return !objects_->state().connection.waits();
}

void DbusService::publish(std::shared_ptr<const Board> board, std::span<const Event> events) {
    bus::ServiceState& state = objects_->state();
    if (!board || state.connection.lost()) return;
    state.board = std::move(board);
    objects_->update_ports();
    objects_->manager().update();
    for (const Event& event : events) {
        objects_->manager().tell_event(event);
    }
    bus::tried([&] { state.requests->answer_refreshes(*state.board); });
}

void DbusService::set_configuration(std::vector<ConfigurationEntry> entries) {
    objects_->state().configuration = std::move(entries);
}

void DbusService::set_poll_interval(std::chrono::microseconds interval) {
    objects_->state().settings.poll_interval = interval;
    objects_->manager().update();
}

}  // namespace opticward::daemon
