// Every value that the sources of the module images state is what the decoder says, or is in left_out.tsv with a reason.
#include "tests/corpus/leaves.h"

#include "cmis/codec.h"
#include "tests/corpus/comparison.h"
#include "tests/corpus/corpus.h"
#include "tests/corpus/left_out.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace opticward::test {

namespace {

// Pinned, so that the list does not grow unseen.
constexpr std::size_t not_module_memory_count = 12;
constexpr std::size_t source_wrong_count = 9;
constexpr std::size_t later_page_count = 311;
constexpr std::size_t leaf_count = 1313;
constexpr double wanted_percent = 95.0;

using Key = std::pair<std::string, std::string>;

LeftOutList left_out() {
    return read_left_out(read_file(std::filesystem::path{OPTICWARD_SOURCE_DIR} / "tests/corpus/left_out.tsv"));
}

std::size_t count_of(const LeftOutList& list, LeftOutReason reason) {
    return static_cast<std::size_t>(std::ranges::count(list.entries, reason, &LeftOut::reason));
}

struct Tally {
    std::size_t leaves = 0;
    std::size_t compared = 0;
    std::size_t equal = 0;
    std::vector<std::string> problems;
    std::set<Key> found;  // entries of the list that are leaves
    std::set<std::string_view> rows_used;

    void problem(const CorpusCase& of, const Leaf& leaf, const std::string& what) {
        problems.push_back(of.name + ": " + leaf.path + ": " + what);
    }
};

struct Decoded {
    cmis::Image image;
    cmis::Module module;
    json expected;
};

void count_compared(const CorpusCase& of, const Decoded& decoded, const Leaf& leaf, Tally& tally) {
    const Row* row = row_for(leaf.pattern);
    const Comparison result =
        row == nullptr ? Comparison{} : compare(*row, decoded.module, decoded.image.memory, decoded.expected, leaf);
    if (!result.answered) {
        tally.problem(of, leaf, "nothing compares it, and it is not in left_out.tsv: " + leaf.value.dump());
        return;
    }
    tally.rows_used.insert(row->pattern);
    ++tally.compared;
    if (result.difference.empty()) {
        ++tally.equal;
    } else {
        tally.problem(of, leaf, result.difference);
    }
}

// The right value is asserted, and the source's would not do.
void check_source_wrong(const CorpusCase& of, const Decoded& decoded, const Leaf& leaf, const LeftOut& entry,
                        Tally& tally) {
    const std::vector<Leaf> right = leaves_of(entry.right);
    const Row* row = row_for(leaf.pattern);
    if (row == nullptr || right.size() != 1) {
        tally.problem(of, leaf, "source_wrong, but the right value cannot be compared");
        return;
    }
    tally.rows_used.insert(row->pattern);
    Leaf corrected = leaf;
    corrected.value = right[0].value;
    corrected.decimals = right[0].decimals;
    const auto with = [&](const Leaf& wanted) {
        return compare(*row, decoded.module, decoded.image.memory, decoded.expected, wanted);
    };
    if (const Comparison result = with(corrected); !result.answered || !result.difference.empty()) {
        tally.problem(of, leaf, "the right value of left_out.tsv is not what is decoded: " + result.difference);
    }
    if (with(leaf).difference.empty()) {
        tally.problem(of, leaf, "is said to be wrong in its source, and is equal");
    }
}

// What could be compared must be.
void check_not_comparable(const CorpusCase& of, const Decoded& decoded, const Leaf& leaf, Tally& tally) {
    const Row* row = row_for(leaf.pattern);
    if (row != nullptr && compare(*row, decoded.module, decoded.image.memory, decoded.expected, leaf).answered) {
        tally.problem(of, leaf, "is left out, but a row can compare it");
    }
}

Tally tally_of(const std::filesystem::path& folder) {
    const LeftOutList list = left_out();
    std::map<Key, const LeftOut*> entries;
    for (const LeftOut& entry : list.entries) {
        entries[{entry.name, entry.path}] = &entry;
    }
    Tally tally;
    for (const CorpusCase& of : corpus_cases(folder)) {
        if (!of.has_a_map()) {
            continue;
        }
        const std::string text = of.expected();
        Decoded decoded{.image = of.image(), .module = {}, .expected = json::parse(text)};
        decoded.module = cmis::decode(decoded.image.memory);
        for (const Leaf& leaf : leaves_of(text)) {
            if (leaf.path.starts_with("provenance.")) {
                continue;
            }
            ++tally.leaves;
            const auto entry = entries.find({of.name, leaf.path});
            if (entry == entries.end()) {
                count_compared(of, decoded, leaf, tally);
                continue;
            }
            tally.found.insert(entry->first);
            if (entry->second->reason == LeftOutReason::source_wrong) {
                check_source_wrong(of, decoded, leaf, *entry->second, tally);
            } else {
                check_not_comparable(of, decoded, leaf, tally);
            }
        }
    }
    return tally;
}

class CorpusLeavesTest : public testing::Test {
protected:
    void SetUp() override {
        const auto folder = corpus_folder();
        if (!folder) {
            GTEST_SKIP() << corpus_absent();
        }
        tally_ = tally_of(*folder);
    }

    Tally tally_;
};

}  // namespace

TEST_F(CorpusLeavesTest, EachLeafIsEqualOrLeftOutForAReason) {
    for (const std::string& problem : tally_.problems) {
        ADD_FAILURE() << problem;
    }
    EXPECT_EQ(tally_.leaves, leaf_count);
    EXPECT_EQ(tally_.compared, leaf_count - not_module_memory_count - source_wrong_count - later_page_count);
}

// Of the leaves that do not belong to a page of a later issue; those left out for another reason count as not equal.
TEST_F(CorpusLeavesTest, NearlyAllLeavesOfOurPagesAreComparedAndEqual) {
    const LeftOutList list = left_out();
    const std::size_t of_our_pages = tally_.leaves - count_of(list, LeftOutReason::later_page);
    const double percent = 100.0 * static_cast<double>(tally_.equal) / static_cast<double>(of_our_pages);
    std::cout << "leaves " << tally_.leaves << ", of our pages " << of_our_pages << ", compared " << tally_.compared
              << ", equal " << tally_.equal << ", left out: not_module_memory "
              << count_of(list, LeftOutReason::not_module_memory) << ", source_wrong "
              << count_of(list, LeftOutReason::source_wrong) << ", later_page "
              << count_of(list, LeftOutReason::later_page) << "; equal of our pages " << percent << " %\n";
    EXPECT_GE(percent, wanted_percent);
}

TEST_F(CorpusLeavesTest, EachEntryOfTheListIsALeaf) {
    for (const LeftOut& entry : left_out().entries) {
        EXPECT_TRUE(tally_.found.contains({entry.name, entry.path})) << entry.name << ": " << entry.path;
    }
}

TEST_F(CorpusLeavesTest, EachRowComparesSomeLeaf) {
    EXPECT_EQ(tally_.rows_used.size(), row_count());
}

TEST(LeftOutTest, DoesNotGrow) {
    const LeftOutList list = left_out();
    EXPECT_EQ(count_of(list, LeftOutReason::not_module_memory), not_module_memory_count);
    EXPECT_EQ(count_of(list, LeftOutReason::source_wrong), source_wrong_count);
    EXPECT_EQ(count_of(list, LeftOutReason::later_page), later_page_count);
}

TEST(LeftOutTest, SaysACaseAPathAReasonAndAWordWhyOnEachLine) {
    for (const std::string& line : left_out().problems) {
        ADD_FAILURE() << line;
    }
}

TEST(LeftOutTest, NamesEachLeafOnce) {
    std::set<Key> seen;
    for (const LeftOut& entry : left_out().entries) {
        EXPECT_TRUE(seen.insert({entry.name, entry.path}).second) << entry.name << ": " << entry.path;
    }
}

TEST(LeftOutTest, NamesALaterPageForEachLeafThatWaitsForOne) {
    constexpr auto later = std::to_array<std::string_view>(
        {"12h", "13h", "14h", "20h", "21h", "22h", "23h", "24h", "25h", "26h", "27h", "2Ch", "2Fh", "34h", "35h"});
    for (const LeftOut& entry : left_out().entries) {
        if (entry.reason == LeftOutReason::later_page) {
            const std::string page = entry.why.substr(std::min<std::size_t>(5, entry.why.size()), 3);
            EXPECT_TRUE(entry.why.starts_with("page ") && std::ranges::find(later, page) != later.end())
                << entry.name << ": " << entry.path << ": " << entry.why;
        }
    }
}

TEST(LeavesTest, KnowsPathsPatternsAndPrintedDigits) {
    const std::vector<Leaf> leaves = leaves_of(R"({"a": [{"b": 1.250}, {"b": [], "c.d": null}], "e": -3})");
    ASSERT_EQ(leaves.size(), 4U);
    EXPECT_EQ(leaves[0].path, "a[0].b");
    EXPECT_EQ(leaves[0].pattern, "a[*].b");
    EXPECT_EQ(leaves[0].decimals, 3);
    EXPECT_EQ(leaves[1].path, "a[1].b");
    EXPECT_EQ(leaves[1].value, json::array());
    EXPECT_EQ(leaves[2].path, "a[1].c.d");
    EXPECT_EQ(leaves[2].indices, std::vector<std::size_t>{1});
    EXPECT_TRUE(leaves[2].value.is_null());
    EXPECT_EQ(leaves[3].value, -3);
}

TEST(LeavesTest, DoNotComeOutOfBrokenText) {
    EXPECT_TRUE(leaves_of(R"({"a": [1, 2)").empty());
}

// The comparison can fail: each of these must.
TEST(ComparisonTest, TellsValuesApart) {
    cmis::Module module;
    module.memory_model = cmis::MemoryModelId::sff8636;
    module.identity.vendor_name = "ACME";
    module.live.temperature = cmis::Celsius{56.98046875};
    module.live.lanes[0].rx_power = cmis::Watts{0.00004};
    const auto difference = [&](const char* text) {
        const std::vector<Leaf> leaves = leaves_of(text);
        const Row* row = row_for(leaves.at(0).pattern);
        return row == nullptr ? "no row" : compare(*row, module, {}, json::parse(text), leaves[0]).difference;
    };
    EXPECT_EQ(difference(R"({"vendor_name": "ACME"})"), "");
    EXPECT_EQ(difference(R"({"temperature_c": 56.9805})"), "");
    EXPECT_EQ(difference(R"({"lanes": [{"rx_power_mw": 0.04}]})"), "");
    EXPECT_NE(difference(R"({"vendor_name": "ACME "})"), "");
    EXPECT_NE(difference(R"({"vendor_name": null})"), "");
    EXPECT_NE(difference(R"({"temperature_c": 56.9804})"), "");
    EXPECT_NE(difference(R"({"temperature_c": 57})"), "");
    EXPECT_NE(difference(R"({"temperature_c": null})"), "");
    EXPECT_NE(difference(R"({"temperature_c": "56.9805"})"), "");
    EXPECT_NE(difference(R"({"lanes": [{"rx_power_mw": 0.0401}]})"), "");
    EXPECT_NE(difference(R"({"lanes": [{"tx_bias_ma": 0}]})"), "");
    EXPECT_NE(difference(R"({"flags": {"rx_los": [0]}})"), "");
}

}  // namespace opticward::test
