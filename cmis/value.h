// A tree of plain values, the shape of JSON without null: what a module description is written in and what the JSON
// contract prints. A thing that is not there has no member. Plain values; safe from any thread.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace opticward::cmis {

class Value;
struct Member;
using Array = std::vector<Value>;
using Object = std::vector<Member>;  // in the order of insertion; keys are unique

class Value {
public:
    using Data = std::variant<bool, std::int64_t, double, std::string, Array, Object>;

    template <std::same_as<bool> T>
    Value(T value);
    template <std::integral T>
    requires(!std::same_as<T, bool>) Value(T value);
    // Finite by the callers' care: see number() of property_rows.h.
    Value(double value);
    Value(std::string value);
    Value(std::string_view value);
    Value(const char* value);
    Value(Array value);
    Value(Object value);

    const Data& data() const { return data_; }

    // nullptr where the value is of another type.
    template <class T>
    const T* get() const {
        return std::get_if<T>(&data_);
    }
    template <class T>
    T* get() {
        return std::get_if<T>(&data_);
    }
    // A whole or a fractional number.
    std::optional<double> number() const;
    // The member of an object; nullptr where there is none or this is no object.
    const Value* find(std::string_view key) const;

    bool operator==(const Value& other) const;

private:
    Data data_;
};

struct Member {
    std::string key;
    Value value;

    bool operator==(const Member&) const = default;
};

// Here, because a variant is made and destroyed only where Member is complete.
template <std::same_as<bool> T>
Value::Value(T value) : data_{value} {}
template <std::integral T>
requires(!std::same_as<T, bool>) Value::Value(T value) : data_{static_cast<std::int64_t>(value)} {}
inline Value::Value(double value) : data_{value} {}
inline Value::Value(std::string value) : data_{std::move(value)} {}
inline Value::Value(std::string_view value) : data_{std::string{value}} {}
inline Value::Value(const char* value) : data_{std::string{value}} {}
inline Value::Value(Array value) : data_{std::move(value)} {}
inline Value::Value(Object value) : data_{std::move(value)} {}

inline std::optional<double> Value::number() const {
    if (const auto* whole = get<std::int64_t>()) {
        return static_cast<double>(*whole);
    }
    const auto* fraction = get<double>();
    return fraction != nullptr ? std::optional{*fraction} : std::nullopt;
}

inline const Value* Value::find(std::string_view key) const {
    const auto* object = get<Object>();
    if (object == nullptr) {
        return nullptr;
    }
    const auto found = std::ranges::find(*object, key, &Member::key);
    return found == object->end() ? nullptr : &found->value;
}

inline bool Value::operator==(const Value& other) const {
    return data_ == other.data_;
}

// Adds a member where there is a value.
inline void add(Object& object, std::string_view key, std::optional<Value> value) {
    if (value) {
        object.push_back({std::string{key}, std::move(*value)});
    }
}

}  // namespace opticward::cmis
