// What is signalled, and what is not.
#include "tests/daemon/dbus/fixture.h"

#include <algorithm>

namespace opticward::test {
namespace {

using Names = std::vector<std::string>;

constexpr const char* port_path = "/alt/opticward/Transceivers1/ports/swp7";
constexpr const char* module_path = "/alt/opticward/Transceivers1/ports/swp7/module";
constexpr const char* monitors_interface = "alt.opticward.Transceivers1.Monitors";

// "member path" of each, without the events and what the manager says of itself.
Names told(const std::vector<Signal>& signals) {
    Names list;
    for (const Signal& signal : signals) {
        const bool of_manager = signal.path == "/alt/opticward/Transceivers1";
        if (!of_manager) list.push_back(signal.member + " " + signal.path);
    }
    return list;
}

class SignalsTest : public DbusServiceTest {
protected:
    // What is signalled by this board.
    std::vector<Signal> signals_of(daemon::PortSnapshot port, std::vector<daemon::Event> events = {}) {
        const std::string sentence = "mark " + std::to_string(++marks_);
        events.push_back(mark(sentence));
        publish(std::move(port), std::move(events));
        return record_.up_to(sentence);
    }

    SignalRecord record_{bus_.address()};
    int marks_ = 0;
};

TEST_F(SignalsTest, APortAndItsModuleAreAnnouncedOnceWithTheirInterfaces) {
    const auto signals = signals_of(healthy_port());
    EXPECT_EQ(told(signals),
              (Names{std::string{"InterfacesAdded "} + port_path, std::string{"InterfacesAdded "} + module_path}));
    const auto added = std::ranges::find(signals, module_path, &Signal::path);
    ASSERT_NE(added, signals.end());
    EXPECT_EQ(std::ranges::count(added->names, "alt.opticward.Transceivers1.Module"), 1);
    EXPECT_EQ(std::ranges::count(added->names, "alt.opticward.Transceivers1.Monitors"), 1);
}

TEST_F(SignalsTest, TheSameBoardAgainIsSilent) {
    const daemon::PortSnapshot port = healthy_port();
    signals_of(port);
    EXPECT_EQ(told(signals_of(port)), Names{});
}

TEST_F(SignalsTest, AllThatChangedOfAnInterfaceIsInOneSignal) {
    daemon::PortSnapshot port = healthy_port();
    signals_of(port);
    port.live->temperature = cmis::Celsius{45};
    port.live->lanes[1].rx_power = cmis::Watts{0};
    const auto signals = signals_of(port);
    ASSERT_EQ(told(signals), Names{std::string{"PropertiesChanged "} + module_path});
    EXPECT_EQ(signals[0].interface, monitors_interface);
    EXPECT_EQ(signals[0].names, (Names{"RxPower", "RxPowerDbm", "Temperature"}));
    EXPECT_DOUBLE_EQ(signals[0].values.at("Temperature").get<double>(), 45);
}

TEST_F(SignalsTest, WhatStaysWithinTheDeadBandsIsSilent) {
    daemon::PortSnapshot port = healthy_port();
    signals_of(port);
    port.live->temperature = cmis::Celsius{41.9};
    port.live->supply_voltage = cmis::Volts{3.3};
    EXPECT_EQ(told(signals_of(port)), Names{});
}

TEST_F(SignalsTest, StaleMonitorsAreToldOnce) {
    daemon::PortSnapshot port = healthy_port();
    signals_of(port);
    port.stale = true;
    const auto signals = signals_of(port);
    const auto changed = std::ranges::find(signals, monitors_interface, &Signal::interface);
    ASSERT_NE(changed, signals.end());
    EXPECT_EQ(std::ranges::count(changed->names, "Temperature"), 1);
    EXPECT_EQ(told(signals_of(port)), Names{});
}

TEST_F(SignalsTest, AModuleThatIsPulledGoesBeforeItsPortSaysSo) {
    signals_of(healthy_port());
    const auto signals = signals_of(empty_port());
    ASSERT_EQ(told(signals),
              (Names{std::string{"InterfacesRemoved "} + module_path, std::string{"PropertiesChanged "} + port_path}));
    const auto port = std::ranges::find(signals, port_path, &Signal::path);
    EXPECT_EQ(port->values.at("Module").get<sdbus::ObjectPath>(), "/");
    EXPECT_FALSE(port->values.at("Present").get<bool>());
}

TEST_F(SignalsTest, AnotherModuleIsARemovalAndAnInsertion) {
    samples::OnePort port;
    port.take(samples::reading_of_insertion(1, samples::sr4(), samples::start()));
    signals_of(*port.snapshot(samples::start()));
    port.take(samples::reading_of_insertion(2, samples::sr4(), samples::after(std::chrono::seconds{10})));
    const Names signals = told(signals_of(*port.snapshot(samples::after(std::chrono::seconds{10}))));
    ASSERT_GE(signals.size(), 2U);
    EXPECT_EQ(signals[0], std::string{"InterfacesRemoved "} + module_path);
    EXPECT_EQ(signals[1], std::string{"InterfacesAdded "} + module_path);
}

TEST_F(SignalsTest, APortThatGoesTakesItsModuleWithIt) {
    signals_of(healthy_port());
    daemon::PortSnapshot other = empty_port();
    other.name = "swp8";
    const Names signals = told(signals_of(other));
    EXPECT_EQ(signals,
              (Names{"InterfacesAdded /alt/opticward/Transceivers1/ports/swp8",
                     std::string{"InterfacesRemoved "} + module_path, std::string{"InterfacesRemoved "} + port_path}));
}

TEST_F(SignalsTest, AnAlertIsRaisedUpdatedAndCleared) {
    daemon::Alert alert;
    alert.port = "swp7";
    alert.kind = "monitor";
    alert.lane = 3;
    daemon::Event event;
    event.port = "swp7";
    event.alert = alert;
    std::vector<daemon::Event> events(3, event);
    events[0].kind = daemon::EventKind::raise;
    events[1].kind = daemon::EventKind::update;
    events[2].kind = daemon::EventKind::clear;
    const daemon::PortSnapshot port = healthy_port();
    signals_of(port);
    const auto signals = signals_of(port, events);
    EXPECT_EQ(told(signals), (Names{std::string{"AlertRaised "} + port_path, std::string{"AlertRaised "} + port_path,
                                    std::string{"AlertCleared "} + port_path}));
    const auto raised = std::ranges::find(signals, "AlertRaised", &Signal::member);
    EXPECT_EQ(raised->values.at("lane").get<std::uint32_t>(), 3U);
    const auto count = std::ranges::count(signals, "Event", &Signal::member);
    EXPECT_EQ(count, 3);
}

TEST_F(SignalsTest, AnEventOfTheBoardHasNoAlert) {
    const auto signals = signals_of(healthy_port(), {mark("Looked at all ports once.")});
    const auto event = std::ranges::find(signals, "Event", &Signal::member);
    ASSERT_NE(event, signals.end());
    EXPECT_EQ(event->values.at("event").get<std::string>(), "sweep");
}

TEST_F(SignalsTest, TheManagerTellsItsCounts) {
    signals_of(empty_port());
    const auto signals = signals_of(healthy_port());
    const auto changed = std::ranges::find_if(
        signals, [](const Signal& signal) { return signal.interface == "alt.opticward.Transceivers1.Manager"; });
    ASSERT_NE(changed, signals.end());
    EXPECT_EQ(changed->names, Names{"PresentCount"});
}

}  // namespace
}  // namespace opticward::test
