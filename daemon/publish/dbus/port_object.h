// The object .../ports/NAME: a cage, with the object of the module in it. Main thread only.
#pragma once

#include "daemon/publish/dbus/changes.h"
#include "daemon/publish/dbus/module_object.h"
#include "daemon/publish/dbus/service_state.h"

#include <alt.opticward.Transceivers1-adaptor.h>
#include <memory>
#include <string>
#include <vector>

namespace opticward::daemon::bus {

class PortObject final : public sdbus::AdaptorInterfaces<::alt::opticward::Transceivers1::Port_adaptor> {
public:
    PortObject(sdbus::IConnection& connection, ServiceState& state, std::shared_ptr<const PortSnapshot> port);
    ~PortObject();
    PortObject(const PortObject&) = delete;
    PortObject& operator=(const PortObject&) = delete;

    // What it says from now on. Nothing here throws.
    void take(std::shared_ptr<const PortSnapshot> port);
    // Signals that it or its module is there, and what changed since that was told.
    void tell_clients();
    // It goes, and its module with it.
    void withdraw();

private:
    void Refresh(sdbus::Result<>&& result) override;
    std::vector<std::uint8_t> ReadPage(const std::uint8_t& bank, const std::uint8_t& page) override;
    std::vector<std::uint8_t> ReadLowerMemory() override;
    std::vector<sdbus::Struct<std::uint8_t, std::uint8_t>> ListPages() override;
    std::string GetJson() override;

    std::string Name() override { return now_.name; }
    std::string Label() override { return now_.label; }
    bool Present() override { return now_.present; }
    sdbus::ObjectPath Module() override { return sdbus::ObjectPath{now_.module}; }
    std::vector<std::string> Netdevs() override { return now_.netdevs; }
    std::vector<std::string> RdmaDevices() override { return now_.rdma_devices; }
    std::string State() override { return now_.state; }
    std::uint64_t LastReadTimestamp() override { return now_.last_read_timestamp; }
    std::uint32_t ConsecutiveFailures() override { return now_.consecutive_failures; }
    std::string LastError() override { return now_.last_error; }
    std::string LastErrorExplanation() override { return now_.last_error_explanation; }
    std::uint32_t Severity() override { return now_.severity; }
    std::uint32_t ExpectedMode() override { return now_.expected_mode; }
    std::uint32_t ActualMode() override { return now_.actual_mode; }
    std::uint32_t ModeVerdict() override { return now_.mode_verdict; }
    std::string ModeReason() override { return now_.mode_reason; }

    void tell_port();
    void take_module();
    void remove_module();
    const cmis::MemoryMap& memory() const;
    std::vector<std::uint8_t> bytes_of(cmis::PageId page) const;

    ServiceState& state_;
    std::shared_ptr<const PortSnapshot> port_;
    PortProperties now_;
    PortProperties told_;
    std::unique_ptr<ModuleObject> module_;
    bool announced_ = false;
};

}  // namespace opticward::daemon::bus
