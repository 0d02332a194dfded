// Rows C0, C1, C1b and C9 of protocol_mode.md, table 1.5; the rows of the declaration alone are in port_mode_test.cpp.
#include "daemon/judge/capability.h"

#include "tests/daemon/judge/link_samples.h"

#include <gtest/gtest.h>

namespace opticward::daemon {
namespace {

using drivers::LinkLayer;
using link_samples::hdr_copper;
using link_samples::optic_200g;

TEST(CapabilityOfALinkTest, ALinkThatWasUpProvesItsProtocol) {
    LinkFacts facts = optic_200g(false);
    facts.proof.add(LinkLayer::infiniband);
    const Capability found = capability(facts);
    EXPECT_EQ(found.row, "C0");
    EXPECT_EQ(found.infiniband, Support::yes);
    EXPECT_EQ(found.ethernet, Support::yes);
    EXPECT_EQ(found.confidence, Confidence::certain);
}

TEST(CapabilityOfALinkTest, AFirmwareThatRefusesTheCodeDeniesTheProtocolOfThePort) {
    for (const unsigned code : {16U, 24U, 32U}) {
        LinkFacts facts = hdr_copper(false);
        facts.firmware_code = code;
        const Capability found = capability(facts);
        EXPECT_EQ(found.row, "C1");
        EXPECT_EQ(found.infiniband, Support::no);
        EXPECT_EQ(found.confidence, Confidence::high);
    }
}

TEST(CapabilityOfALinkTest, OtherCodesOfTheFirmwareDenyNothing) {
    for (const unsigned code : {15U, 17U, 23U, 33U, 1024U, 1026U, 1027U, 1030U}) {
        LinkFacts facts = hdr_copper(false);
        facts.firmware_code = code;
        EXPECT_EQ(capability(facts).row, "C8") << code;
    }
}

TEST(CapabilityOfALinkTest, ARefusalWithoutAReasonChangesNeitherSide) {
    for (const unsigned code : {1025U, 1028U, 1029U}) {
        LinkFacts facts = hdr_copper(false);
        facts.firmware_code = code;
        const Capability found = capability(facts);
        EXPECT_EQ(found.row, "C1b");
        EXPECT_EQ(found.infiniband, Support::yes);
        EXPECT_EQ(found.ethernet, Support::likely);
    }
}

TEST(CapabilityOfALinkTest, AnUnsupportedCableIsARefusalWithoutAReason) {
    LinkFacts facts = hdr_copper(false);
    facts.host.down_cause = drivers::DownCause::unsupported_cable;
    EXPECT_EQ(capability(facts).row, "C1b");
}

TEST(CapabilityOfALinkTest, ACodeOfALinkThatIsUpRefusesNothing) {
    LinkFacts facts = hdr_copper(true);
    facts.firmware_code = 16;
    EXPECT_EQ(capability(facts).row, "C8");
}

TEST(CapabilityOfALinkTest, AnInfinibandOpticThatItsVendorCallsDualIsLikelyEthernet) {
    LinkFacts facts = link_samples::link(LinkLayer::ethernet, false);
    link_samples::declare(facts, cmis::Protocol::infiniband);
    facts.traits.medium = cmis::MediaType::optical;
    EXPECT_EQ(capability(facts).row, "C10");
    facts.module.dual_source = "the vendor's list";
    EXPECT_EQ(capability(facts).row, "C9");
    EXPECT_EQ(capability(facts).ethernet, Support::likely);
}

}  // namespace
}  // namespace opticward::daemon
