// A link that was up proves its module, over restarts of the daemon too (protocol_mode.md, decision 2).
#include "tests/daemon/judge/samples.h"

#include <gtest/gtest.h>

namespace opticward::daemon {

namespace {

using drivers::LinkLayer;
using samples::after;
using samples::start;
using std::chrono::seconds;

PortSettings ethernet_port(bool up) {
    PortSettings settings = samples::port("swp7");
    settings.protocol = LinkLayer::ethernet;
    settings.link_up = up;
    settings.admin_up = true;
    return settings;
}

// InfiniBand codes only; its links are told apart by nothing but the proof.
cmis::Module cable(std::string serial_number = "TST0000007") {
    cmis::Module module = samples::cmis_infiniband();
    module.identity.serial_number = std::move(serial_number);
    return module;
}

KeptProof proof_of(std::string serial_number = "TST0000007") {
    LinkProof proof;
    proof.add(LinkLayer::ethernet);
    return {"swp7", cable().identity.vendor_name, cable().identity.part_number, std::move(serial_number), proof};
}

class ProofTest : public testing::Test {
protected:
    void take(const Reading& reading) { judge_.take(reading, reading.at); }
    std::string rule() {
        const auto port = judge_.board(after(seconds{100}))->ports.at(0);
        return port->verdicts.empty() ? "" : port->verdicts.front().rule;
    }

    Judge judge_{{ethernet_port(false)}, {}, start()};
};

}  // namespace

TEST_F(ProofTest, ALinkThatIsUpIsKeptByTheIdentityOfItsModule) {
    Judge judge{{ethernet_port(true)}, {}, start()};
    judge.take(samples::reading(cable(), after(seconds{1})), after(seconds{1}));
    EXPECT_EQ(judge.proofs(), std::vector{proof_of()});
}

TEST_F(ProofTest, ALinkThatIsDownProvesNothing) {
    take(samples::reading(cable(), after(seconds{1})));
    EXPECT_TRUE(judge_.proofs().empty());
    EXPECT_EQ(rule(), "M04");
}

TEST_F(ProofTest, AModuleWithoutASerialNumberIsNotKept) {
    Judge judge{{ethernet_port(true)}, {}, start()};
    judge.take(samples::reading(cable(""), after(seconds{1})), after(seconds{1}));
    EXPECT_TRUE(judge.proofs().empty());
}

TEST_F(ProofTest, TheSameModuleInTheSamePortIsProvenAfterARestart) {
    judge_.restore({proof_of()});
    take(samples::reading(cable(), after(seconds{1})));
    EXPECT_EQ(rule(), "M01");
    EXPECT_EQ(judge_.proofs(), std::vector{proof_of()});
}

TEST_F(ProofTest, AnotherModuleIsNotProvenByTheOneBefore) {
    judge_.restore({proof_of("TST0000008")});
    take(samples::reading(cable(), after(seconds{1})));
    EXPECT_EQ(rule(), "M04");
    EXPECT_TRUE(judge_.proofs().empty());
}

TEST_F(ProofTest, OneReadDoesNotSettleThatItIsAnotherModule) {
    judge_.restore({proof_of()});
    take(samples::reading(cable("TST000O007"), after(seconds{1}), 1));
    EXPECT_EQ(judge_.proofs(), std::vector{proof_of()});
}

TEST_F(ProofTest, AnotherPortIsNotProven) {
    KeptProof elsewhere = proof_of();
    elsewhere.port = "swp8";
    judge_.restore({elsewhere});
    take(samples::reading(cable(), after(seconds{1})));
    EXPECT_EQ(rule(), "M04");
}

TEST_F(ProofTest, AnEmptyCageEndsIt) {
    judge_.restore({proof_of()});
    take(samples::empty_cage(after(seconds{1})));
    EXPECT_TRUE(judge_.proofs().empty());
    take(samples::reading(cable(), after(seconds{2})));
    EXPECT_EQ(rule(), "M04");
}

TEST_F(ProofTest, WhatIsRestoredStaysWhileNothingCouldBeRead) {
    judge_.restore({proof_of()});
    Reading silent;
    silent.at = after(seconds{1});
    silent.state = PortState::unreadable;
    silent.fault = drivers::Fault::nack;
    take(silent);
    EXPECT_EQ(judge_.proofs(), std::vector{proof_of()});
}

TEST_F(ProofTest, ThePortThatComesLaterGetsItsProof) {
    judge_.reconfigure({}, {}, after(seconds{1}));
    judge_.restore({proof_of()});
    EXPECT_EQ(judge_.proofs(), std::vector{proof_of()});
    judge_.reconfigure({{.number = 3, .settings = ethernet_port(false)}}, {}, after(seconds{2}));
    Reading reading = samples::reading(cable(), after(seconds{3}));
    reading.port = 3;
    take(reading);
    EXPECT_EQ(rule(), "M01");
}

TEST_F(ProofTest, APortThatGoesAndComesBackWithItsModuleKeepsTheProof) {
    judge_.restore({proof_of()});
    take(samples::reading(cable(), after(seconds{1})));
    judge_.reconfigure({}, {}, after(seconds{2}));
    judge_.reconfigure({{.number = 4, .settings = ethernet_port(false)}}, {}, after(seconds{3}));
    Reading reading = samples::reading(cable(), after(seconds{4}));
    reading.port = 4;
    take(reading);
    EXPECT_EQ(rule(), "M01");
}

TEST_F(ProofTest, ProofsAreInTheOrderOfTheirPorts) {
    KeptProof second = proof_of();
    second.port = "swp8";
    KeptProof third = proof_of();
    third.port = "swp9";
    judge_.restore({third, proof_of(), second});
    EXPECT_EQ(judge_.proofs(), (std::vector{proof_of(), second, third}));
}

}  // namespace opticward::daemon
