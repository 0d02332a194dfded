#include "daemon/store/proof_keeper.h"

#include "tests/drivers/temporary_folder.h"

#include <gtest/gtest.h>

namespace opticward::daemon {

namespace {

using std::chrono::seconds;

SteadyTime second(int number) {
    return SteadyTime{} + seconds{number};
}

std::vector<KeptProof> of_module(std::string serial_number) {
    LinkProof proof;
    proof.add(drivers::LinkLayer::ethernet);
    return {{"swp7", "Mellanox", "MMA1T00-HS", std::move(serial_number), proof}};
}

class ProofKeeperTest : public testing::Test {
protected:
    std::vector<KeptProof> in_file() const { return read_proofs(file_).proofs; }

    drivers::TemporaryFolder folder_;
    std::filesystem::path file_ = folder_.path() / "proofs";
    ProofKeeper keeper_{file_};
};

}  // namespace

TEST_F(ProofKeeperTest, WhatChangedIsWrittenAtOnce) {
    EXPECT_FALSE(keeper_.keep(of_module("S1"), second(0)));
    EXPECT_EQ(in_file(), of_module("S1"));
}

TEST_F(ProofKeeperTest, TheNextChangeWaitsFiveSeconds) {
    keeper_.keep(of_module("S1"), second(0));
    EXPECT_FALSE(keeper_.due(second(4)));
    keeper_.keep(of_module("S2"), second(4));
    EXPECT_EQ(in_file(), of_module("S1"));
    EXPECT_TRUE(keeper_.due(second(5)));
    keeper_.keep(of_module("S2"), second(5));
    EXPECT_EQ(in_file(), of_module("S2"));
}

TEST_F(ProofKeeperTest, AtTheEndNothingWaits) {
    keeper_.keep(of_module("S1"), second(0));
    EXPECT_FALSE(keeper_.keep_at_the_end(of_module("S2")));
    EXPECT_EQ(in_file(), of_module("S2"));
}

TEST_F(ProofKeeperTest, WhatTheFileHoldsIsNotWrittenAgain) {
    ASSERT_FALSE(write_proofs(file_, of_module("S1")));
    keeper_.read();
    std::filesystem::remove(file_);
    keeper_.keep(of_module("S1"), second(0));
    EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(ProofKeeperTest, AFileWithGarbageIsWrittenAnew) {
    folder_.write("proofs", "opticward-proofs 1\nswp7\tMellanox\tMMA1T00-HS\tS1\tethernet\ngarbage\n");
    const ReadProofs read = keeper_.read();
    EXPECT_EQ(read.proofs, of_module("S1"));
    keeper_.keep(read.proofs, second(0));
    EXPECT_TRUE(read_proofs(file_).problems.empty());
    EXPECT_EQ(in_file(), of_module("S1"));
}

TEST_F(ProofKeeperTest, AProblemIsToldOnceAndTriedAgain) {
    ProofKeeper keeper{folder_.path() / "late" / "proofs"};
    EXPECT_EQ(keeper.keep(of_module("S1"), second(0)),
              folder_.path().string() + "/late/proofs.new cannot be written: No such file or directory");
    EXPECT_FALSE(keeper.keep(of_module("S1"), second(5)));
    std::filesystem::create_directory(folder_.path() / "late");
    EXPECT_FALSE(keeper.keep(of_module("S1"), second(10)));
    EXPECT_EQ(read_proofs(folder_.path() / "late" / "proofs").proofs, of_module("S1"));
}

TEST_F(ProofKeeperTest, WithoutAFileNothingIsKept) {
    ProofKeeper keeper{{}};
    EXPECT_FALSE(keeper.due(second(0)));
    EXPECT_FALSE(keeper.keep_at_the_end(of_module("S1")));
    EXPECT_TRUE(keeper.read().proofs.empty());
}

}  // namespace opticward::daemon
