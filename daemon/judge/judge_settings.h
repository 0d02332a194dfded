// What the judge knows of the configuration. Plain values that the wiring fills in; the daemon's other stages and the
// settings file are unknown here.
#pragma once

#include "drivers/host_port/host_port.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace opticward::daemon {

// One cage. `protocol`, `link_up` and `admin_up` are what the board file says where nothing observed tells.
struct PortSettings {
    std::string name;
    std::string label;
    std::string bus;
    std::string source;  // the driver's name
    std::chrono::milliseconds interval{10'000};
    std::optional<drivers::LinkLayer> protocol;
    std::optional<drivers::LinkLayer> expected_protocol;
    std::optional<bool> link_up;
    std::optional<bool> admin_up;
    drivers::HostPortSource host;  // the names of its network and RDMA device, for the join metrics
};

// Numbers of contracts.md, "Levels and flags" and "Numbers".
struct JudgeSettings {
    std::chrono::milliseconds clear_after{60'000};
    double temperature_hysteresis_celsius = 2.0;
    double supply_voltage_hysteresis_volts = 0.02;
    double tx_bias_hysteresis_ratio = 0.02;  // of the limit
    double optical_power_hysteresis_decibels = 0.5;
    unsigned stale_periods = 3;
    std::chrono::milliseconds stale_at_least{30'000};
    // A poll that fails now and then is a counter; a module that fails so many polls in a row is an alert.
    std::uint32_t failures_before_alert = 3;
    // The first sweep is summed up in one event; a port that tells nothing for so long does not hold that up.
    std::chrono::milliseconds first_sweep_limit{20'000};
};

}  // namespace opticward::daemon
