#include "tests/daemon/judge/samples.h"

#include <utility>

namespace opticward::daemon::samples {

namespace {

using namespace std::chrono_literals;

constexpr std::uint8_t vcsel_850 = 0x0;
constexpr std::uint8_t copper_unequalized = 0xA;

void name(cmis::Module& module, std::string part_number, std::string serial_number) {
    module.identity.vendor_name = "EXAMPLE OPTICS";
    module.identity.part_number = std::move(part_number);
    module.identity.serial_number = std::move(serial_number);
    module.identity.revision = "A1";
    module.identity.date_code = "240101";
}

cmis::Module qsfp(std::string part_number, std::string serial_number) {
    cmis::Module module;
    module.memory_model = cmis::MemoryModelId::sff8636;
    module.identity.identifier = cmis::Code<cmis::CodeTable::identifier>{0x11};
    module.identity.revision_compliance = 8;
    module.identity.flat_memory = false;
    module.identity.compliance = std::array<std::uint8_t, 8>{};
    module.identity.extended_compliance = cmis::Code<cmis::CodeTable::extended_compliance>{0};
    module.identity.infiniband = 0;
    module.identity.encoding = cmis::Code<cmis::CodeTable::encoding_sff8636>{8};
    name(module, std::move(part_number), std::move(serial_number));
    return module;
}

void light(cmis::Module& module) {
    module.identity.transmitter_technology = cmis::Code<cmis::CodeTable::transmitter_technology_sff8636>{vcsel_850};
    module.advertisement.temperature_monitor = true;
    module.advertisement.supply_voltage_monitor = true;
    module.advertisement.tx_power_monitor = true;
    module.thresholds.temperature = cmis::Limits<cmis::Celsius>{{75}, {-5}, {70}, {0}};
    module.thresholds.supply_voltage = cmis::Limits<cmis::Volts>{{3.63}, {2.97}, {3.465}, {3.135}};
    module.thresholds.tx_bias = cmis::Limits<cmis::Amperes>{{0.015}, {0.003}, {0.013}, {0.004}};
    module.thresholds.tx_power = cmis::Limits<cmis::Watts>{{0.003162}, {0.000126}, {0.002512}, {0.000224}};
    module.thresholds.rx_power = cmis::Limits<cmis::Watts>{{0.003162}, {0.0000794}, {0.002512}, {0.0001585}};
}

cmis::Module copper(std::string part_number, std::string serial_number) {
    cmis::Module module = qsfp(std::move(part_number), std::move(serial_number));
    module.identity.flat_memory = true;
    module.identity.transmitter_technology =
        cmis::Code<cmis::CodeTable::transmitter_technology_sff8636>{copper_unequalized};
    module.identity.cable_assembly_length = cmis::Meters{2};
    module.identity.infiniband = 0x30;
    return module;
}

cmis::Module cmis_optic(std::uint8_t first_interface, std::uint8_t second_interface) {
    cmis::Module module;
    module.memory_model = cmis::MemoryModelId::cmis;
    module.identity.identifier = cmis::Code<cmis::CodeTable::identifier>{0x1E};
    module.identity.flat_memory = false;
    module.identity.media_type = cmis::Code<cmis::CodeTable::media_type>{1};
    module.identity.media_technology = cmis::Code<cmis::CodeTable::media_technology_cmis>{0};
    module.identity.applications[0] = cmis::ApplicationDescriptor{.host_interface = {first_interface},
                                                                  .media_interface = 0x0E,
                                                                  .host_lanes = 4,
                                                                  .media_lanes = 4,
                                                                  .host_lane_starts = 1};
    module.identity.applications[1] = cmis::ApplicationDescriptor{.host_interface = {second_interface},
                                                                  .media_interface = 0x09,
                                                                  .host_lanes = 4,
                                                                  .media_lanes = 4,
                                                                  .host_lane_starts = 1};
    name(module, "EX-200C-SR4", "TST0000002");
    return module;
}

}  // namespace

cmis::Module sr4() {
    cmis::Module module = qsfp("EX-200-SR4", "TST0000001");
    light(module);
    module.identity.compliance->front() = 0x80;
    module.identity.extended_compliance = cmis::Code<cmis::CodeTable::extended_compliance>{0x41};
    module.identity.power_class_code = 3;  // class 7, 5 W
    module.identity.high_power_class_code = 3;
    module.identity.wavelength = cmis::Meters{8.5e-7};
    module.live = healthy();
    return module;
}

cmis::Module hdr_copper() {
    return copper("EX-HDR-DAC-2M", "TST0000003");
}

cmis::Module dual_copper() {
    cmis::Module module = copper("EX-DUAL-DAC-2M", "TST0000004");
    module.identity.compliance->front() = 0x80;
    module.identity.extended_compliance = cmis::Code<cmis::CodeTable::extended_compliance>{0x40};
    return module;
}

cmis::Module cmis_ethernet() {
    return cmis_optic(0x0F, 0x0B);
}

cmis::Module cmis_infiniband() {
    return cmis_optic(0x31, 0x30);
}

cmis::Module single_lane() {
    cmis::Module module = qsfp("EX-100-DR", "TST0000005");
    light(module);
    module.identity.compliance->front() = 0x80;
    module.identity.extended_compliance = cmis::Code<cmis::CodeTable::extended_compliance>{0x25};
    module.identity.media_lanes_unsupported = 0x0E;
    module.live = healthy();
    for (std::size_t lane = 1; lane < 4; ++lane) {
        module.live.lanes[lane].rx_power = cmis::Watts{0};
        module.live.lanes[lane].tx_power = cmis::Watts{0};
        module.live.lanes[lane].tx_bias = cmis::Amperes{0};
        module.live.lanes[lane].flags.record(cmis::LaneFlag::rx_los, true);
    }
    return module;
}

cmis::Live healthy() {
    cmis::Live live;
    live.temperature = cmis::Celsius{41.5};
    live.supply_voltage = cmis::Volts{3.295};
    live.flags.record(cmis::ModuleFlag::data_not_ready, false);
    for (std::size_t lane = 0; lane < 4; ++lane) {
        live.lanes[lane].rx_power = cmis::Watts{0.001};
        live.lanes[lane].tx_bias = cmis::Amperes{0.007};
        live.lanes[lane].tx_power = cmis::Watts{0.0011};
        for (const cmis::LaneFlag flag :
             {cmis::LaneFlag::rx_los, cmis::LaneFlag::tx_los, cmis::LaneFlag::rx_lol, cmis::LaneFlag::tx_lol,
              cmis::LaneFlag::tx_fault, cmis::LaneFlag::tx_adaptive_eq_fault}) {
            live.lanes[lane].flags.record(flag, false);
        }
    }
    return live;
}

Instant start() {
    return {.steady = SteadyTime{1000s}, .wall = WallTime{1'700'000'000s}};
}

Instant after(std::chrono::milliseconds time) {
    return {.steady = start().steady + time, .wall = start().wall + time};
}

PortSettings port(std::string name) {
    return {.name = std::move(name),
            .label = "7",
            .bus = "bus0",
            .source = "simulated",
            .interval = 10s,
            .protocol = std::nullopt,
            .expected_protocol = std::nullopt,
            .link_up = std::nullopt,
            .admin_up = std::nullopt,
            .host = {}};
}

Reading reading_of_insertion(std::uint64_t number, const cmis::Module& module, Instant at) {
    Insertion insertion;
    insertion.number = number;
    insertion.at = at;
    insertion.module = module;
    Reading reading;
    reading.at = at;
    reading.state = PortState::ok;
    reading.insertion = std::make_shared<const Insertion>(std::move(insertion));
    reading.live = module.live;
    reading.good_reads = 2;
    reading.flags.add(module.live);
    return reading;
}

Reading reading(const cmis::Module& module, Instant at, std::uint32_t good_reads) {
    Reading made = reading_of_insertion(1, module, at);
    made.good_reads = good_reads;
    return made;
}

Reading empty_cage(Instant at) {
    Reading made;
    made.at = at;
    made.state = PortState::empty;
    return made;
}

Reading failed_reading(const cmis::Module& module, Instant at, std::uint32_t failures_in_row) {
    Reading made = reading(module, at);
    made.state = PortState::unreadable;
    made.live.reset();
    made.flags = {};
    made.fault = drivers::Fault::timeout;
    made.failures_in_row = failures_in_row;
    return made;
}

OnePort::OnePort(PortSettings settings) : judge_({std::move(settings)}, JudgeSettings{}, start()) {
    judge_.take(empty_cage(start()), start());
}

std::vector<Event> OnePort::take(const Reading& reading) {
    std::vector<Event> events = judge_.take(reading, reading.at);
    all.insert(all.end(), events.begin(), events.end());
    return events;
}

std::shared_ptr<const PortSnapshot> OnePort::snapshot(Instant now) {
    return judge_.board(now)->ports.front();
}

std::vector<Event> of_kind(const std::vector<Event>& events, EventKind kind) {
    std::vector<Event> found;
    for (const Event& event : events) {
        if (event.kind == kind) found.push_back(event);
    }
    return found;
}

}  // namespace opticward::daemon::samples
