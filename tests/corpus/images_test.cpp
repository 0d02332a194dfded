// Every image of the corpus goes through the reader, the decoder and the encoder. With sanitizers (preset asan) this also
// shows that real bytes, and any part of them, do no harm.
#include "cmis/codec.h"
#include "cmis/image.h"
#include "cmis/properties.h"
#include "tests/corpus/corpus.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::test {

namespace {

using cmis::ChecksumState;
using cmis::MemoryMap;
using cmis::Module;
using cmis::PageId;

class CorpusImagesTest : public testing::Test {
protected:
    void SetUp() override {
        const auto folder = corpus_folder();
        if (!folder) {
            GTEST_SKIP() << corpus_absent();
        }
        cases_ = corpus_cases(*folder);
        ASSERT_EQ(cases_.size(), 67U);
    }

    std::vector<CorpusCase> cases_;
};

// What encode() computes rather than keeps: checksums, and what is said of them and of pages that were not read.
cmis::Value description_without_checks(const MemoryMap& memory) {
    cmis::Value description = cmis::describe(cmis::decode(memory), memory);
    if (auto* object = description.get<cmis::Object>()) {
        std::erase_if(*object,
                      [](const cmis::Member& member) { return member.key == "checksums" || member.key == "notes"; });
    }
    return description;
}

// A field of ASCII keeps a byte beyond it, which reads as U+FFFD, as a question mark.
cmis::Value with_question_marks(cmis::Value description) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    auto* object = description.get<cmis::Object>();
    for (cmis::Member& member : object == nullptr ? std::span<cmis::Member>{} : std::span{*object}) {
        auto* text = member.value.get<std::string>();
        for (std::size_t at = 0; text != nullptr && (at = text->find(replacement)) != std::string::npos;) {
            text->replace(at, replacement.size(), "?");
        }
    }
    return description;
}

std::size_t sections_of(std::string_view image) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = image.find("\n[", at)) != std::string_view::npos; ++at) {
        ++count;
    }
    return count;
}

void expect_members_of(const cmis::Value& one, const cmis::Value& other, const std::string& of) {
    const auto* object = one.get<cmis::Object>();
    for (const cmis::Member& member : object == nullptr ? cmis::Object{} : *object) {
        const cmis::Value* again = other.find(member.key);
        EXPECT_TRUE(again != nullptr && *again == member.value) << of << ": " << member.key;
    }
}

// The pages of `memory` that `other` has as well.
MemoryMap common_pages(const MemoryMap& memory, const MemoryMap& other) {
    MemoryMap result = memory;
    for (const auto& [id, page] : memory.pages()) {
        if (other.find(id) == nullptr) {
            result.erase(id);
        }
    }
    return result;
}

// The low eight bits of the sum of first..last, counted from the start of the 256-byte window, against the byte at `at`.
struct Sum {
    std::string_view protocol;
    std::string_view name;
    std::uint8_t page = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t at = 0;
};
constexpr auto sums = std::to_array<Sum>({
    {"SFF-8636", "page 00h base", 0x00, 128, 190, 191},
    {"SFF-8636", "page 00h extended", 0x00, 192, 222, 223},
    {"CMIS", "page 00h", 0x00, 128, 221, 222},
    {"CMIS", "page 01h", 0x01, 130, 254, 255},
    {"CMIS", "page 02h", 0x02, 128, 254, 255},
});

ChecksumState state_of(const Sum& sum, const MemoryMap& memory) {
    const cmis::Page* page = memory.find(cmis::upper_page(sum.page));
    if (page == nullptr) {
        return ChecksumState::absent;
    }
    unsigned total = 0;
    for (std::size_t offset = sum.first; offset <= sum.last; ++offset) {
        total += page->at(offset - 128);
    }
    return (total & 0xFFU) == page->at(sum.at - 128) ? ChecksumState::ok : ChecksumState::bad;
}

}  // namespace

TEST_F(CorpusImagesTest, AreReadWithoutProblems) {
    for (const CorpusCase& of : cases_) {
        const std::string text = read_file(of.folder / "image.txt");
        const cmis::Image image = cmis::read_image(text);
        EXPECT_EQ(image.format, cmis::ImageFormat::text_sections) << of.name;
        EXPECT_TRUE(image.problems.empty()) << of.name << ": " << image.problems.front().what;
        EXPECT_EQ(image.memory.pages().size(), sections_of(text)) << of.name;
    }
}

TEST_F(CorpusImagesTest, AreTheSameMemoryWhenWrittenAndReadAgain) {
    for (const CorpusCase& of : cases_) {
        const cmis::Image image = of.image();
        EXPECT_EQ(cmis::read_image(cmis::write_image_text(image.memory)).memory, image.memory) << of.name;
    }
}

TEST_F(CorpusImagesTest, HaveTheMemoryModelThatTheIndexSays) {
    for (const CorpusCase& of : cases_) {
        const MemoryMap memory = of.image().memory;
        const Module module = cmis::decode(memory);
        if (of.protocol == "SFF-8472") {
            EXPECT_EQ(cmis::reason(cmis::readability(memory)), "SFF-8472 not decoded yet") << of.name;
            EXPECT_EQ(module.memory_model, cmis::MemoryModelId::none) << of.name;
            continue;
        }
        EXPECT_EQ(cmis::readability(memory), cmis::Readability::readable) << of.name;
        const auto wanted = of.protocol == "CMIS" ? cmis::MemoryModelId::cmis : cmis::MemoryModelId::sff8636;
        EXPECT_EQ(module.memory_model, wanted) << of.name;
    }
}

TEST_F(CorpusImagesTest, DescribeTheSameModuleWhenEncodedAndDecodedAgain) {
    for (const CorpusCase& of : cases_) {
        if (!of.has_a_map()) {
            continue;
        }
        const MemoryMap memory = of.image().memory;
        const MemoryMap encoded = cmis::encode(cmis::decode(memory));
        const MemoryMap again = common_pages(encoded, memory);
        const MemoryMap before = common_pages(memory, encoded);
        const cmis::Value wanted = with_question_marks(description_without_checks(before));
        const cmis::Value described = description_without_checks(again);
        expect_members_of(wanted, described, of.name);
        expect_members_of(described, wanted, of.name);
    }
}

TEST_F(CorpusImagesTest, AreReadFromTheirEncodingInBinaryToo) {
    for (const CorpusCase& of : cases_) {
        if (!of.has_a_map()) {
            continue;
        }
        const MemoryMap encoded = cmis::encode(cmis::decode(of.image().memory));
        const std::vector<std::uint8_t> bytes = cmis::write_image_binary(encoded);
        const cmis::Image image = cmis::read_image(std::string{bytes.begin(), bytes.end()});
        EXPECT_EQ(image.format, cmis::ImageFormat::binary) << of.name;
        for (const PageId id : {cmis::lower_memory, cmis::upper_page(0x00)}) {
            ASSERT_NE(image.memory.find(id), nullptr) << of.name;
            EXPECT_EQ(*image.memory.find(id), *encoded.find(id)) << of.name;
        }
    }
}

TEST_F(CorpusImagesTest, DoNoHarmWhenAPageIsMissingOrAlone) {
    for (const CorpusCase& of : cases_) {
        const MemoryMap memory = of.image().memory;
        for (const auto& [id, page] : memory.pages()) {
            MemoryMap without = memory;
            without.erase(id);
            MemoryMap alone;
            alone.at(id) = page;
            for (const MemoryMap& part : {without, alone}) {
                const Module module = cmis::decode(part);
                const cmis::Value description = cmis::describe(module, part);
                EXPECT_NE(description.find("readable"), nullptr) << of.name;
                EXPECT_EQ(cmis::encode(module).empty(), module.memory_model == cmis::MemoryModelId::none) << of.name;
            }
        }
    }
}

TEST_F(CorpusImagesTest, HaveTheChecksumsThatTheirBytesAddUpTo) {
    for (const CorpusCase& of : cases_) {
        if (!of.has_a_map()) {
            continue;
        }
        const MemoryMap memory = of.image().memory;
        const auto results = cmis::checksums(cmis::decode(memory).memory_model, memory);
        EXPECT_EQ(results.size(), static_cast<std::size_t>(std::ranges::count(sums, of.protocol, &Sum::protocol)));
        for (const Sum& sum : sums) {
            if (sum.protocol == of.protocol) {
                const auto found = std::ranges::find(results, sum.name, &cmis::ChecksumResult::name);
                ASSERT_NE(found, results.end()) << of.name << ": " << sum.name;
                EXPECT_EQ(found->state, state_of(sum, memory)) << of.name << ": " << sum.name;
            }
        }
    }
}

TEST_F(CorpusImagesTest, GetRightChecksumsWhenEncoded) {
    for (const CorpusCase& of : cases_) {
        if (!of.has_a_map()) {
            continue;
        }
        const MemoryMap encoded = cmis::encode(cmis::decode(of.image().memory));
        for (const Sum& sum : sums) {
            if (sum.protocol == of.protocol) {
                EXPECT_NE(state_of(sum, encoded), ChecksumState::bad) << of.name << ": " << sum.name;
            }
        }
    }
}

}  // namespace opticward::test
