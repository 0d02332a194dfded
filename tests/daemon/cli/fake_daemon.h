// A daemon of three ports for tests of the commands: it answers from literals and notes what it was asked.
#pragma once

#include "daemon/cli/commands.h"
#include "tests/support/module_images.h"

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::daemon::cli::test_daemon {

inline constexpr std::string_view swp1 = R"({
  "port": "swp1", "label": "Cage 1", "state": "ok", "age_seconds": 0.4, "interval_seconds": 1, "source": "simulated",
  "port_protocol": "ethernet", "expected_protocol": "ethernet", "link": {"netdev": "eth0", "state": "up"},
  "verdicts": [{"axis": "protocol", "verdict": "match", "rule": "M01", "severity": "none", "confidence": "certain",
                "sentence": "The link is up.", "evidence": ["byte 192 = 0x41"]}],
  "alerts": [], "inserted_at": "2026-11-30T12:00:00Z", "flag_counts": {"rx_los": 3, "tx_fault": 1},
  "module": {"form_factor": "QSFP56", "vendor_name": "EXAMPLE OPTICS", "part_number": "EX-200-SR4",
             "serial_number": "TST0000001", "connector": {"code": 12, "name": "MPO 1x12"},
             "monitors": {"temperature_celsius": 41.25, "supply_voltage_volts": 3.3,
                          "lanes": [{"lane": 1, "rx_power_watts": 0.001, "tx_power_watts": 0.002},
                                    {"lane": 2, "rx_power_watts": 0.0005, "tx_power_watts": 0.001}]},
             "thresholds": {"temperature_celsius": {"high_alarm": 75, "high_warning": 70, "low_warning": 0, "low_alarm": -5},
                            "supply_voltage_volts": {"high_alarm": 3.63, "high_warning": 3.465, "low_warning": 3.135,
                                                     "low_alarm": 2.97},
                            "rx_power_watts": {"high_alarm": 0.003, "high_warning": 0.002, "low_warning": 0.0001,
                                               "low_alarm": 0.001, "plausible": false}},
             "flags": {"module": ["temperature_high_warning"], "lanes": [{"lane": 2, "set": ["rx_los", "rx_lol"]}]},
             "readable": true}})";

inline constexpr std::string_view swp2 = R"({
  "port": "swp2", "state": "unreadable", "age_seconds": 12, "interval_seconds": 10, "source": "i2c-dev",
  "port_protocol": "infiniband", "fault": {"reason": "nack", "count": 3},
  "verdicts": [{"axis": "protocol", "verdict": "mismatch", "severity": "critical", "sentence": "It does not fit."}],
  "alerts": [{"id": "swp2/read", "kind": "read", "port": "swp2", "severity": "warning", "since": "2026-11-30T12:00:00Z",
              "count": 2, "sentence": "The module stopped answering.", "remedy": "Reseat it.", "evidence": ["nack"]},
             {"id": "swp2/mode", "kind": "link_mode_mismatch", "port": "swp2", "severity": "critical",
              "since": "2026-11-30T12:00:01Z", "count": 1, "sentence": "It is | of the wrong kind."}]})";

inline constexpr std::string_view swp10 = R"({"port": "swp10", "state": "empty", "interval_seconds": 1, "alerts": []})";

class FakeDaemon final : public DaemonClient {
public:
    std::map<std::string, std::string> ports{
        {"swp1", std::string{swp1}}, {"swp2", std::string{swp2}}, {"swp10", std::string{swp10}}};
    std::vector<std::string> order{"swp1", "swp2", "swp10"};
    std::vector<cmis::Object> alert_list;
    std::vector<cmis::Object> settings;
    std::vector<cmis::Object> events;
    std::optional<DaemonTrouble> trouble;         // the answer to everything but the list
    std::optional<DaemonTrouble> memory_trouble;  // the answer to memory()
    std::string asked;

    Answer<std::string> list_json() override {
        std::string text = "[";
        for (const std::string& name : order) {
            text += (text.size() > 1 ? "," : "") + ports.at(name);
        }
        return text + "]";
    }
    Answer<std::string> port_json(const std::string& port) override {
        if (const auto wrong = refusal(port)) {
            return std::unexpected{*wrong};
        }
        return ports.at(port);
    }
    Answer<std::vector<cmis::Object>> alerts() override { return answer(alert_list); }
    Answer<std::vector<cmis::Object>> configuration() override { return answer(settings); }
    Answer<cmis::MemoryMap> memory(const std::string& port) override {
        const auto wrong = refusal(port);
        if (wrong || memory_trouble) {
            return std::unexpected{wrong ? *wrong : *memory_trouble};
        }
        return test::image_a();
    }
    Answer<std::string> version() override { return answer(std::string{"9.8.7"}); }
    Answer<void> rescan() override { return done("rescan", "swp1"); }
    Answer<void> reload() override { return done("reload", "swp1"); }
    Answer<void> pause(const std::string& port, std::chrono::seconds duration) override {
        return done("pause " + port + " " + std::to_string(duration.count()), port);
    }
    Answer<void> refresh(const std::string& port) override { return done("refresh " + port, port); }
    Answer<void> watch(const Watching& watching) override {
        watching.started();
        for (const cmis::Object& event : events) {
            if (!watching.on_event(event)) {
                return {};
            }
        }
        asked = watching.at_most ? std::to_string(watching.at_most->count()) + " s" : "without end";
        return {};
    }

private:
    std::optional<DaemonTrouble> refusal(const std::string& port) const {
        return ports.contains(port) ? trouble : DaemonTrouble{Trouble::unknown_port, ""};
    }
    template <class T>
    Answer<T> answer(const T& value) const {
        return trouble ? Answer<T>{std::unexpected{*trouble}} : Answer<T>{value};
    }
    Answer<void> done(const std::string& what, const std::string& port) {
        asked = what;
        const auto wrong = refusal(port);
        return wrong ? Answer<void>{std::unexpected{*wrong}} : Answer<void>{};
    }
};

// Lends the fake out, for the program owns its client.
class Lent final : public DaemonClient {
public:
    explicit Lent(FakeDaemon& daemon) : daemon_{daemon} {}

    Answer<std::string> list_json() override { return daemon_.list_json(); }
    Answer<std::string> port_json(const std::string& port) override { return daemon_.port_json(port); }
    Answer<std::vector<cmis::Object>> alerts() override { return daemon_.alerts(); }
    Answer<std::vector<cmis::Object>> configuration() override { return daemon_.configuration(); }
    Answer<cmis::MemoryMap> memory(const std::string& port) override { return daemon_.memory(port); }
    Answer<std::string> version() override { return daemon_.version(); }
    Answer<void> rescan() override { return daemon_.rescan(); }
    Answer<void> reload() override { return daemon_.reload(); }
    Answer<void> pause(const std::string& port, std::chrono::seconds duration) override {
        return daemon_.pause(port, duration);
    }
    Answer<void> refresh(const std::string& port) override { return daemon_.refresh(port); }
    Answer<void> watch(const Watching& watching) override { return daemon_.watch(watching); }

private:
    FakeDaemon& daemon_;
};

}  // namespace opticward::daemon::cli::test_daemon
