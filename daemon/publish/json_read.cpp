// Text to values, by events of the parser: nothing recurses, so no text can exhaust the stack.
#include "daemon/publish/json.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace opticward::daemon {

namespace {

constexpr std::size_t largest_text = 64U << 20U;  // a thousand ports have a few MiB
constexpr std::size_t deepest = 32;
constexpr std::size_t most_members = 1000;  // of one object, for their keys are compared one by one

// Builds the value; each function says whether to go on.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
public:
    bool null() override { return fail("null, which stands for nothing in the contract"); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(std::int64_t{value}); }
    bool number_unsigned(number_unsigned_t value) override {
        if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
            return put(static_cast<double>(value));
        }
        return put(static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t value, const string_t&) override { return put(double{value}); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t&) override { return fail("binary data"); }
    bool start_object(std::size_t) override { return open(cmis::Object{}); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(cmis::Array{}); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        const auto* members = open_.back().value.get<cmis::Object>();
        if (members != nullptr && members->size() >= most_members) {
            return fail("an object of more than " + std::to_string(most_members) + " members");
        }
        if (open_.back().value.find(name) != nullptr) {
            return fail("the key \"" + name + "\" twice in one object");
        }
        open_.back().key = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
        return fail("not JSON at byte " + std::to_string(position));
    }

    std::expected<cmis::Value, std::string> take() {
        if (!problem_.empty()) {
            return std::unexpected{std::move(problem_)};
        }
        return std::move(whole_);
    }

    bool fail(std::string what) {
        problem_ = std::move(what);
        return false;
    }

private:
    struct Open {
        cmis::Value value;  // an object or an array
        std::string key;    // of the member that is next
    };

    bool open(cmis::Value value) {
        if (open_.size() >= deepest) {
            return fail("nested deeper than " + std::to_string(deepest));
        }
        open_.push_back({std::move(value), {}});
        return true;
    }

    bool close() {
        cmis::Value value = std::move(open_.back().value);
        open_.pop_back();
        return put(std::move(value));
    }

    bool put(cmis::Value value) {
        if (open_.empty()) {
            whole_ = std::move(value);
            return true;
        }
        Open& around = open_.back();
        if (auto* members = around.value.get<cmis::Object>()) {
            members->push_back({std::move(around.key), std::move(value)});
        } else if (auto* elements = around.value.get<cmis::Array>()) {
            elements->push_back(std::move(value));
        }
        return true;
    }

    std::vector<Open> open_;
    cmis::Value whole_ = false;
    std::string problem_;
};

}  // namespace

std::expected<cmis::Value, std::string> from_json(std::string_view text) {
    Builder builder;
    if (text.size() > largest_text) {
        builder.fail("more than " + std::to_string(largest_text) + " bytes");
    } else {
        nlohmann::json::sax_parse(text, &builder);
    }
    return builder.take();
}

}  // namespace opticward::daemon
