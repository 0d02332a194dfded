#include "drivers/evidence/image_evidence.h"

#include "cmis/image.h"
#include "tests/drivers/module_images.h"
#include "tests/drivers/temporary_folder.h"

#include <array>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace opticward::drivers {
namespace {

using namespace std::chrono_literals;

class ImageEvidenceTest : public ::testing::Test {
protected:
    void write(std::string_view content, std::chrono::seconds since_epoch = 1'796'040'000s) const {
        folder_.write("swp1.txt", content);
        const std::array<timespec, 2> times{
            {{.tv_sec = since_epoch.count(), .tv_nsec = 0}, {.tv_sec = since_epoch.count(), .tv_nsec = 0}}};
        ASSERT_EQ(::utimensat(AT_FDCWD, (folder_.path() / "swp1.txt").c_str(), times.data(), 0), 0);
    }

    TemporaryFolder folder_;
    ImageEvidence evidence_{folder_.path() / "swp1.txt", "/etc/opticward/swp1.txt"};
};

TEST_F(ImageEvidenceTest, ADumpIsDecodedAndHasItsFilesTime) {
    write(cmis::write_image_text(sff8636_module()));

    const auto seen = evidence_.look();

    ASSERT_NE(seen, nullptr);
    EXPECT_EQ(seen->file, "/etc/opticward/swp1.txt");
    EXPECT_EQ(seen->memory, sff8636_module());
    EXPECT_EQ(seen->module.memory_model, cmis::MemoryModelId::sff8636);
    EXPECT_EQ(seen->taken_at, std::chrono::sys_seconds{1'796'040'000s});
    EXPECT_EQ(evidence_.problem(), "");
}

TEST_F(ImageEvidenceTest, AFileThatStaysIsReadOnce) {
    write(cmis::write_image_text(sff8636_module()));
    const auto first = evidence_.look();
    EXPECT_EQ(evidence_.look(), first);

    write(cmis::write_image_text(cmis_module()), 1'796'040'060s);

    const auto second = evidence_.look();
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->memory, cmis_module());
}

TEST_F(ImageEvidenceTest, AFileThatIsMissingIsNamedAndLookedForAgain) {
    EXPECT_EQ(evidence_.look(), nullptr);
    EXPECT_EQ(evidence_.problem(), "/etc/opticward/swp1.txt: No such file or directory");

    write(cmis::write_image_text(sff8636_module()));

    EXPECT_NE(evidence_.look(), nullptr);
    EXPECT_EQ(evidence_.problem(), "");
}

TEST_F(ImageEvidenceTest, WhatIsNoDumpIsToldWithItsLine) {
    write("[lower]\n00: nonsense\n");
    EXPECT_EQ(evidence_.look(), nullptr);
    EXPECT_TRUE(evidence_.problem().starts_with("/etc/opticward/swp1.txt:2: ")) << evidence_.problem();
}

TEST_F(ImageEvidenceTest, AnUnprogrammedMemoryIsNoModule) {
    write(std::string(256, '\xff'));
    EXPECT_EQ(evidence_.look(), nullptr);
    EXPECT_TRUE(evidence_.problem().starts_with("/etc/opticward/swp1.txt: ")) << evidence_.problem();
}

TEST_F(ImageEvidenceTest, AFileLargerThanAnyImageIsNotReadToItsEnd) {
    write(std::string(3'000'000, 'x'));
    EXPECT_EQ(evidence_.look(), nullptr);
    EXPECT_NE(evidence_.problem(), "");
}

}  // namespace
}  // namespace opticward::drivers
