#include "daemon/publish/metrics.h"

#include "daemon/publish/metrics_collectable.h"
#include "daemon/publish/metrics_reference.h"
#include "daemon/publish/metrics_rows.h"
#include "tests/daemon/judge/samples.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <locale>
#include <set>
#include <sstream>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;
using samples::after;
using samples::OnePort;
using samples::reading;

DaemonStatus status() {
    return {.version = "0.1.0",
            .revision = "abc",
            .compiler = "GCC 12.2.0",
            .configuration_loaded = true,
            .configuration_loaded_at = samples::start().wall,
            .process = {.cpu_seconds = 1.5,
                        .resident_memory_bytes = 1e7,
                        .virtual_memory_bytes = 1e8,
                        .open_files = 12,
                        .max_files = 1024,
                        .started_at_seconds = 1.7e9}};
}

Board board_of(std::shared_ptr<const PortSnapshot> port) {
    BusSnapshot bus;
    bus.name = "bus0";
    bus.interval = 10s;
    bus.cycles.add(20ms);
    return {.at = samples::start(), .ports = {std::move(port)}, .buses = {std::move(bus)}};
}

// The exposition of one port after it took these readings.
std::string exposition(std::initializer_list<Reading> readings, Instant now,
                       PortSettings settings = samples::port("swp7")) {
    OnePort port(std::move(settings));
    for (const Reading& reading : readings) {
        port.take(reading);
    }
    return render(board_of(port.snapshot(now)), status());
}

bool has_line(const std::string& text, const std::string& line) {
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

bool has_series(const std::string& text, const std::string& metric) {
    return ("\n" + text).find("\n" + metric + "{") != std::string::npos ||
           ("\n" + text).find("\n" + metric + " ") != std::string::npos;
}

std::size_t lines_with(const std::string& text, std::string_view start, std::string_view end) {
    std::istringstream lines(text);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(start) && line.ends_with(end)) ++count;
    }
    return count;
}

std::string healthy_sr4() {
    return exposition({reading(samples::sr4(), after(0s))}, after(0s));
}

TEST(MetricsTest, AHealthyModuleShowsWhatItMeasures) {
    const std::string text = healthy_sr4();
    EXPECT_TRUE(has_line(text, R"(transceiver_present{port="swp7"} 1)")) << text;
    EXPECT_TRUE(has_line(text, R"(transceiver_temperature_celsius{port="swp7"} 41.5)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_supply_voltage_volts{port="swp7"} 3.295)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_tx_bias_amperes{port="swp7",lane="1"} 0.007)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_tx_power_watts{port="swp7",lane="4"} 0.0011)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_tx_power_dbm{port="swp7",lane="4"} 0.41)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_rx_power_watts{port="swp7",lane="2"} 0.001)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_rx_power_dbm{port="swp7",lane="2"} 0)"));
    EXPECT_TRUE(
        has_line(text, R"(transceiver_temperature_threshold_celsius{port="swp7",severity="alarm",bound="high"} 75)"));
    EXPECT_TRUE(
        has_line(text, R"(transceiver_temperature_threshold_celsius{port="swp7",severity="warning",bound="low"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_rx_power_threshold_dbm{port="swp7",severity="alarm",bound="low"} -11)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_monitor_supported{port="swp7",monitor="rx_power"} 1)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_monitor_state{port="swp7",monitor="temperature"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_monitor_state{port="swp7",monitor="rx_power",lane="1"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_flag_active{port="swp7",lane="1",flag="rx_los"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_max_power_watts{port="swp7"} 5)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_lanes{port="swp7",side="media"} 4)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_read_success{port="swp7"} 1)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_last_read_timestamp_seconds{port="swp7"} 1700000000)"));
}

TEST(MetricsTest, WhatTheBoardSaysOfACageHasSeriesOfItsOwn) {
    Reading read = reading(samples::sr4(), after(0s));
    read.cage = {.in_reset = false, .low_power = true, .temperature = cmis::Celsius{44.5}};
    const std::string text = exposition({read}, after(0s));
    EXPECT_TRUE(has_line(text, R"(transceiver_cage_temperature_celsius{port="swp7"} 44.5)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_temperature_celsius{port="swp7"} 41.5)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_cage_in_reset{port="swp7"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_cage_low_power{port="swp7"} 1)"));
}

TEST(MetricsAbsenceTest, ABoardThatSaysNothingOfACageHasNoSeriesOfIt) {
    EXPECT_FALSE(healthy_sr4().contains("\ntransceiver_cage_"));
}

TEST(MetricsTest, IdentityIsOneInfoSeries) {
    EXPECT_TRUE(has_line(
        healthy_sr4(),
        R"(transceiver_info{port="swp7",form_factor="QSFP56",management="SFF-8636",vendor="EXAMPLE OPTICS",part_number="EX-200-SR4",serial_number="TST0000001",revision="A1",date_code="2024-01-01",media="850 nm VCSEL"} 1)"));
}

// Interfaces, 1.4: absent, stale, failed.

TEST(MetricsTest, TellsSinceWhenTheModuleIsThereAndForgetsItWithTheModule) {
    const Reading there = reading(samples::sr4(), after(5s));
    EXPECT_TRUE(has_series(exposition({there}, after(5s)), "transceiver_inserted_timestamp_seconds"));
    const std::string gone = exposition({there, samples::empty_cage(after(9s))}, after(9s));
    EXPECT_FALSE(has_series(gone, "transceiver_inserted_timestamp_seconds"));
}

TEST(MetricsAbsenceTest, AnEmptyCageHasItsPresenceStateAndCounters) {
    Reading empty = samples::empty_cage(after(10s));
    empty.counters.removals = 1;
    const std::string text = exposition({reading(samples::sr4(), after(0s)), empty}, after(10s));
    EXPECT_TRUE(has_line(text, R"(transceiver_present{port="swp7"} 0)")) << text;
    EXPECT_TRUE(has_line(text, R"(transceiver_port_state{port="swp7",state="empty"} 1)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_removals_total{port="swp7"} 1)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_reads_total{port="swp7"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_read_errors_total{port="swp7",reason="nack"} 0)"));
    for (const char* gone :
         {"transceiver_info", "transceiver_temperature_celsius", "transceiver_rx_power_watts",
          "transceiver_rx_power_threshold_watts", "transceiver_monitor_supported", "transceiver_monitor_state",
          "transceiver_monitor_alerts_total", "transceiver_flag_active", "transceiver_flag_events_total",
          "transceiver_module_state", "transceiver_link_mode_verdict", "transceiver_link_mode_mismatch",
          "transceiver_max_power_watts", "transceiver_lanes", "transceiver_read_success",
          "transceiver_last_read_timestamp_seconds", "transceiver_poll_duration_seconds", "transceiver_alert_active"}) {
        EXPECT_FALSE(has_series(text, gone)) << gone;
    }
}

TEST(MetricsAbsenceTest, AMonitorThatTheModuleDoesNotHaveIsOnlyNotSupported) {
    cmis::Module cable = samples::hdr_copper();
    cable.live.temperature = cmis::Celsius{0};
    cable.live.lanes[0].rx_power = cmis::Watts{0};
    cable.thresholds.rx_power = samples::sr4().thresholds.rx_power;
    const std::string text = exposition({reading(cable, after(0s))}, after(0s));
    EXPECT_TRUE(has_line(text, R"(transceiver_monitor_supported{port="swp7",monitor="rx_power"} 0)")) << text;
    EXPECT_TRUE(has_line(text, R"(transceiver_monitor_supported{port="swp7",monitor="temperature"} 0)"));
    EXPECT_FALSE(has_series(text, "transceiver_rx_power_watts"));
    EXPECT_FALSE(has_series(text, "transceiver_rx_power_dbm"));
    EXPECT_FALSE(has_series(text, "transceiver_rx_power_threshold_watts"));
    EXPECT_FALSE(has_series(text, "transceiver_temperature_celsius"));
    EXPECT_FALSE(has_series(text, "transceiver_monitor_state"));
}

TEST(MetricsAbsenceTest, LimitsThatAreNotGivenHaveNoSeries) {
    cmis::Module module = samples::sr4();
    module.thresholds.temperature = cmis::Limits<cmis::Celsius>{};
    module.thresholds.supply_voltage = std::nullopt;
    const std::string text = exposition({reading(module, after(0s))}, after(0s));
    EXPECT_FALSE(has_series(text, "transceiver_temperature_threshold_celsius"));
    EXPECT_FALSE(has_series(text, "transceiver_supply_voltage_threshold_volts"));
    EXPECT_TRUE(has_series(text, "transceiver_temperature_celsius"));
    EXPECT_EQ(text.find(R"(transceiver_monitor_state{port="swp7",monitor="temperature"})"), std::string::npos);
}

TEST(MetricsAbsenceTest, DarkIsZeroWattsAndMinusFortyDecibels) {
    cmis::Module module = samples::sr4();
    module.live.lanes[2].rx_power = cmis::Watts{0};
    module.live.lanes[2].flags.record(cmis::LaneFlag::rx_los, true);
    const std::string text = exposition({reading(module, after(0s))}, after(0s));
    EXPECT_TRUE(has_line(text, R"(transceiver_rx_power_watts{port="swp7",lane="3"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_rx_power_dbm{port="swp7",lane="3"} -40)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_monitor_state{port="swp7",monitor="rx_power",lane="3"} 2)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_monitor_state{port="swp7",monitor="rx_power",lane="1"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_flag_active{port="swp7",lane="3",flag="rx_los"} 1)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_flag_events_total{port="swp7",flag="rx_los"} 1)"));
    for (const char* poison : {" inf", " -inf", " +Inf", " -Inf", " nan", " NaN", " Nan", " null"}) {
        EXPECT_EQ(lines_with(text, "", poison), 0U) << poison;
    }
}

TEST(MetricsAbsenceTest, AFailedPollKeepsTheLastValues) {
    const std::string text = exposition(
        {reading(samples::sr4(), after(0s)), samples::failed_reading(samples::sr4(), after(10s), 1)}, after(10s));
    EXPECT_TRUE(has_line(text, R"(transceiver_read_success{port="swp7"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_temperature_celsius{port="swp7"} 41.5)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_last_read_timestamp_seconds{port="swp7"} 1700000000)"));
}

TEST(MetricsAbsenceTest, StaleMeasurementsGoAndTheIdentityStays) {
    const std::string text = exposition(
        {reading(samples::sr4(), after(0s)), samples::failed_reading(samples::sr4(), after(31s), 3)}, after(31s));
    for (const char* gone :
         {"transceiver_temperature_celsius", "transceiver_rx_power_watts", "transceiver_rx_power_dbm",
          "transceiver_monitor_state", "transceiver_flag_active", "transceiver_module_state"}) {
        EXPECT_FALSE(has_series(text, gone)) << gone;
    }
    EXPECT_TRUE(has_series(text, "transceiver_info"));
    EXPECT_TRUE(has_line(text, R"(transceiver_present{port="swp7"} 1)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_read_success{port="swp7"} 0)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_last_read_timestamp_seconds{port="swp7"} 1700000000)"));
}

TEST(MetricsAbsenceTest, AModuleThatWasNeverReadHasNoTimestamp) {
    Reading silent;
    silent.at = after(0s);
    silent.state = PortState::unreadable;
    silent.fault = drivers::Fault::nack;
    const std::string text = exposition({silent}, after(0s));
    EXPECT_TRUE(has_line(text, R"(transceiver_present{port="swp7"} 1)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_read_success{port="swp7"} 0)"));
    EXPECT_FALSE(has_series(text, "transceiver_last_read_timestamp_seconds"));
}

TEST(MetricsAbsenceTest, LanesThatAreNotThereHaveNoSeries) {
    const std::string text = exposition({reading(samples::single_lane(), after(0s))}, after(0s));
    EXPECT_TRUE(has_series(text, "transceiver_rx_power_watts"));
    for (const char* lane : {"lane=\"2\"", "lane=\"3\"", "lane=\"4\""}) {
        EXPECT_EQ(text.find(lane), std::string::npos) << lane;
    }
}

TEST(MetricsStateTest, ExactlyOneStateOfEachSetIsOne) {
    PortSettings settings = samples::port("swp7");
    settings.protocol = drivers::LinkLayer::ethernet;
    const std::string text = exposition({reading(samples::sr4(), after(0s))}, after(0s), settings);
    EXPECT_EQ(lines_with(text, "transceiver_port_state{", " 1"), 1U);
    EXPECT_EQ(lines_with(text, "transceiver_port_state{", " 0"), 9U);
    EXPECT_EQ(lines_with(text, "transceiver_module_state{", " 1"), 1U);
    EXPECT_EQ(lines_with(text, "transceiver_module_state{", " 0"), 5U);
    EXPECT_EQ(lines_with(text, "transceiver_link_mode_verdict{", " 1"), 1U);
    EXPECT_EQ(lines_with(text, "transceiver_link_mode_verdict{", " 0"), 4U);
    EXPECT_TRUE(has_line(text, R"(transceiver_module_state{port="swp7",state="ready"} 1)"));
}

TEST(MetricsStateTest, AMismatchShowsItsReason) {
    PortSettings settings = samples::port("swp3");
    settings.protocol = drivers::LinkLayer::ethernet;
    settings.expected_protocol = drivers::LinkLayer::ethernet;
    settings.link_up = false;
    const std::string text = exposition({reading(samples::hdr_copper(), after(0s))}, after(0s), settings);
    EXPECT_TRUE(has_line(text, R"(transceiver_link_mode_mismatch{port="swp3"} 1)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_link_mode_verdict{port="swp3",verdict="mismatch"} 1)"));
    EXPECT_TRUE(has_line(
        text,
        R"(transceiver_link_mode_info{port="swp3",expected="ethernet",actual="ethernet",module="infiniband",reason="ib_module_in_ethernet_port"} 1)"));
    EXPECT_TRUE(
        has_line(text, R"(transceiver_alert_active{port="swp3",kind="link_mode_mismatch",severity="warning"} 1)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_alerts_total{port="swp3",kind="link_mode_mismatch"} 1)"));
}

TEST(MetricsStateTest, TwoAlertsOfOneLaneAreOneSeries) {
    cmis::Module module = samples::sr4();
    module.live.lanes[2].rx_power = cmis::Watts{0};
    module.live.lanes[2].tx_power = cmis::Watts{0};
    const std::string text = exposition({reading(module, after(0s))}, after(0s));
    EXPECT_EQ(
        lines_with(text, R"(transceiver_alert_active{port="swp7",kind="monitor",severity="critical",lane="3"})", " 1"),
        1U);
    EXPECT_TRUE(has_line(text, R"(transceiver_alerts_total{port="swp7",kind="monitor"} 2)"));
}

TEST(MetricsCounterTest, EveryKnownCounterStartsAtZero) {
    const std::string text = healthy_sr4();
    for (const char* reason : {"nack", "timeout", "bus_error", "bus_busy", "short_read", "checksum", "page_refused",
                               "permission", "no_device", "driver_bound", "not_supported", "wrong_class"}) {
        EXPECT_TRUE(
            has_line(text, R"(transceiver_read_errors_total{port="swp7",reason=")" + std::string(reason) + "\"} 0"))
            << reason;
        EXPECT_TRUE(
            has_line(text, R"(transceiver_bus_errors_total{bus="bus0",reason=")" + std::string(reason) + "\"} 0"))
            << reason;
    }
    for (const char* kind :
         {"read", "identity", "checksum", "monitor", "flag", "link_mode_mismatch", "port_mode_unexpected"}) {
        EXPECT_TRUE(has_line(text, R"(transceiver_alerts_total{port="swp7",kind=")" + std::string(kind) + "\"} 0"))
            << kind;
    }
    for (const char* flag : {"rx_los", "tx_los", "rx_lol", "tx_lol", "tx_fault", "tx_adaptive_eq_fault"}) {
        EXPECT_TRUE(has_line(text, R"(transceiver_flag_events_total{port="swp7",flag=")" + std::string(flag) + "\"} 0"))
            << flag;
    }
    EXPECT_EQ(lines_with(text, "transceiver_monitor_alerts_total{", " 0"), 20U);
}

TEST(MetricsDaemonTest, TheDaemonTellsOfItself) {
    const std::string text = healthy_sr4();
    EXPECT_TRUE(has_line(text, R"(opticward_build_info{version="0.1.0",revision="abc",compiler="GCC 12.2.0"} 1)"));
    EXPECT_TRUE(has_line(text, R"(opticward_poll_interval_seconds{bus="bus0"} 10)"));
    EXPECT_TRUE(has_line(text, R"(opticward_poll_cycle_duration_seconds_bucket{le="0.01"} 0)"));
    EXPECT_TRUE(has_line(text, R"(opticward_poll_cycle_duration_seconds_bucket{le="0.025"} 1)"));
    EXPECT_TRUE(has_line(text, R"(opticward_poll_cycle_duration_seconds_bucket{le="+Inf"} 1)"));
    EXPECT_TRUE(has_line(text, R"(opticward_poll_cycle_duration_seconds_count 1)"));
    EXPECT_TRUE(has_line(text, "opticward_config_last_reload_successful 1"));
    EXPECT_TRUE(has_line(text, "process_open_fds 12"));
    EXPECT_TRUE(has_line(text, "process_cpu_seconds_total 1.5"));
}

TEST(MetricsDaemonTest, WhatTheKernelDoesNotTellIsAbsent) {
    const std::string text = render(Board{}, DaemonStatus{});
    EXPECT_FALSE(has_series(text, "process_open_fds"));
    EXPECT_FALSE(has_series(text, "opticward_config_last_reload_success_timestamp_seconds"));
}

TEST(MetricsTextTest, DirtySerialNumbersAreEscaped) {
    cmis::Module module = samples::sr4();
    module.identity.serial_number = "\"\\\n1";
    const std::string text = exposition({reading(module, after(0s))}, after(0s));
    EXPECT_NE(text.find(R"(serial_number="\"\\\n1")"), std::string::npos);
}

// A locale with a decimal comma, without asking the system for one.
struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

TEST(MetricsTextTest, NumbersDoNotFollowTheLocale) {
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
    const std::string text = healthy_sr4();
    std::locale::global(before);
    EXPECT_TRUE(has_line(text, R"(transceiver_temperature_celsius{port="swp7"} 41.5)"));
    EXPECT_TRUE(has_line(text, R"(transceiver_last_read_timestamp_seconds{port="swp7"} 1700000000)"));
}

TEST(MetricsTextTest, PromtoolHasNothingToSay) {
    if (!std::filesystem::exists("/usr/bin/promtool")) GTEST_SKIP() << "promtool is not installed";
    cmis::Module hot = samples::sr4();
    hot.live.temperature = cmis::Celsius{76};
    const std::filesystem::path folder = testing::TempDir();
    const std::filesystem::path input = folder / "opticward_metrics_test.prom";
    const std::filesystem::path output = folder / "opticward_metrics_test.out";
    std::ofstream(input) << exposition({reading(hot, after(0s))}, after(0s));
    const std::string command =
        "/usr/bin/promtool check metrics < " + input.string() + " > " + output.string() + " 2>&1";
    const int result = std::system(command.c_str());
    std::stringstream said;
    said << std::ifstream(output).rdbuf();
    EXPECT_EQ(result, 0);
    EXPECT_EQ(said.str(), "");
}

TEST(MetricsCollectableTest, GivesTheSameFamiliesToPrometheusCpp) {
    OnePort port;
    port.take(reading(samples::sr4(), after(0s)));
    const MetricsCollectable collectable(std::make_shared<const Board>(board_of(port.snapshot(after(0s)))), status());
    const auto families = collectable.Collect();
    ASSERT_FALSE(families.empty());
    EXPECT_EQ(families.front().name, "transceiver_present");
    EXPECT_EQ(families.front().metric.size(), 1U);
}

TEST(MetricsReferenceTest, NamesEveryMetricThatIsExposed) {
    const std::string reference = metrics_reference();
    std::istringstream lines(healthy_sr4());
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("# TYPE ")) continue;
        const std::string name = line.substr(7, line.find(' ', 7) - 7);
        EXPECT_NE(reference.find("| `" + name + "` |"), std::string::npos) << name;
    }
}

TEST(MetricsReferenceTest, EveryRowHasItsOwnNameAndAMeaning) {
    std::set<std::string_view> names;
    for (const MetricRow& row : metric_rows()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_TRUE(row.help.ends_with('.')) << row.name;
        EXPECT_NE(row.port == nullptr, row.board == nullptr) << row.name;
        EXPECT_EQ(row.name.ends_with("_total"), row.kind == MetricKind::counter) << row.name;
    }
}

}  // namespace
}  // namespace opticward::daemon
