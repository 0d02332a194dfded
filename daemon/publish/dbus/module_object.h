// The object .../ports/NAME/module: Module and Monitors, while one module stays in its port. Main thread only.
#pragma once

#include "daemon/publish/dbus/changes.h"
#include "daemon/publish/dbus/dictionary.h"
#include "daemon/publish/dbus/module_properties.h"
#include "daemon/publish/dbus/service_state.h"

#include <alt.opticward.Transceivers1-adaptor.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace opticward::daemon::bus {

class ModuleObject final : public sdbus::AdaptorInterfaces<::alt::opticward::Transceivers1::Module_adaptor,
                                                           ::alt::opticward::Transceivers1::Monitors_adaptor> {
public:
    // The port has a module.
    ModuleObject(sdbus::IConnection& connection, ServiceState& state, const PortSnapshot& port);
    ~ModuleObject();
    ModuleObject(const ModuleObject&) = delete;
    ModuleObject& operator=(const ModuleObject&) = delete;

    // The port still has the module that this object is of.
    bool is_of(const PortSnapshot& port) const;
    // What it says from now on. Nothing here throws.
    void take(const PortSnapshot& port);
    // Signals that it is there, or what changed since that was told.
    void tell_clients();
    void withdraw();

private:
    std::string FormFactor() override { return module_.form_factor; }
    std::string ManagementInterface() override { return module_.management_interface; }
    std::string ManagementRevision() override { return module_.management_revision; }
    std::string VendorName() override { return module_.vendor_name; }
    std::string PartNumber() override { return module_.part_number; }
    std::string SerialNumber() override { return module_.serial_number; }
    std::string Revision() override { return module_.revision; }
    std::string VendorOui() override { return module_.vendor_oui; }
    std::string DateCode() override { return module_.date_code; }
    std::string FirmwareVersion() override { return module_.firmware_version; }
    std::string Connector() override { return module_.connector; }
    std::string MediaType() override { return module_.media_type; }
    std::vector<std::string> Compliance() override { return module_.compliance; }
    std::uint32_t SupportedModes() override { return module_.supported_modes; }
    std::uint32_t LaneCount() override { return module_.lane_count; }
    double Wavelength() override { return module_.wavelength; }
    double CableLength() override { return module_.cable_length; }
    double MaxPower() override { return module_.max_power; }
    std::uint32_t State() override { return module_state_; }
    std::vector<Dictionary> Applications() override;

    std::uint64_t SampleTimestamp() override { return now_.sample_timestamp; }
    std::vector<std::string> SupportedMonitors() override { return now_.supported; }
    double Temperature() override { return now_.value(MonitorId::temperature); }
    double SupplyVoltage() override { return now_.value(MonitorId::supply_voltage); }
    std::vector<double> TxBias() override { return now_.lanes(MonitorId::tx_bias); }
    std::vector<double> TxPower() override { return now_.lanes(MonitorId::tx_power); }
    std::vector<double> RxPower() override { return now_.lanes(MonitorId::rx_power); }
    std::vector<double> TxPowerDbm() override { return dbm(now_.lanes(MonitorId::tx_power)); }
    std::vector<double> RxPowerDbm() override { return dbm(now_.lanes(MonitorId::rx_power)); }
    std::map<std::string, sdbus::Struct<double, double, double, double>> Thresholds() override;
    std::map<std::string, std::vector<std::uint32_t>> MonitorStates() override { return now_.states; }
    std::map<std::string, std::vector<bool>> Flags() override { return now_.flags; }
    std::vector<std::uint32_t> DataPathStates() override { return now_.data_path_states; }

    void tell_state();
    void tell_monitors();

    ServiceState& state_;
    std::uint64_t insertion_;
    std::shared_ptr<const ModuleFacts> facts_;  // kept, so that no other has its address
    ModuleProperties module_;
    std::uint32_t module_state_;
    std::uint32_t told_module_state_;
    MonitorProperties now_;
    MonitorProperties told_;
    bool announced_ = false;
};

}  // namespace opticward::daemon::bus
