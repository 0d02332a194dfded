// Bus efficiency: at least 95 % of the bus time that polling spends had to be spent, for every image.
#include "tests/bench/efficiency.h"

#include "cmis/codec.h"
#include "tests/corpus/corpus.h"
#include "tests/support/module_images.h"

#include <gtest/gtest.h>

namespace opticward::test {
namespace {

constexpr double goal = 0.95;
// An identity check each 30 s of the hour.
constexpr std::size_t most_identity_checks = 120;

void expect_efficient(const Efficiency& seen) {
    EXPECT_EQ(seen.polls, 360U);
    EXPECT_EQ(seen.failed_polls, 0U);
    EXPECT_GE(seen.ratio(), goal) << seen.least_per_poll() * 1e3 << " ms a poll are the least, "
                                  << seen.spent_per_poll() * 1e3 << " ms were spent";
    EXPECT_EQ(seen.static_reads, 0U);
    EXPECT_EQ(seen.identity_checks, most_identity_checks);
}

void expect_efficient_everywhere(const cmis::MemoryMap& image) {
    for (const unsigned hertz : {100'000U, 400'000U, 1'000'000U}) {
        SCOPED_TRACE(testing::Message() << hertz << " Hz, on the bus");
        expect_efficient(efficiency_on_the_bus(image, hertz));
    }
    SCOPED_TRACE("400 kHz, by file");
    expect_efficient(efficiency_by_file(image, 400'000));
}

cmis::MemoryMap cmis_module(std::uint8_t missing_lanes) {
    cmis::MemoryMap image = image_c2();
    put_cmis_monitors(image);
    put_cmis_thresholds(image);
    put(image, cmis::upper(0x00, 210), {missing_lanes});
    image.at(cmis::upper_page(0x10));
    put_cmis_sums(image);
    return image;
}

TEST(EfficiencyTest, OfAnSff8636Module) {
    expect_efficient_everywhere(image_a());
}

TEST(EfficiencyTest, OfAPassiveCable) {
    expect_efficient_everywhere(image_b());
}

TEST(EfficiencyTest, OfACmisModuleOfEightLanes) {
    expect_efficient_everywhere(cmis_module(0x00));
}

TEST(EfficiencyTest, OfACmisModuleOfFourLanes) {
    expect_efficient_everywhere(cmis_module(0xF0));
}

TEST(EfficiencyTest, OfACmisModuleOfOneLane) {
    expect_efficient_everywhere(cmis_module(0xFE));
}

TEST(EfficiencyTest, OfAModuleThatDoesNotShowItsPages) {
    cmis::MemoryMap image = image_a();
    image.erase(cmis::upper_page(0x03));
    expect_efficient_everywhere(image);
}

TEST(EfficiencyTest, OfEveryImageBesideTheProject) {
    const auto folder = corpus_folder();
    if (!folder) {
        GTEST_SKIP() << corpus_absent();
    }
    std::size_t images = 0;
    for (const CorpusCase& it : corpus_cases(*folder)) {
        if (!it.has_a_map()) {
            continue;
        }
        SCOPED_TRACE(it.name);
        expect_efficient_everywhere(it.image().memory);
        ++images;
    }
    EXPECT_GT(images, 0U);
}

}  // namespace
}  // namespace opticward::test
