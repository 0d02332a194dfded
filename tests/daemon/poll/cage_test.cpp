// What the board says of a cage goes with each reading, whatever becomes of the module.
#include "daemon/poll/cage.h"

#include "tests/daemon/poll/poller_bench.h"

#include <optional>

namespace opticward::test {

using daemon::CageState;
using daemon::PortState;
using drivers::Fault;
using drivers::Result;

namespace {

class FakePin final : public drivers::Pin {
public:
    Result<bool> is_active() override { return answer; }
    std::string explanation() const override { return answer ? "" : "there is no /sys/pin"; }

    Result<bool> answer = false;
};

class FakeThermometer final : public drivers::Thermometer {
public:
    Result<std::optional<cmis::Celsius>> temperature() override { return answer; }

    Result<std::optional<cmis::Celsius>> answer = std::nullopt;
};

class CageTest : public PollerTest {
protected:
    void make_with_cage(const cmis::MemoryMap& image, bool inserted) {
        cage_ = {.reset = &reset_, .low_power = &low_power_, .temperature = &thermometer_};
        make(image, inserted);
    }

    FakePin reset_;
    FakePin low_power_;
    FakeThermometer thermometer_;
};

}  // namespace

TEST_F(CageTest, ACageWithoutLinesSaysNothing) {
    EXPECT_EQ(daemon::read_cage({}), CageState{});
}

TEST_F(CageTest, LinesAndTemperatureGoWithEachReading) {
    low_power_.answer = true;
    thermometer_.answer = cmis::Celsius{44};
    make_with_cage(image_a(), true);
    step();
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().cage, (CageState{.in_reset = false, .low_power = true, .temperature = cmis::Celsius{44}}));
    EXPECT_EQ(last().live->temperature, cmis::Celsius{41.5});
    thermometer_.answer = cmis::Celsius{45};
    run_to(seconds{10});
    EXPECT_EQ(last().cage.temperature, cmis::Celsius{45});
}

TEST_F(CageTest, WhatCannotBeReadIsAbsent) {
    reset_.answer = drivers::failed(Fault::no_device);
    thermometer_.answer = drivers::failed(Fault::bus_error);
    make_with_cage(image_a(), true);
    step();
    EXPECT_EQ(last().cage, (CageState{.in_reset = {}, .low_power = false, .temperature = {}}));
}

TEST_F(CageTest, AModuleThatCannotBeReadHasATemperatureAllTheSame) {
    thermometer_.answer = cmis::Celsius{61};
    make_with_cage(image_a(), true);
    access_->fault = Fault::not_supported;
    step();
    EXPECT_EQ(last().state, PortState::no_access);
    EXPECT_EQ(last().cage.temperature, cmis::Celsius{61});
}

TEST_F(CageTest, APresenceLineThatCannotBeReadIsToldAndTheBusAskedInstead) {
    FakePin presence;
    presence.answer = drivers::failed(Fault::no_device);
    make(image_a());
    poller_ = std::make_unique<daemon::PortPoller>(daemon::PollerParts{
        .port = 0,
        .access = *access_,
        .presence = &presence,
        .cage = {},
        .host = {},
        .sink = sink_,
        .now = [this] { return now_; },
        .periods = {.presence = seconds{1}, .poll = interval},
        .identity_check = seconds{30},
    });
    step();
    EXPECT_EQ(last().state, PortState::ok);
    EXPECT_EQ(last().presence_problem, "there is no /sys/pin");
    presence.answer = true;
    run_to(seconds{10});
    EXPECT_EQ(last().presence_problem, "");
}

}  // namespace opticward::test
