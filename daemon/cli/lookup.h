// Looks into the JSON of the contract without believing that anything is there. Pure.
#pragma once

#include "cmis/value.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace opticward::daemon::cli {

// The value behind a path of keys; nullptr where it ends before.
inline const cmis::Value* at(const cmis::Value& value, std::initializer_list<std::string_view> path) {
    const cmis::Value* found = &value;
    for (const std::string_view key : path) {
        found = found == nullptr ? nullptr : found->find(key);
    }
    return found;
}

// "" for what is no text.
inline std::string text_of(const cmis::Value* value) {
    const auto* text = value == nullptr ? nullptr : value->get<std::string>();
    return text == nullptr ? std::string{} : *text;
}

inline std::optional<double> number_of(const cmis::Value* value) {
    return value == nullptr ? std::nullopt : value->number();
}

// None for what is no array.
inline std::span<const cmis::Value> elements(const cmis::Value* value) {
    const auto* list = value == nullptr ? nullptr : value->get<cmis::Array>();
    return list == nullptr ? std::span<const cmis::Value>{} : std::span{*list};
}

// None for what is no object.
inline std::span<const cmis::Member> members(const cmis::Value* value) {
    const auto* object = value == nullptr ? nullptr : value->get<cmis::Object>();
    return object == nullptr ? std::span<const cmis::Member>{} : std::span{*object};
}

}  // namespace opticward::daemon::cli
