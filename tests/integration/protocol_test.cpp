// T1 of the field reports: InfiniBand and Ethernet, told from module bytes to the text of /metrics.
#include "tests/integration/one_port.h"
#include "tests/support/module_images.h"

#include <gtest/gtest.h>

namespace opticward::test {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view mismatch = "transceiver_link_mode_mismatch{port=\"swp1\"}";

bool has_alert(OnePort& port, std::string_view severity) {
    const auto& alerts = port.port()->alerts;
    return std::ranges::any_of(alerts, [&](const daemon::Alert& one) {
        return one.kind == "link_mode_mismatch" && daemon::text(one.severity) == severity;
    });
}

const daemon::Verdict& verdict(const std::shared_ptr<const daemon::PortSnapshot>& port) {
    return port->verdicts.at(0);
}

TEST(ProtocolEndToEndTest, InfiniBandCopperInADownEthernetPortIsAWarning) {
    OnePort port{image_b(), ethernet_port(false)};
    port.run(5s);
    EXPECT_EQ(port.value(mismatch), "1");
    EXPECT_TRUE(has_alert(port, "warning"));
    EXPECT_EQ(verdict(port.port()).reason, "ib_module_in_ethernet_port");
    EXPECT_NE(std::ranges::find(verdict(port.port()).evidence, "byte 164 = 0x30 (EDR, HDR); no Ethernet code"),
              verdict(port.port()).evidence.end());
    EXPECT_EQ(port.value("transceiver_link_mode_info{port=\"swp1\",actual=\"ethernet\",module=\"infiniband\","
                         "reason=\"ib_module_in_ethernet_port\"}"),
              "1");
}

TEST(ProtocolEndToEndTest, AnEthernetLinkThatIsUpProvesTheInfiniBandCopper) {
    OnePort port{image_b(), ethernet_port(true)};
    port.run(5s);
    EXPECT_EQ(port.value(mismatch), "0");
    EXPECT_EQ(port.value("transceiver_link_mode_verdict{port=\"swp1\",verdict=\"match\"}"), "1");
    EXPECT_TRUE(port.port()->alerts.empty());
}

TEST(ProtocolEndToEndTest, InfiniBandCopperInAnInfiniBandPortMatches) {
    OnePort port{image_b(), infiniband_port(false)};
    port.run(5s);
    EXPECT_EQ(port.value(mismatch), "0");
    EXPECT_TRUE(port.port()->alerts.empty());
}

TEST(ProtocolEndToEndTest, ACableThatDeclaresBothNeverAlerts) {
    for (const auto& host :
         {ethernet_port(false), infiniband_port(false), ethernet_port(true), infiniband_port(true)}) {
        OnePort port{image_b2(), host};
        port.run(5s);
        EXPECT_EQ(port.value(mismatch), "0");
        EXPECT_TRUE(port.port()->alerts.empty());
    }
}

TEST(ProtocolEndToEndTest, EthernetOpticsInADownInfiniBandPortAreCritical) {
    OnePort port{image_c2(), infiniband_port(false)};
    port.run(5s);
    EXPECT_EQ(port.value(mismatch), "1");
    EXPECT_TRUE(has_alert(port, "critical"));
    EXPECT_EQ(verdict(port.port()).reason, "ethernet_module_in_ib_port");
}

TEST(ProtocolEndToEndTest, EthernetOpticsInAnEthernetPortMatchWhateverTheRateIsCalled) {
    OnePort port{image_a(), ethernet_port(true)};
    port.run(5s);
    EXPECT_EQ(port.value(mismatch), "0");
    EXPECT_EQ(port.value("transceiver_link_mode_verdict{port=\"swp1\",verdict=\"match\"}"), "1");
}

TEST(ProtocolEndToEndTest, AnEthernetCodeCountsThoughBit7OfByte131WasForgotten) {
    cmis::MemoryMap image = image_b2();
    put(image, cmis::upper(0, 131), {0x00});
    put(image, cmis::upper(0, 164), {0x00});
    put_sff8636_sums(image);
    OnePort port{image, infiniband_port(false)};
    port.run(5s);
    EXPECT_EQ(port.value(mismatch), "1");
    EXPECT_TRUE(has_alert(port, "warning"));
    EXPECT_EQ(verdict(port.port()).reason, "ethernet_module_in_ib_port");
}

TEST(ProtocolEndToEndTest, AModuleThatDeclaresNothingIsUnknownAndSilent) {
    cmis::MemoryMap image = image_b();
    put(image, cmis::upper(0, 164), {0x00});
    put_sff8636_sums(image);
    for (const auto& host : {ethernet_port(false), infiniband_port(false)}) {
        OnePort port{image, host};
        port.run(5s);
        EXPECT_EQ(port.value(mismatch), "0");
        EXPECT_EQ(port.value("transceiver_link_mode_verdict{port=\"swp1\",verdict=\"unknown\"}"), "1");
        EXPECT_TRUE(port.port()->alerts.empty());
    }
}

TEST(ProtocolEndToEndTest, OneReadIsNoVerdict) {
    OnePort port{image_b(), ethernet_port(false)};
    port.run(1s);
    EXPECT_NE(port.value(mismatch), "1");
}

TEST(ProtocolEndToEndTest, TheSameWrongChecksumTwiceGivesAFindingAndNoProtocolVerdict) {
    cmis::MemoryMap image = image_b();
    image.at(cmis::upper_page(0))[191 - 128] ^= 0x55;
    OnePort port{image, ethernet_port(false)};
    port.run(5s);
    EXPECT_EQ(port.value(mismatch), "0");
    EXPECT_EQ(port.value("transceiver_port_state{port=\"swp1\",state=\"ok\"}"), "1");
    ASSERT_EQ(port.port()->alerts.size(), 1U);
    EXPECT_EQ(port.port()->alerts[0].kind, "checksum");
    EXPECT_EQ(port.port()->alerts[0].severity, daemon::Severity::info);
}

}  // namespace
}  // namespace opticward::test
