// Reading in trees of values, for tests.
#pragma once

#include "cmis/value.h"

#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::cmis {

// The value at the end of a path of keys and indexes from 0; nullptr where there is none.
inline const Value* at(const Value& root, std::initializer_list<std::string_view> path) {
    const Value* value = &root;
    for (const std::string_view step : path) {
        if (const auto* array = value->get<Array>()) {
            const std::size_t index = std::stoul(std::string{step});
            value = index < array->size() ? &(*array)[index] : nullptr;
        } else {
            value = value->find(step);
        }
        if (value == nullptr) {
            return nullptr;
        }
    }
    return value;
}

inline std::string text_at(const Value& root, std::initializer_list<std::string_view> path) {
    const Value* value = at(root, path);
    const auto* text = value == nullptr ? nullptr : value->get<std::string>();
    return text == nullptr ? "(absent)" : *text;
}

inline double number_at(const Value& root, std::initializer_list<std::string_view> path) {
    const Value* value = at(root, path);
    return value == nullptr ? std::numeric_limits<double>::quiet_NaN() : value->number().value_or(-1e9);
}

inline std::vector<std::string> texts_at(const Value& root, std::initializer_list<std::string_view> path) {
    std::vector<std::string> texts;
    const Value* value = at(root, path);
    const auto* array = value == nullptr ? nullptr : value->get<Array>();
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        const auto* text = (*array)[i].get<std::string>();
        texts.push_back(text == nullptr ? "(no text)" : *text);
    }
    return texts;
}

}  // namespace opticward::cmis
