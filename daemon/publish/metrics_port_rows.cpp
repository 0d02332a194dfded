// What a port and its module are, and how reading it goes.
#include "cmis/interpretation.h"
#include "daemon/publish/metrics_rows.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace opticward::daemon {

namespace {

bool is_present(const PortSnapshot& port) {
    return module_present(port).value_or(false);
}

double unix_seconds(WallTime time) {
    return std::chrono::duration<double>(time.time_since_epoch()).count();
}

void present(const PortSnapshot& port, MetricSamples& samples) {
    if (const auto there = module_present(port)) samples.add({port.name}, *there ? 1 : 0);
}

void identity(const PortSnapshot& port, MetricSamples& samples) {
    const auto& known = port.facts ? port.facts : port.evidence_facts;
    if (!known) return;
    const ModuleFacts& f = *known;
    samples.add({port.name, f.form_factor, f.management, f.vendor, f.part_number, f.serial_number, f.revision, f.oui,
                 f.date_code, f.connector, f.media},
                1);
}

void firmware(const PortSnapshot& port, MetricSamples& samples) {
    if (port.facts && !port.facts->firmware_version.empty()) samples.add({port.name, port.facts->firmware_version}, 1);
}

void network_device(const PortSnapshot& port, MetricSamples& samples) {
    if (!port.names.netdev.empty()) samples.add({port.name, port.names.netdev}, 1);
}

void rdma_device(const PortSnapshot& port, MetricSamples& samples) {
    if (port.names.rdma_device.empty()) return;
    samples.add({port.name, port.names.rdma_device, std::to_string(port.names.rdma_port)}, 1);
}

void lanes(const PortSnapshot& port, MetricSamples& samples) {
    if (!port.facts || port.facts->lanes == cmis::LaneCounts{}) return;
    samples.add({port.name, "host"}, port.facts->lanes.host);
    samples.add({port.name, "media"}, port.facts->lanes.media);
}

void max_power(const PortSnapshot& port, MetricSamples& samples) {
    if (port.facts && port.facts->max_power) samples.add({port.name}, port.facts->max_power->value);
}

void wavelength(const PortSnapshot& port, MetricSamples& samples) {
    if (port.facts && port.facts->wavelength) samples.add({port.name}, port.facts->wavelength->value);
}

void cable_length(const PortSnapshot& port, MetricSamples& samples) {
    if (port.facts && port.facts->cable_length) samples.add({port.name}, port.facts->cable_length->value);
}

void port_state(const PortSnapshot& port, MetricSamples& samples) {
    for (const std::string_view state : port_state_names) {
        samples.add({port.name, state}, state == text(port.state) ? 1 : 0);
    }
}

constexpr std::array module_states{cmis::ModuleState::low_power, cmis::ModuleState::powering_up,
                                   cmis::ModuleState::ready,     cmis::ModuleState::powering_down,
                                   cmis::ModuleState::fault,     cmis::ModuleState::unknown};

cmis::ModuleState known_state(const PortSnapshot& port) {
    const cmis::ModuleState state = port.module_state.value_or(cmis::ModuleState::unknown);
    // A reserved code of the state machine is no state of the set.
    return std::ranges::find(module_states, state) == module_states.end() ? cmis::ModuleState::unknown : state;
}

void module_state(const PortSnapshot& port, MetricSamples& samples) {
    if (!port.live || port.stale) return;
    const cmis::ModuleState now = known_state(port);
    for (const cmis::ModuleState state : module_states) {
        samples.add({port.name, cmis::text(state)}, state == now ? 1 : 0);
    }
}

void data_path(const PortSnapshot& port, MetricSamples& samples) {
    if (!port.live || !port.facts || port.stale) return;
    for (std::size_t lane = 0; lane < cmis::max_lanes; ++lane) {
        const auto state = port.live->lanes[lane].data_path_state;
        if (!state || (port.facts->host_lanes >> lane & 1U) == 0) continue;
        samples.add({port.name, std::to_string(lane + 1)}, *state == cmis::DataPathState::activated ? 1 : 0);
    }
}

void cage_temperature(const PortSnapshot& port, MetricSamples& samples) {
    if (port.cage.temperature) samples.add({port.name}, port.cage.temperature->value);
}

template <std::optional<bool> CageState::*Line>
void cage_line(const PortSnapshot& port, MetricSamples& samples) {
    if (const auto active = port.cage.*Line) samples.add({port.name}, *active ? 1 : 0);
}

void read_success(const PortSnapshot& port, MetricSamples& samples) {
    if (is_present(port)) samples.add({port.name}, port.read_success ? 1 : 0);
}

void last_read(const PortSnapshot& port, MetricSamples& samples) {
    if (port.read_at) samples.add({port.name}, unix_seconds(port.read_at->wall));
}

void inserted(const PortSnapshot& port, MetricSamples& samples) {
    if (port.insertion) samples.add({port.name}, unix_seconds(port.insertion->at.wall));
}

void poll_duration(const PortSnapshot& port, MetricSamples& samples) {
    if (is_present(port)) samples.add({port.name}, std::chrono::duration<double>(port.poll_duration).count());
}

void read_errors(const PortSnapshot& port, MetricSamples& samples) {
    for (std::size_t fault = 0; fault < drivers::fault_count; ++fault) {
        samples.add({port.name, drivers::text(static_cast<drivers::Fault>(fault))},
                    static_cast<double>(port.counters.errors[fault]));
    }
}

template <std::uint64_t ReadCounters::*Counter>
void counter(const PortSnapshot& port, MetricSamples& samples) {
    samples.add({port.name}, static_cast<double>(port.counters.*Counter));
}

}  // namespace

std::vector<MetricRow> port_metric_rows() {
    using enum MetricKind;
    return {
        {"transceiver_present", gauge, "", {"port"}, "Whether a module is seated in the cage (1) or not (0).", present},
        {"transceiver_port_state",
         gauge,
         "",
         {"port", "state"},
         "State of the port as the daemon sees it, one series a state; exactly one is 1.",
         port_state},
        {"transceiver_info",
         gauge,
         "",
         {"port", "form_factor", "management", "vendor", "part_number", "serial_number", "revision", "oui", "date_code",
          "connector", "media"},
         "Identity of the module by its own memory, or by the dump given for a port that cannot be read; always 1.",
         identity},
        {"transceiver_firmware_info",
         gauge,
         "",
         {"port", "version"},
         "Firmware that the module runs; always 1.",
         firmware},
        {"transceiver_port_netdev_info",
         gauge,
         "",
         {"port", "device"},
         "Network device of the port, to join with node_network_* metrics; always 1.",
         network_device},
        {"transceiver_port_rdma_info",
         gauge,
         "",
         {"port", "rdma_device", "rdma_port"},
         "RDMA device and its port number, to join with node_infiniband_* metrics; always 1.",
         rdma_device},
        {"transceiver_lanes",
         gauge,
         "",
         {"port", "side"},
         "Lanes that the module implements, towards the host and on the medium.",
         lanes},
        {"transceiver_max_power_watts",
         gauge,
         "watts",
         {"port"},
         "Highest power that the module declares; no module measures what it takes.",
         max_power},
        {"transceiver_media_wavelength_meters", gauge, "meters", {"port"}, "Nominal wavelength.", wavelength},
        {"transceiver_cable_length_meters", gauge, "meters", {"port"}, "Length of the attached cable.", cable_length},
        {"transceiver_module_state",
         gauge,
         "",
         {"port", "state"},
         "Module state machine, one series a state; derived for SFF-8636 modules, which have none.",
         module_state},
        {"transceiver_datapath_activated",
         gauge,
         "",
         {"port", "lane"},
         "Whether the data path of a host lane is activated (CMIS modules).",
         data_path},
        {"transceiver_cage_temperature_celsius",
         gauge,
         "celsius",
         {"port"},
         "Temperature of the module as the host measured it (hwmon, switch firmware), not as the module says.",
         cage_temperature},
        {"transceiver_cage_in_reset",
         gauge,
         "",
         {"port"},
         "Whether the board holds the module in reset, by the line of its cage.",
         cage_line<&CageState::in_reset>},
        {"transceiver_cage_low_power",
         gauge,
         "",
         {"port"},
         "Whether the board asks the module for low power, by the line of its cage.",
         cage_line<&CageState::low_power>},
        {"transceiver_read_success",
         gauge,
         "",
         {"port"},
         "Whether the latest poll of the module succeeded.",
         read_success},
        {"transceiver_last_read_timestamp_seconds",
         gauge,
         "seconds",
         {"port"},
         "Unix time of the last good poll, which is when the measurements were taken: a scrape reads no module.",
         last_read},
        {"transceiver_poll_duration_seconds",
         gauge,
         "seconds",
         {"port"},
         "How long the latest poll of the module took.",
         poll_duration},
        {"transceiver_reads_total",
         counter,
         "",
         {"port"},
         "Reads of the module's memory, failed ones too.",
         daemon::counter<&ReadCounters::reads>},
        {"transceiver_read_retries_total",
         counter,
         "",
         {"port"},
         "Transfers that repeated a failed one.",
         daemon::counter<&ReadCounters::retries>},
        {"transceiver_read_errors_total",
         counter,
         "",
         {"port", "reason"},
         "Failed reads by what went wrong.",
         read_errors},
        {"transceiver_page_mismatches_total",
         counter,
         "",
         {"port"},
         "Reads dropped because the module showed another page than the one asked for.",
         daemon::counter<&ReadCounters::page_mismatches>},
        {"transceiver_inserted_timestamp_seconds",
         gauge,
         "seconds",
         {"port"},
         "Unix time at which the module in the cage was identified.",
         inserted},
        {"transceiver_insertions_total",
         counter,
         "",
         {"port"},
         "Modules that came into the cage.",
         daemon::counter<&ReadCounters::insertions>},
        {"transceiver_removals_total",
         counter,
         "",
         {"port"},
         "Modules that left the cage.",
         daemon::counter<&ReadCounters::removals>},
    };
}

}  // namespace opticward::daemon
