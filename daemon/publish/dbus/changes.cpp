#include "daemon/publish/dbus/changes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace opticward::daemon::bus {

namespace {

// contracts.md, "D-Bus dead bands".
constexpr double celsius_band = 0.5;
constexpr double volts_band = 0.01;
constexpr double ratio_band = 0.01;
constexpr double decibels_band = 0.1;

// One property: whether it differs, and how the new value becomes what is told.
template <class Owner>
struct PropertyRow {
    std::string_view name;
    bool (*differs)(const Owner& told, const Owner& now);
    void (*take)(Owner& told, const Owner& now);
};

template <auto Member, class Owner>
constexpr PropertyRow<Owner> row(std::string_view name) {
    return {.name = name,
            .differs = [](const Owner& told, const Owner& now) { return told.*Member != now.*Member; },
            .take = [](Owner& told, const Owner& now) { told.*Member = now.*Member; }};
}

template <class Owner, std::size_t Count>
void tell_rows(const std::array<PropertyRow<Owner>, Count>& rows, Owner& told, const Owner& now,
               std::vector<std::string>& names) {
    for (const PropertyRow<Owner>& property : rows) {
        if (!property.differs(told, now)) continue;
        property.take(told, now);
        names.emplace_back(property.name);
    }
}

constexpr std::array port_rows{
    row<&PortProperties::label, PortProperties>("Label"),
    row<&PortProperties::present, PortProperties>("Present"),
    row<&PortProperties::module, PortProperties>("Module"),
    row<&PortProperties::netdevs, PortProperties>("Netdevs"),
    row<&PortProperties::rdma_devices, PortProperties>("RdmaDevices"),
    row<&PortProperties::state, PortProperties>("State"),
    row<&PortProperties::consecutive_failures, PortProperties>("ConsecutiveFailures"),
    row<&PortProperties::last_error, PortProperties>("LastError"),
    row<&PortProperties::last_error_explanation, PortProperties>("LastErrorExplanation"),
    row<&PortProperties::severity, PortProperties>("Severity"),
    row<&PortProperties::expected_mode, PortProperties>("ExpectedMode"),
    row<&PortProperties::actual_mode, PortProperties>("ActualMode"),
    row<&PortProperties::mode_verdict, PortProperties>("ModeVerdict"),
    row<&PortProperties::mode_reason, PortProperties>("ModeReason"),
};

constexpr std::array manager_rows{
    row<&ManagerProperties::poll_interval_usec, ManagerProperties>("PollIntervalUSec"),
    row<&ManagerProperties::port_count, ManagerProperties>("PortCount"),
    row<&ManagerProperties::present_count, ManagerProperties>("PresentCount"),
    row<&ManagerProperties::active_alert_count, ManagerProperties>("ActiveAlertCount"),
    row<&ManagerProperties::severity, ManagerProperties>("Severity"),
};

constexpr std::array plain_monitor_rows{
    row<&MonitorProperties::supported, MonitorProperties>("SupportedMonitors"),
    row<&MonitorProperties::thresholds, MonitorProperties>("Thresholds"),
    row<&MonitorProperties::states, MonitorProperties>("MonitorStates"),
    row<&MonitorProperties::flags, MonitorProperties>("Flags"),
    row<&MonitorProperties::data_path_states, MonitorProperties>("DataPathStates"),
};

bool any_moved(Hysteresis kind, const std::vector<double>& told, const std::vector<double>& now) {
    return !std::ranges::equal(told, now, [&](double before, double after) { return !moved(kind, before, after); });
}

bool is_zero(double value) {
    return std::fpclassify(value) == FP_ZERO;
}

}  // namespace

bool moved(Hysteresis kind, double told, double now) {
    if (std::isnan(told) || std::isnan(now)) return std::isnan(told) != std::isnan(now);
    switch (kind) {
        case Hysteresis::celsius: return std::abs(now - told) > celsius_band;
        case Hysteresis::volts: return std::abs(now - told) > volts_band;
        case Hysteresis::ratio_of_limit: return std::abs(now - told) > ratio_band * std::abs(told);
        case Hysteresis::decibels:
            if (is_zero(told) || is_zero(now)) return is_zero(told) != is_zero(now);
            return std::abs(10 * std::log10(now / told)) > decibels_band;
    }
    return true;
}

std::vector<std::string> tell(PortProperties& told, const PortProperties& now) {
    std::vector<std::string> names;
    tell_rows(port_rows, told, now, names);
    return names;
}

std::vector<std::string> tell(ManagerProperties& told, const ManagerProperties& now) {
    std::vector<std::string> names;
    tell_rows(manager_rows, told, now, names);
    return names;
}

std::vector<std::string> tell(MonitorProperties& told, const MonitorProperties& now) {
    std::vector<std::string> names;
    for (const MonitorRow& monitor : monitors) {
        const auto index = static_cast<std::size_t>(monitor.id);
        if (!any_moved(monitor.hysteresis, told.values[index], now.values[index])) continue;
        told.values[index] = now.values[index];
        names.push_back(property_name(monitor));
        if (!monitor.dbm_metric.empty()) names.push_back(property_name(monitor) + "Dbm");
    }
    tell_rows(plain_monitor_rows, told, now, names);
    return names;
}

}  // namespace opticward::daemon::bus
