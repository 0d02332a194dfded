// Rows M25 to M31 of protocol_mode.md, section 5: what is the power's, the FEC's and the host's doing.
#include "daemon/judge/compatibility.h"
#include "tests/daemon/judge/link_samples.h"

#include <gtest/gtest.h>

namespace opticward::daemon {
namespace {

using link_samples::hdr_copper;
using link_samples::on;
using link_samples::optic_200g;
using link_samples::said;

// --- power

TEST(HostRulesTest, M25AModuleOverThePortsLimitIsAWarning) {
    LinkFacts facts = optic_200g(false);
    facts.traits.max_power = cmis::Watts{5.0};
    facts.expected.power_limit_watts = 4.5;
    EXPECT_EQ(said("power", facts), "M25 mismatch warning");
    facts.expected.power_limit_watts = 5.0;
    EXPECT_EQ(said("power", facts), " match none");
}

TEST(HostRulesTest, M25AFirmwareThatRefusesThePowerIsCritical) {
    LinkFacts facts = optic_200g(false);
    facts.firmware_code = 1032;
    EXPECT_EQ(said("power", facts), "M25 mismatch critical");
    facts.firmware_code.reset();
    facts.host.down_cause = drivers::DownCause::power_budget;
    EXPECT_EQ(said("power", facts), "M25 mismatch critical");
}

TEST(HostRulesTest, M26AHighPowerClassThatIsNotEnabledIsCriticalWhileDark) {
    LinkFacts facts = optic_200g(false);
    facts.traits.high_power_enabled = false;
    EXPECT_EQ(said("power", facts), "M26 mismatch critical");
    facts.light = {.lanes = 0xF, .rx_dark = std::nullopt, .tx_dark = 0x0};
    EXPECT_EQ(said("power", facts), "nothing");
    facts.light.tx_dark = 0xF;
    facts.traits.high_power_enabled = true;
    EXPECT_EQ(said("power", facts), "nothing");
}

TEST(HostRulesTest, M26ACmisModuleInLowPowerSaysSoByItsState) {
    LinkFacts facts = optic_200g(false);
    facts.module.memory_model = cmis::MemoryModelId::cmis;
    facts.module_state = cmis::ModuleState::low_power;
    EXPECT_EQ(said("power", facts), "M26 mismatch critical");
    facts.module_state = cmis::ModuleState::ready;
    EXPECT_EQ(said("power", facts), "nothing");
}

// --- FEC and host

TEST(HostRulesTest, M27Pam4LanesNeedRs) {
    LinkFacts facts = optic_200g(true);
    facts.host.fec = drivers::Fec::base_r;
    EXPECT_EQ(said("fec", facts), "M27 mismatch warning");
    facts.host.fec = drivers::Fec::rs;
    EXPECT_EQ(said("fec", facts), " match none");
}

TEST(HostRulesTest, M28InfinibandIsNotJudgedByItsFec) {
    LinkFacts facts = hdr_copper(true);
    facts.expected.fec = drivers::Fec::none;
    EXPECT_EQ(said("fec", facts), "M28 unknown none");
}

TEST(HostRulesTest, M29ALinkThatWaitsForASubnetManagerIsNotTheOptics) {
    LinkFacts facts = hdr_copper(true);
    facts.host.logical_state = drivers::LogicalState::init;
    facts.host.physical_state = drivers::PhysicalState::link_up;
    facts.waiting_for_subnet_manager = std::chrono::seconds{61};
    EXPECT_EQ(said("host", facts), "M29 degraded warning");
    EXPECT_EQ(on("host", facts)->reason, "not_optics");
    facts.waiting_for_subnet_manager = std::chrono::seconds{60};
    EXPECT_EQ(said("host", facts), "nothing");
}

TEST(HostRulesTest, M30AModuleShutDownForHeatIsThermal) {
    LinkFacts facts = optic_200g(false);
    facts.firmware_code = 1030;
    EXPECT_EQ(said("host", facts), "M30 degraded critical");
    EXPECT_EQ(on("host", facts)->reason, "thermal");
    facts.firmware_code = 1029;
    EXPECT_EQ(said("host", facts), "nothing");
}

TEST(HostRulesTest, M31AStuckBusIsAHardwareFault) {
    LinkFacts facts = optic_200g(true);
    facts.firmware_code = 1026;
    EXPECT_EQ(said("host", facts), "M31 degraded warning");
    EXPECT_EQ(on("host", facts)->reason, "hardware_fault");
}

}  // namespace
}  // namespace opticward::daemon
