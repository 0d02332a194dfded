#include "daemon/publish/contract.h"

#include "cmis/codec.h"
#include "daemon/publish/json.h"
#include "tests/daemon/judge/samples.h"

#include <gtest/gtest.h>
#include <limits>

namespace opticward::daemon {
namespace {

using namespace std::chrono_literals;
using samples::after;
using samples::OnePort;
using samples::reading;

std::string compact(const cmis::Value& value) {
    return to_json(value, JsonStyle::compact);
}

Alert weak_light() {
    Alert alert;
    alert.id = "swp7/monitor/rx_power/3";
    alert.kind = "monitor";
    alert.port = "swp7";
    alert.lane = 3;
    alert.monitor = "rx_power";
    alert.severity = Severity::critical;
    alert.bound = Bound::low;
    alert.value = 1e-7;
    alert.threshold = 0.0000794;
    alert.threshold_source = "module";
    alert.since = WallTime{1'796'040'000s};
    alert.sentence = "Dark.";
    alert.remedy = "Clean it.";
    alert.evidence = {"first", "second"};
    return alert;
}

// The keys of an object, in their order.
std::vector<std::string> keys(const cmis::Value& value) {
    std::vector<std::string> names;
    for (const cmis::Member& member : *value.get<cmis::Object>()) {
        names.push_back(member.key);
    }
    return names;
}

std::string text_at(const cmis::Value& value, std::string_view key) {
    const cmis::Value* found = value.find(key);
    return found == nullptr ? "(absent)" : compact(*found);
}

TEST(ContractTimestampTest, IsUtcToTheSecond) {
    EXPECT_EQ(timestamp(WallTime{1'796'040'000s}), "2026-11-30T12:00:00Z");
    EXPECT_EQ(timestamp(WallTime{1'796'040'000s + 999ms}), "2026-11-30T12:00:00Z");
    EXPECT_EQ(timestamp(WallTime{}), "1970-01-01T00:00:00Z");
}

TEST(ContractAlertTest, HasTheKeysOfTheContractInItsOrder) {
    EXPECT_EQ(compact(alert_value(weak_light())),
              R"({"id":"swp7/monitor/rx_power/3","kind":"monitor","port":"swp7","lane":3,"monitor":"rx_power",)"
              R"("severity":"critical","bound":"low","value":1e-07,"threshold":7.94e-05,"threshold_source":"module",)"
              R"("since":"2026-11-30T12:00:00Z","count":1,"state":"raised","acknowledged":false,"sentence":"Dark.",)"
              R"("remedy":"Clean it.","evidence":["first","second"]})");
}

TEST(ContractAlertTest, WhatItDoesNotHaveIsAbsent) {
    Alert alert;
    alert.id = "swp1/presence";
    alert.kind = "presence";
    alert.port = "swp1";
    alert.severity = Severity::warning;
    alert.sentence = "Odd.";
    EXPECT_EQ(compact(alert_value(alert)),
              R"({"id":"swp1/presence","kind":"presence","port":"swp1","severity":"warning",)"
              R"("since":"1970-01-01T00:00:00Z","count":1,"state":"raised","acknowledged":false,"sentence":"Odd.",)"
              R"("evidence":[]})");
}

TEST(ContractAlertTest, AMeasuredValueIsAFractionAlsoWhenItIsWhole) {
    Alert alert = weak_light();
    alert.value = 70;
    const cmis::Value value = alert_value(alert);
    EXPECT_NE(value.find("value")->get<double>(), nullptr);
    EXPECT_EQ(text_at(value, "value"), "70.0");
}

TEST(ContractAlertTest, AValueThatIsNotFiniteIsAbsent) {
    Alert alert = weak_light();
    alert.value = std::numeric_limits<double>::quiet_NaN();
    alert.threshold = -std::numeric_limits<double>::infinity();
    const cmis::Value value = alert_value(alert);
    EXPECT_EQ(value.find("value"), nullptr);
    EXPECT_EQ(value.find("threshold"), nullptr);
}

TEST(ContractPortTest, AnEmptyCageSaysOnlyWhatIsKnown) {
    OnePort port;
    EXPECT_EQ(compact(port_value(*port.snapshot(after(0s)), after(0s))),
              R"({"port":"swp7","label":"7","state":"empty","interval_seconds":10,"source":"simulated","verdicts":[],)"
              R"("alerts":[]})");
}

TEST(ContractPortTest, HasTheKeysOfTheContractInItsOrder) {
    PortSettings settings = samples::port("swp7");
    settings.protocol = drivers::LinkLayer::ethernet;
    settings.expected_protocol = drivers::LinkLayer::ethernet;
    settings.link_up = true;
    settings.host = {.netdev = "eth0", .rdma_device = "mlx5_0", .rdma_port = 1};
    OnePort port(settings);
    port.take(reading(samples::sr4(), after(1s)));
    const cmis::Value value = port_value(*port.snapshot(after(4s)), after(4s + 200ms));
    EXPECT_EQ(keys(value), (std::vector<std::string>{"port", "label", "state", "age_seconds", "interval_seconds",
                                                     "source", "port_protocol", "expected_protocol", "link", "verdicts",
                                                     "alerts", "inserted_at", "module"}));
    EXPECT_EQ(text_at(value, "age_seconds"), "3.2");
    EXPECT_EQ(text_at(value, "port_protocol"), R"("ethernet")");
    EXPECT_EQ(text_at(value, "expected_protocol"), R"("ethernet")");
    EXPECT_EQ(text_at(value, "link"), R"({"netdev":"eth0","rdma_device":"mlx5_0","state":"up"})");
    EXPECT_EQ(text_at(value, "inserted_at"), R"("2023-11-14T22:13:21Z")");
}

TEST(ContractPortTest, ShowsTheModuleWithItsLatestMeasurements) {
    OnePort port;
    cmis::Module module = samples::sr4();
    port.take(reading(module, after(0s)));
    Reading warmer = reading(module, after(10s));
    warmer.live->temperature = cmis::Celsius{44.25};
    port.take(warmer);
    const cmis::Value value = port_value(*port.snapshot(after(10s)), after(10s));
    const cmis::Value* shown = value.find("module");
    ASSERT_NE(shown, nullptr);
    EXPECT_EQ(text_at(*shown, "part_number"), R"("EX-200-SR4")");
    EXPECT_EQ(text_at(*shown, "module_state"), R"("ready")");
    EXPECT_EQ(text_at(*shown->find("monitors"), "temperature_celsius"), "44.25");
}

TEST(ContractPortTest, AMismatchIsAVerdictAndAnAlert) {
    PortSettings settings = samples::port("swp3");
    settings.protocol = drivers::LinkLayer::ethernet;
    settings.link_up = false;
    OnePort port(settings);
    port.take(reading(samples::hdr_copper(), after(0s)));
    const cmis::Value value = port_value(*port.snapshot(after(0s)), after(0s));
    const cmis::Array& verdicts = *value.find("verdicts")->get<cmis::Array>();
    ASSERT_EQ(verdicts.size(), 1);
    EXPECT_EQ(keys(verdicts.front()), (std::vector<std::string>{"axis", "verdict", "rule", "reason", "severity",
                                                                "confidence", "sentence", "remedy", "evidence"}));
    EXPECT_EQ(text_at(verdicts.front(), "axis"), R"("protocol")");
    EXPECT_EQ(text_at(verdicts.front(), "verdict"), R"("mismatch")");
    EXPECT_EQ(text_at(verdicts.front(), "reason"), R"("ib_module_in_ethernet_port")");
    const cmis::Array& alerts = *value.find("alerts")->get<cmis::Array>();
    ASSERT_EQ(alerts.size(), 1);
    EXPECT_EQ(text_at(alerts.front(), "id"), R"("swp3/link_mode_mismatch")");
    EXPECT_EQ(text_at(alerts.front(), "reason"), R"("ib_module_in_ethernet_port")");
}

TEST(ContractPortTest, AFailedReadIsAFaultWithItsCount) {
    OnePort port;
    port.take(reading(samples::sr4(), after(0s)));
    port.take(samples::failed_reading(samples::sr4(), after(10s), 2));
    const cmis::Value value = port_value(*port.snapshot(after(10s)), after(10s));
    EXPECT_EQ(text_at(value, "state"), R"("unreadable")");
    EXPECT_EQ(text_at(value, "fault"), R"({"reason":"timeout","count":2})");
    EXPECT_EQ(value.find("stale"), nullptr);
}

TEST(ContractPortTest, WhatTheBoardSaysOfTheCageIsMarkedAsTheHosts) {
    OnePort port;
    Reading read = reading(samples::sr4(), after(0s));
    read.cage = {.in_reset = false, .low_power = true, .temperature = cmis::Celsius{44}};
    port.take(read);
    const cmis::Value value = port_value(*port.snapshot(after(0s)), after(0s));
    EXPECT_EQ(text_at(value, "cage"),
              R"({"in_reset":false,"low_power":true,"temperature_celsius":44.0,"temperature_source":"host"})");
    EXPECT_TRUE(text_at(*value.find("module"), "monitors").contains(R"("temperature_celsius":41.5)"));
}

TEST(ContractPortTest, WhatTheBoardDoesNotSayOfTheCageIsAbsent) {
    OnePort port;
    Reading read = reading(samples::sr4(), after(0s));
    port.take(read);
    EXPECT_EQ(text_at(port_value(*port.snapshot(after(0s)), after(0s)), "cage"), "(absent)");
    read.cage.low_power = false;
    port.take(read);
    EXPECT_EQ(text_at(port_value(*port.snapshot(after(0s)), after(0s)), "cage"), R"({"low_power":false})");
}

TEST(ContractPortTest, AFaultSaysWhatStandsInTheWay) {
    OnePort port;
    Reading unread = samples::failed_reading(samples::sr4(), after(0s), 1);
    unread.fault = drivers::Fault::driver_bound;
    unread.explanation = "the kernel driver optoe1 is bound to 0x50 of i2c-7";
    port.take(unread);
    EXPECT_EQ(
        text_at(port_value(*port.snapshot(after(0s)), after(0s)), "fault"),
        R"({"reason":"driver_bound","explanation":"the kernel driver optoe1 is bound to 0x50 of i2c-7","count":1})");
}

TEST(ContractPortTest, ADumpIsMarkedAndMeasuresNothing) {
    OnePort port;
    auto evidence = std::make_shared<drivers::Evidence>();
    evidence->file = "/etc/opticward/swp7.txt";
    evidence->taken_at = after(0s).wall - 3600s;
    evidence->module = samples::sr4();
    evidence->module.live = samples::healthy();
    evidence->memory = cmis::encode(evidence->module);
    Reading unread = samples::empty_cage(after(0s));
    unread.state = PortState::no_access;
    unread.fault = drivers::Fault::not_supported;
    unread.evidence = evidence;
    port.take(unread);

    const auto snapshot = port.snapshot(after(0s));
    const cmis::Value value = port_value(*snapshot, after(0s));

    EXPECT_EQ(text_at(value, "state"), R"("no_access")");
    EXPECT_EQ(text_at(*value.find("evidence"), "file"), R"("/etc/opticward/swp7.txt")");
    EXPECT_EQ(text_at(*value.find("evidence"), "age_seconds"), "3600");
    const cmis::Value* module = value.find("module");
    ASSERT_NE(module, nullptr);
    EXPECT_NE(module->find("part_number"), nullptr);
    EXPECT_EQ(module->find("monitors"), nullptr);
    EXPECT_EQ(value.find("age_seconds"), nullptr);
    ASSERT_EQ(snapshot->verdicts.size(), 1U);
    EXPECT_LE(snapshot->verdicts[0].confidence, Confidence::low);
    EXPECT_EQ(snapshot->insertion, nullptr);

    port.take(reading(samples::sr4(), after(30s)));
    const auto readable = port.snapshot(after(30s));
    EXPECT_EQ(readable->evidence, nullptr);
    EXPECT_EQ(port_value(*readable, after(30s)).find("evidence"), nullptr);
}

TEST(ContractPortTest, ALinkThatIsDownSaysWhy) {
    OnePort port;
    Reading unread = samples::empty_cage(after(0s));
    unread.host.link_up = false;
    unread.host.down_reason = "no cable";
    port.take(unread);
    const cmis::Value value = port_value(*port.snapshot(after(0s)), after(0s));
    EXPECT_EQ(text_at(*value.find("link"), "reason"), R"("no cable")");
}

TEST(ContractPortTest, ALinkSaysInWhichPowerModeItsModuleIs) {
    OnePort port;
    Reading held_back = samples::empty_cage(after(0s));
    held_back.host.link_up = false;
    held_back.host.module_power = {.mode = drivers::ModulePowerMode::low,
                                   .policy = drivers::ModulePowerPolicy::automatic};
    port.take(held_back);
    const cmis::Value value = port_value(*port.snapshot(after(0s)), after(0s));
    EXPECT_EQ(text_at(value, "link"),
              R"({"state":"down","module_power_mode":"low","module_power_mode_policy":"auto"})");
}

TEST(ContractPortTest, StaleMeasurementsAreLeftOutAndTheIdentityStays) {
    OnePort port;
    port.take(reading(samples::sr4(), after(0s)));
    const cmis::Value value = port_value(*port.snapshot(after(31s)), after(31s));
    EXPECT_EQ(text_at(value, "stale"), "true");
    EXPECT_EQ(text_at(value, "age_seconds"), "31");
    EXPECT_EQ(text_at(*value.find("module"), "serial_number"), R"("TST0000001")");
    EXPECT_EQ(value.find("module")->find("monitors"), nullptr);
    EXPECT_NE(value.find("module")->find("thresholds"), nullptr);
}

TEST(ContractPortTest, FlagsAreShownAndCounted) {
    OnePort port;
    cmis::Module module = samples::sr4();
    port.take(reading(module, after(0s)));
    module.live.lanes[2].flags.record(cmis::LaneFlag::rx_los, true);
    port.take(reading(module, after(10s)));
    const cmis::Value value = port_value(*port.snapshot(after(10s)), after(10s));
    EXPECT_EQ(text_at(value, "flag_counts"), R"({"rx_los":1})");
    EXPECT_EQ(text_at(*value.find("module"), "flags"), R"({"module":[],"lanes":[{"lane":3,"set":["rx_los"]}]})");
}

TEST(ContractEventTest, AnAlertsEventHasTheKeysOfTheAlert) {
    Event event{.kind = EventKind::raise,
                .at = {.steady = {}, .wall = WallTime{1'796'040'001s}},
                .port = "swp7",
                .severity = Severity::critical,
                .sentence = "It got dark.",
                .fields = {{"kind", "monitor"}, {"serial", "0042"}},
                .alert = weak_light()};
    EXPECT_EQ(compact(event_value(event)),
              R"({"event":"raise","port":"swp7","at":"2026-11-30T12:00:01Z","severity":"critical",)"
              R"("sentence":"It got dark.","id":"swp7/monitor/rx_power/3","kind":"monitor","lane":3,)"
              R"("monitor":"rx_power","bound":"low","value":1e-07,"threshold":7.94e-05,"threshold_source":"module",)"
              R"("since":"2026-11-30T12:00:00Z","count":1,"state":"raised","acknowledged":false,)"
              R"("remedy":"Clean it.","evidence":["first","second"],"serial":"0042"})");
    event.kind = EventKind::clear;
    EXPECT_EQ(text_at(event_value(event), "state"), R"("cleared")");
}

TEST(ContractEventTest, TheCountsOfTheSweepAreNumbers) {
    const Event event{.kind = EventKind::sweep,
                      .at = samples::start(),
                      .port = {},
                      .severity = Severity::info,
                      .sentence = "Looked.",
                      .fields = {{"ports", "32"}, {"present", "28"}},
                      .alert = std::nullopt};
    EXPECT_EQ(compact(event_value(event)),
              R"({"event":"sweep","at":"2023-11-14T22:13:20Z","severity":"info","sentence":"Looked.","ports":32,)"
              R"("present":28})");
}

Board board_of(std::shared_ptr<const PortSnapshot> port) {
    return {.at = after(0s), .ports = {std::move(port)}, .buses = {}};
}

TEST(ContractTextTest, AllPortsAreAnArrayThatEndsWithALineEnd) {
    OnePort port;
    EXPECT_EQ(ports_json(board_of(port.snapshot(after(0s))), after(0s)),
              "[\n  {\n    \"port\": \"swp7\",\n    \"label\": \"7\",\n    \"state\": \"empty\",\n"
              "    \"interval_seconds\": 10,\n    \"source\": \"simulated\",\n    \"verdicts\": [],\n"
              "    \"alerts\": []\n  }\n]\n");
    EXPECT_EQ(ports_json({}, after(0s)), "[]\n");
}

TEST(ContractTextTest, APortIsFoundByItsWholeName) {
    OnePort port;
    const Board board = board_of(port.snapshot(after(0s)));
    EXPECT_TRUE(port_json(board, "swp7", after(0s)));
    EXPECT_FALSE(port_json(board, "swp", after(0s)));
    EXPECT_FALSE(port_json(board, "", after(0s)));
    EXPECT_FALSE(port_json(board, std::string_view{"swp7\0", 5}, after(0s)));
}

TEST(ContractTextTest, AlertsAreThoseOfAllPorts) {
    OnePort port;
    cmis::Module module = samples::sr4();
    module.live.temperature = cmis::Celsius{70.1};
    port.take(reading(module, after(0s)));
    const std::string text = alerts_json(board_of(port.snapshot(after(0s))));
    EXPECT_TRUE(text.starts_with("[\n  {\n    \"id\": \"swp7/monitor/temperature\",\n")) << text;
    EXPECT_TRUE(text.ends_with("\n]\n"));
    EXPECT_EQ(alerts_json({}), "[]\n");
}

TEST(ContractTextTest, AVendorsBytesCannotBreakTheText) {
    OnePort port;
    cmis::Module module = samples::sr4();
    module.identity.vendor_name = "A\"},{\"\n\xff\x1b";
    port.take(reading(module, after(0s)));
    const std::string text = ports_json(board_of(port.snapshot(after(0s))), after(0s));
    EXPECT_NE(text.find(R"("vendor_name": "A\"},{\"\n)"), std::string::npos) << text;
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\xff'), std::string::npos);
}

}  // namespace
}  // namespace opticward::daemon
