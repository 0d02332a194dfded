#include "daemon/judge/port_mode.h"

#include "tests/daemon/judge/samples.h"

#include <gtest/gtest.h>

namespace opticward::daemon {
namespace {

using drivers::LinkLayer;

PortMode runs(LinkLayer layer, std::optional<bool> link_up = false) {
    return {.actual = layer, .expected = std::nullopt, .link_up = link_up, .admin_up = true, .evidence = {}};
}

Verdict judged(const cmis::Module& module, const PortMode& port, bool checksums_ok = true) {
    LinkProof proof;
    proof.observe(port);
    return judge_protocol(declared_by(module, checksums_ok), port, proof);
}

std::string_view row(const cmis::Module& module, bool checksums_ok = true) {
    return capability(declared_by(module, checksums_ok)).row;
}

// The eight rows of field report T1.

TEST(ProtocolVerdictTest, InfinibandCopperInAnEthernetPortThatIsDownIsAWarning) {
    const Verdict verdict = judged(samples::hdr_copper(), runs(LinkLayer::ethernet));
    EXPECT_EQ(verdict.axis, "protocol");
    EXPECT_EQ(verdict.kind, VerdictKind::mismatch);
    EXPECT_EQ(verdict.reason, "ib_module_in_ethernet_port");
    EXPECT_EQ(verdict.severity, Severity::warning);
    ASSERT_FALSE(verdict.evidence.empty());
    EXPECT_EQ(verdict.evidence.front(), "byte 164 = 0x30 (EDR, HDR); no Ethernet code");
}

TEST(ProtocolVerdictTest, ALinkThatIsUpProvesTheFit) {
    const Verdict verdict = judged(samples::hdr_copper(), runs(LinkLayer::ethernet, true));
    EXPECT_EQ(verdict.kind, VerdictKind::match);
    EXPECT_EQ(verdict.rule, "M01");
    EXPECT_EQ(verdict.reason, "proven_by_link");
    EXPECT_EQ(verdict.severity, Severity::none);
    EXPECT_EQ(verdict.confidence, Confidence::certain);
    EXPECT_EQ(verdict.evidence.front(), "byte 164 = 0x30 (EDR, HDR); no Ethernet code");
}

TEST(ProtocolVerdictTest, InfinibandCopperFitsAnInfinibandPort) {
    const Verdict verdict = judged(samples::hdr_copper(), runs(LinkLayer::infiniband));
    EXPECT_EQ(verdict.kind, VerdictKind::match);
    EXPECT_EQ(verdict.severity, Severity::none);
}

TEST(ProtocolVerdictTest, ADualCableFitsBoth) {
    EXPECT_EQ(judged(samples::dual_copper(), runs(LinkLayer::infiniband)).kind, VerdictKind::match);
    EXPECT_EQ(judged(samples::dual_copper(), runs(LinkLayer::ethernet)).kind, VerdictKind::match);
    EXPECT_EQ(judged(samples::dual_copper(), runs(LinkLayer::ethernet)).reason, "declares_both");
}

TEST(ProtocolVerdictTest, AnEthernetOpticInAnInfinibandPortIsCritical) {
    const Verdict verdict = judged(samples::cmis_ethernet(), runs(LinkLayer::infiniband));
    EXPECT_EQ(verdict.kind, VerdictKind::mismatch);
    EXPECT_EQ(verdict.reason, "ethernet_module_in_ib_port");
    EXPECT_EQ(verdict.severity, Severity::critical);
    EXPECT_EQ(verdict.rule, "M05");
}

TEST(ProtocolVerdictTest, AnEthernetOpticFitsAnEthernetPort) {
    EXPECT_EQ(judged(samples::sr4(), runs(LinkLayer::ethernet)).kind, VerdictKind::match);
}

TEST(ProtocolVerdictTest, AnEthernetCodeCountsWithoutTheBitThatMakesItValid) {
    cmis::Module module = samples::dual_copper();
    module.identity.infiniband = 0;
    module.identity.compliance->front() = 0;
    const Verdict verdict = judged(module, runs(LinkLayer::infiniband));
    EXPECT_EQ(verdict.kind, VerdictKind::mismatch);
    EXPECT_EQ(verdict.severity, Severity::warning);
}

TEST(ProtocolVerdictTest, AModuleThatDeclaresNothingIsUnknown) {
    cmis::Module module = samples::hdr_copper();
    module.identity.infiniband = 0;
    for (const LinkLayer layer : {LinkLayer::infiniband, LinkLayer::ethernet}) {
        const Verdict verdict = judged(module, runs(layer));
        EXPECT_EQ(verdict.kind, VerdictKind::unknown);
        EXPECT_EQ(verdict.reason, "declares_nothing");
        EXPECT_EQ(verdict.severity, Severity::none);
    }
}

// Decisions.

TEST(ProtocolVerdictTest, TheLinkThatWasUpStillProves) {
    LinkProof proof;
    proof.observe(runs(LinkLayer::ethernet, true));
    proof.observe(runs(LinkLayer::ethernet, false));
    const Verdict verdict =
        judge_protocol(declared_by(samples::hdr_copper(), true), runs(LinkLayer::ethernet, false), proof);
    EXPECT_EQ(verdict.kind, VerdictKind::match);
    EXPECT_EQ(verdict.reason, "proven_by_link");
}

TEST(ProtocolVerdictTest, ALinkThatIsUpInAnUnexpectedModeProvesNothingForTheExpectedOne) {
    PortMode port = runs(LinkLayer::infiniband, true);
    port.expected = LinkLayer::ethernet;
    EXPECT_NE(judged(samples::cmis_infiniband(), port).reason, "proven_by_link");
}

TEST(ProtocolVerdictTest, AnUnexpectedPortModeDoesNotBlameTheModule) {
    PortMode port = runs(LinkLayer::infiniband);
    port.expected = LinkLayer::ethernet;
    EXPECT_TRUE(port_mode_unexpected(port));
    EXPECT_EQ(judged(samples::sr4(), port).kind, VerdictKind::match);
    EXPECT_EQ(judged(samples::cmis_infiniband(), port).kind, VerdictKind::match);
}

TEST(ProtocolVerdictTest, WithoutALinkStateTheExpectationCounts) {
    const PortMode port{.actual = std::nullopt,
                        .expected = LinkLayer::infiniband,
                        .link_up = std::nullopt,
                        .admin_up = std::nullopt,
                        .evidence = {}};
    const Verdict verdict = judged(samples::cmis_ethernet(), port);
    EXPECT_EQ(verdict.kind, VerdictKind::mismatch);
    EXPECT_EQ(verdict.severity, Severity::critical);
}

TEST(ProtocolVerdictTest, APortThatNobodyUsesIsAWarning) {
    PortMode port = runs(LinkLayer::infiniband);
    port.admin_up = false;
    EXPECT_EQ(judged(samples::cmis_ethernet(), port).severity, Severity::warning);
    port.admin_up = std::nullopt;
    EXPECT_EQ(judged(samples::cmis_ethernet(), port).severity, Severity::warning);
}

TEST(ProtocolVerdictTest, NothingKnownOfThePortIsUnknown) {
    const Verdict verdict = judged(samples::sr4(), PortMode{});
    EXPECT_EQ(verdict.kind, VerdictKind::unknown);
    EXPECT_EQ(verdict.severity, Severity::none);
}

TEST(ProtocolVerdictTest, AWrongChecksumIsNoEvidence) {
    const Verdict verdict = judged(samples::cmis_ethernet(), runs(LinkLayer::infiniband), false);
    EXPECT_EQ(verdict.kind, VerdictKind::unknown);
    EXPECT_EQ(verdict.reason, "checksum");
    EXPECT_EQ(verdict.severity, Severity::info);
}

TEST(ProtocolVerdictTest, ALinkThatIsUpDoesNotMakeAWrongChecksumRight) {
    EXPECT_EQ(judged(samples::sr4(), runs(LinkLayer::ethernet, true), false).reason, "checksum");
}

TEST(ProtocolVerdictTest, EvidenceBeginsWithWhatIsDeclared) {
    const Verdict verdict = judged(samples::cmis_ethernet(), runs(LinkLayer::infiniband));
    EXPECT_EQ(verdict.evidence.front(),
              "application 1 = 0x0f (200GAUI-4 C2M); application 2 = 0x0b (CAUI-4 C2M); no InfiniBand code");
}

TEST(ProtocolVerdictTest, APartNumberIsNeverMoreThanAHint) {
    cmis::Module module = samples::hdr_copper();
    module.identity.infiniband = 0;
    module.identity.vendor_name = "Mellanox";
    module.identity.part_number = "MCP1650-H002E26";
    const Verdict verdict = judged(module, runs(LinkLayer::ethernet));
    EXPECT_EQ(verdict.kind, VerdictKind::unknown);
    EXPECT_EQ(verdict.reason, "part_number_hint");
    EXPECT_EQ(verdict.severity, Severity::info);
}

TEST(PartNumberHintTest, TheFirstLetterAfterTheDashCounts) {
    cmis::Module module = samples::hdr_copper();
    module.identity.vendor_name = "Mellanox";
    module.identity.part_number = "MFS1S50-H020V";
    EXPECT_EQ(part_number_hint(module), LinkLayer::infiniband);
    module.identity.part_number = "MFS1S00-V003E";
    EXPECT_EQ(part_number_hint(module), LinkLayer::ethernet);
    module.identity.part_number = "980-9IAHB-00XM0N";
    EXPECT_EQ(part_number_hint(module), std::nullopt);
}

TEST(PartNumberHintTest, OnlyOfThatVendor) {
    cmis::Module module = samples::hdr_copper();
    module.identity.part_number = "MFS1S50-H020V";
    EXPECT_EQ(part_number_hint(module), std::nullopt);
}

// Table 1.5.

TEST(CapabilityTest, EachKindOfDeclarationHasItsRow) {
    EXPECT_EQ(row(samples::sr4(), false), "C2");
    cmis::Module both = samples::cmis_ethernet();
    both.identity.applications[1]->host_interface = {0x31};
    EXPECT_EQ(row(both), "C3");
    EXPECT_EQ(row(samples::cmis_infiniband()), "C4");
    EXPECT_EQ(row(samples::cmis_ethernet()), "C5");
    EXPECT_EQ(row(samples::dual_copper()), "C6");
    cmis::Module weak = samples::dual_copper();
    weak.identity.compliance->front() = 0;
    EXPECT_EQ(row(weak), "C7");
    EXPECT_EQ(row(samples::hdr_copper()), "C8");
    cmis::Module optic = samples::sr4();
    optic.identity.extended_compliance = cmis::Code<cmis::CodeTable::extended_compliance>{0};
    optic.identity.infiniband = 0x20;
    EXPECT_EQ(row(optic), "C10");
    cmis::Module ethernet_copper = samples::dual_copper();
    ethernet_copper.identity.infiniband = 0;
    EXPECT_EQ(row(ethernet_copper), "C11");
    EXPECT_EQ(row(samples::sr4()), "C12");
    cmis::Module silent = samples::hdr_copper();
    silent.identity.infiniband = 0;
    EXPECT_EQ(row(silent), "C14");
    silent.identity.vendor_name = "NVIDIA";
    silent.identity.part_number = "MCP1600-C003";
    EXPECT_EQ(row(silent), "C13");
}

TEST(CapabilityTest, MemoryOfSff8636NeverDeniesAProtocol) {
    for (const cmis::Module& module : {samples::sr4(), samples::hdr_copper(), samples::dual_copper()}) {
        const Capability found = capability(declared_by(module, true));
        EXPECT_NE(found.infiniband, Support::no);
        EXPECT_NE(found.ethernet, Support::no);
    }
}

}  // namespace
}  // namespace opticward::daemon
