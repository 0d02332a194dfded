#include "daemon/publish/dbus_link.h"

#include "daemon/log.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace opticward::daemon {

namespace {

// A bus that is not there costs nothing, one that hangs costs two seconds of the main thread.
constexpr std::chrono::seconds between_attempts{30};

ConfigurationEntry entry(const config::SettingOrigin& origin) {
    return {.key = origin.key,
            .value = std::visit([](const auto& value) { return cmis::Value{value}; }, origin.value),
            .file = origin.file,
            .line = static_cast<unsigned>(origin.line)};
}

// The interval that most ports have, as a number for people: the shortest of all buses.
std::chrono::microseconds poll_interval(const config::Settings& settings) {
    auto shortest = settings.poll.interval;
    for (const config::BusSettings& bus : settings.buses) {
        shortest = &bus == &settings.buses.front() ? bus.interval : std::min(shortest, bus.interval);
    }
    return shortest;
}

}  // namespace

DbusLink::DbusLink(std::string address, std::string version, spdlog::logger& log, LogControl& log_control,
                   std::function<Instant()> now)
    : settings_{.address = std::move(address), .version = std::move(version)},
      log_{log},
      log_control_{log_control},
      now_{std::move(now)} {}

void DbusLink::configure(const config::Settings& settings) {
    wanted_ = settings.dbus_enabled;
    settings_.poll_interval = poll_interval(settings);
    configuration_.clear();
    for (const config::SettingOrigin& origin : settings.origins) {
        configuration_.push_back(entry(origin));
    }
    next_attempt_ = SteadyTime::min();
    if (service_) {
        service_->set_poll_interval(settings_.poll_interval);
        service_->set_configuration(configuration_);
    }
}

void DbusLink::publish(const std::shared_ptr<const Board>& board, std::span<const Event> events, Commands& commands) {
    if (!wanted_) return leave();
    const SteadyTime now = board->at.steady;
    if (!service_ && now >= next_attempt_) connect(now, commands);
    if (service_) service_->publish(board, events);
}

void DbusLink::connect(SteadyTime now, Commands& commands) {
    next_attempt_ = now + between_attempts;
    auto service = DbusService::connect(settings_, commands, log_control_, now_);
    if (!service) {
        if (!std::exchange(told_without_, true)) {
            log_warning(log_, "There is no D-Bus; everything else goes on, and the bus is looked for twice a minute: " +
                                  service.error() + " event=dbus");
        }
        return;
    }
    service_ = std::move(*service);
    service_->set_configuration(configuration_);
    log_info(log_, "On D-Bus as alt.opticward.Transceivers1. event=dbus");
    told_without_ = false;
}

DbusPoll DbusLink::poll_data() const {
    return service_ ? service_->poll_data() : DbusPoll{};
}

void DbusLink::dispatch() {
    if (!service_ || service_->dispatch()) return;
    log_warning(log_, "The connection to D-Bus is lost. event=dbus");
    service_.reset();
    told_without_ = true;
    next_attempt_ = now_().steady + std::chrono::seconds{1};
}

void DbusLink::leave() {
    if (!service_) return;
    if (service_->takes_messages()) {
        service_.reset();
        return;
    }
    // Its destructor would wait for a bus that takes nothing.
    [[maybe_unused]] const DbusService* const left_behind = service_.release();
}

}  // namespace opticward::daemon
