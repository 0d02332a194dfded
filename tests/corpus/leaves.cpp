#include "tests/corpus/leaves.h"

#include <cstdint>
#include <utility>

namespace opticward::test {

namespace {

using nlohmann::json;

// A parser of events, because the tree forgets how many digits a number was printed with.
class LeafReader : public json::json_sax_t {
public:
    std::vector<Leaf> take() { return std::move(leaves_); }

    bool null() override { return leaf(nullptr); }
    bool boolean(bool value) override { return leaf(value); }
    bool number_integer(std::int64_t value) override { return leaf(value); }
    bool number_unsigned(std::uint64_t value) override { return leaf(value); }
    bool number_float(double value, const std::string& text) override {
        const std::size_t point = text.find('.');
        const std::size_t end = text.find_first_not_of("0123456789", point == std::string::npos ? 0 : point + 1);
        const bool plain = point != std::string::npos && end == std::string::npos;
        return leaf(value, plain ? static_cast<int>(text.size() - point - 1) : 0);
    }
    bool string(std::string& value) override { return leaf(value); }
    bool binary(json::binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(false); }
    bool end_object() override { return close(json::object()); }
    bool start_array(std::size_t) override { return open(true); }
    bool end_array() override { return close(json::array()); }
    bool key(std::string& name) override {
        levels_.back().key = name;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

private:
    struct Level {
        bool is_array = false;
        std::size_t count = 0;
        std::string key;
    };

    bool open(bool is_array) {
        levels_.push_back({.is_array = is_array, .count = 0, .key = {}});
        return true;
    }
    bool close(json empty) {
        const bool was_empty = levels_.back().count == 0;
        levels_.pop_back();
        if (was_empty) {
            return leaf(std::move(empty));
        }
        count();
        return true;
    }
    bool leaf(json value, int decimals = 0) {
        Leaf leaf{.path = {}, .pattern = {}, .indices = {}, .value = std::move(value), .decimals = decimals};
        for (const Level& level : levels_) {
            if (level.is_array) {
                leaf.path += "[" + std::to_string(level.count) + "]";
                leaf.pattern += "[*]";
                leaf.indices.push_back(level.count);
            } else {
                const std::string step = (leaf.path.empty() ? "" : ".") + level.key;
                leaf.path += step;
                leaf.pattern += step;
            }
        }
        leaves_.push_back(std::move(leaf));
        count();
        return true;
    }
    void count() {
        if (!levels_.empty()) {
            ++levels_.back().count;
        }
    }

    std::vector<Level> levels_;
    std::vector<Leaf> leaves_;
};

}  // namespace

std::vector<Leaf> leaves_of(std::string_view text) {
    LeafReader reader;
    return json::sax_parse(text, &reader) ? reader.take() : std::vector<Leaf>{};
}

}  // namespace opticward::test
