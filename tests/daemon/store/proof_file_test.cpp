#include "daemon/store/proof_file.h"

#include "tests/drivers/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>

namespace opticward::daemon {

namespace {

using drivers::LinkLayer;

LinkProof proven(std::initializer_list<LinkLayer> layers) {
    LinkProof proof;
    for (const LinkLayer layer : layers) {
        proof.add(layer);
    }
    return proof;
}

KeptProof sr4() {
    return {"swp7", "Mellanox", "MMA1T00-HS", "MT2042FT00001", proven({LinkLayer::ethernet})};
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

class ProofFileTest : public testing::Test {
protected:
    ReadProofs read(std::string_view text) const { return read_proofs(folder_.write("proofs", text)); }
    std::string at(std::string_view behind_the_name) const { return file_.string() + std::string(behind_the_name); }

    drivers::TemporaryFolder folder_;
    std::filesystem::path file_ = folder_.path() / "proofs";
};

}  // namespace

TEST_F(ProofFileTest, AProofIsALineBehindTheVersion) {
    KeptProof both = sr4();
    both.port = "swp8";
    both.proof = proven({LinkLayer::ethernet, LinkLayer::infiniband});
    EXPECT_FALSE(write_proofs(file_, std::vector{sr4(), both}));
    EXPECT_EQ(text_of(file_), "opticward-proofs 1\n"
                              "swp7\tMellanox\tMMA1T00-HS\tMT2042FT00001\tethernet\n"
                              "swp8\tMellanox\tMMA1T00-HS\tMT2042FT00001\tinfiniband,ethernet\n");
}

TEST_F(ProofFileTest, WhatIsWrittenIsRead) {
    ASSERT_FALSE(write_proofs(file_, std::vector{sr4()}));
    const ReadProofs read = read_proofs(file_);
    EXPECT_EQ(read.proofs, std::vector{sr4()});
    EXPECT_TRUE(read.problems.empty());
}

TEST_F(ProofFileTest, TextOfAHostileModuleStaysOneField) {
    KeptProof hostile = sr4();
    hostile.vendor = "A\tB\nC\\D\x01\x7f";
    hostile.serial_number = "S\xEF\xBF\xBD";
    ASSERT_FALSE(write_proofs(file_, std::vector{hostile}));
    EXPECT_EQ(text_of(file_),
              "opticward-proofs 1\nswp7\tA\\tB\\nC\\\\D\\x01\\x7f\tMMA1T00-HS\tS\xEF\xBF\xBD\tethernet\n");
    EXPECT_EQ(read_proofs(file_).proofs, std::vector{hostile});
}

TEST_F(ProofFileTest, AModuleWithoutASerialNumberIsNotKept) {
    KeptProof nameless = sr4();
    nameless.serial_number.clear();
    ASSERT_FALSE(write_proofs(file_, std::vector{nameless}));
    EXPECT_EQ(text_of(file_), "opticward-proofs 1\n");
}

TEST_F(ProofFileTest, NothingProvenIsNotKept) {
    KeptProof nothing = sr4();
    nothing.proof = {};
    ASSERT_FALSE(write_proofs(file_, std::vector{nothing}));
    EXPECT_EQ(text_of(file_), "opticward-proofs 1\n");
}

TEST_F(ProofFileTest, WithoutAFileThereAreNoProofsAndNoProblem) {
    const ReadProofs read = read_proofs(file_);
    EXPECT_TRUE(read.proofs.empty());
    EXPECT_TRUE(read.problems.empty());
}

TEST_F(ProofFileTest, LinesThatMakeNoSenseAreToldAndTheOthersCount) {
    const ReadProofs read = this->read("opticward-proofs 1\n"
                                       "swp1\tV\tP\n"
                                       "swp2\tV\tP\tS\tethernet\textra\n"
                                       "\n"
                                       "swp3\tV\tP\tS\ttoken-ring\n"
                                       "swp4\tV\tP\tS\t\n"
                                       "swp5\tV\tP\t\tethernet\n"
                                       "\tV\tP\tS\tethernet\n"
                                       "swp6\tV\\q\tP\tS\tethernet\n"
                                       "swp6\tV\\x4\tP\tS\tethernet\n"
                                       "swp7\tMellanox\tMMA1T00-HS\tMT2042FT00001\tethernet\n"
                                       "swp7\tMellanox\tMMA1T00-HS\tMT2042FT00002\tethernet\n");
    EXPECT_EQ(read.proofs, std::vector{sr4()});
    EXPECT_EQ(read.problems,
              (std::vector<std::string>{
                  at(":2: no five fields with tabs between them"), at(":3: no five fields with tabs between them"),
                  at(":4: no five fields with tabs between them"),
                  at(":5: the protocols are not a list of infiniband and ethernet"),
                  at(":6: the protocols are not a list of infiniband and ethernet"), at(":7: no serial number"),
                  at(":8: no port"), at(":9: a backslash that means nothing"),
                  at(":10: a backslash that means nothing"), at(":12: the port has a proof already")}));
}

TEST_F(ProofFileTest, AnotherVersionIsToldAndLinesThatLookLikeProofsCount) {
    const ReadProofs read = this->read("opticward-proofs 2\nswp7\tMellanox\tMMA1T00-HS\tMT2042FT00001\tethernet\n");
    EXPECT_EQ(read.proofs, std::vector{sr4()});
    EXPECT_EQ(read.problems,
              std::vector{at(":1: not \"opticward-proofs 1\"; lines that look like proofs count all the same")});
}

TEST_F(ProofFileTest, AFileThatEndsWithinALineKeepsTheLinesBefore) {
    const ReadProofs read =
        this->read("opticward-proofs 1\nswp7\tMellanox\tMMA1T00-HS\tMT2042FT00001\tethernet\nswp8\tMell");
    EXPECT_EQ(read.proofs, std::vector{sr4()});
    EXPECT_EQ(read.problems, std::vector{at(":3: no five fields with tabs between them")});
}

TEST_F(ProofFileTest, OfVeryMuchGarbageAFewLinesAreTold) {
    const ReadProofs read = this->read(std::string(1000, '\n'));
    EXPECT_TRUE(read.proofs.empty());
    ASSERT_EQ(read.problems.size(), 11U);
    EXPECT_EQ(read.problems.back(), at(": 990 more lines make no sense"));
}

TEST_F(ProofFileTest, NoMoreThan4096ProofsAreRead) {
    std::string text = "opticward-proofs 1\n";
    for (int port = 0; port < 4097; ++port) {
        text += "p" + std::to_string(port) + "\tV\tP\tS\tethernet\n";
    }
    const ReadProofs read = this->read(text);
    EXPECT_EQ(read.proofs.size(), 4096U);
    EXPECT_EQ(read.problems, std::vector{at(":4098: more than 4096 proofs; the rest is left out")});
}

TEST_F(ProofFileTest, AFileLargerThanAMegabyteIsNotRead) {
    const ReadProofs read = this->read(std::string((1 << 20) + 1, 'x'));
    EXPECT_TRUE(read.proofs.empty());
    EXPECT_EQ(read.problems, std::vector{at(" is larger than 1048576 bytes")});
}

TEST_F(ProofFileTest, AFolderOfThatNameIsAProblem) {
    std::filesystem::create_directory(file_);
    EXPECT_EQ(read_proofs(file_).problems, std::vector{at(" is a folder")});
    EXPECT_EQ(write_proofs(file_, {}), at(" cannot be replaced: Is a directory"));
}

TEST_F(ProofFileTest, TheOldFileIsReplacedAndNothingElseIsLeftBehind) {
    folder_.write("proofs", "old");
    folder_.write("proofs.new", "of a daemon that was killed");
    ASSERT_FALSE(write_proofs(file_, {}));
    EXPECT_EQ(text_of(file_), "opticward-proofs 1\n");
    EXPECT_FALSE(std::filesystem::exists(at(".new")));
}

TEST_F(ProofFileTest, EverybodyMayReadItWhateverTheUmask) {
    const mode_t before = ::umask(0077);
    const auto problem = write_proofs(file_, {});
    ::umask(before);
    ASSERT_FALSE(problem);
    struct stat status {};
    ASSERT_EQ(::stat(file_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0644U);
}

TEST_F(ProofFileTest, ALinkInTheWayIsNotWrittenThrough) {
    const auto other = folder_.write("other", "precious");
    std::filesystem::create_symlink(other, at(".new"));
    ASSERT_FALSE(write_proofs(file_, {}));
    EXPECT_EQ(text_of(other), "precious");
}

TEST_F(ProofFileTest, WithoutTheFolderItSaysSo) {
    EXPECT_EQ(write_proofs(folder_.path() / "gone" / "proofs", {}),
              folder_.path().string() + "/gone/proofs.new cannot be written: No such file or directory");
}

}  // namespace opticward::daemon
