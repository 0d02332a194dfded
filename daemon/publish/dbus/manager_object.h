// The object /alt/opticward/Transceivers1: Manager and ObjectManager. Main thread only.
#pragma once

#include "daemon/judge/event.h"
#include "daemon/publish/dbus/changes.h"
#include "daemon/publish/dbus/dictionary.h"
#include "daemon/publish/dbus/service_state.h"

#include <alt.opticward.Transceivers1-adaptor.h>
#include <string>
#include <vector>

namespace opticward::daemon::bus {

class ManagerObject final : public sdbus::AdaptorInterfaces<::alt::opticward::Transceivers1::Manager_adaptor> {
public:
    ManagerObject(sdbus::IConnection& connection, ServiceState& state);
    ~ManagerObject();
    ManagerObject(const ManagerObject&) = delete;
    ManagerObject& operator=(const ManagerObject&) = delete;

    // By the board and the settings of the state. Nothing throws.
    void update();
    void tell_event(const Event& event);

private:
    void Rescan() override;
    void Reload(sdbus::Result<>&& result) override;
    void Pause(const std::string& port, const std::uint32_t& seconds) override;
    sdbus::ObjectPath GetPort(const std::string& name) override;
    std::vector<Dictionary> GetAlerts() override;
    std::string GetJson() override;
    std::vector<Dictionary> GetConfiguration() override;

    std::string Version() override;
    std::uint64_t PollIntervalUSec() override { return now_.poll_interval_usec; }
    std::uint32_t PortCount() override { return now_.port_count; }
    std::uint32_t PresentCount() override { return now_.present_count; }
    std::uint32_t ActiveAlertCount() override { return now_.active_alert_count; }
    std::uint32_t Severity() override { return now_.severity; }
    std::uint64_t LastPollTimestamp() override { return now_.last_poll_timestamp; }

    ManagerProperties properties() const;

    ServiceState& state_;
    ManagerProperties now_;
    ManagerProperties told_;
};

}  // namespace opticward::daemon::bus
