#include "daemon/publish/json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

namespace opticward::daemon {

namespace {

using Json = nlohmann::ordered_json;

std::optional<Json> converted(const cmis::Value& value);

std::optional<Json> converted_array(const cmis::Array& values) {
    Json array = Json::array();
    for (const cmis::Value& element : values) {
        if (auto json = converted(element)) {
            array.push_back(std::move(*json));
        }
    }
    return array;
}

std::optional<Json> converted_object(const cmis::Object& members) {
    Json object = Json::object();
    for (const cmis::Member& member : members) {
        if (auto json = converted(member.value)) {
            object[member.key] = std::move(*json);
        }
    }
    return object;
}

std::optional<Json> converted(const cmis::Value& value) {
    return std::visit(
        [](const auto& inner) -> std::optional<Json> {
            using T = std::remove_cvref_t<decltype(inner)>;
            if constexpr (std::is_same_v<T, cmis::Array>) {
                return converted_array(inner);
            } else if constexpr (std::is_same_v<T, cmis::Object>) {
                return converted_object(inner);
            } else if constexpr (std::is_same_v<T, double>) {
                return std::isfinite(inner) ? std::optional{Json(inner)} : std::nullopt;
            } else {
                return Json(inner);
            }
        },
        value.data());
}

}  // namespace

std::string to_json(const cmis::Value& value, JsonStyle style) {
    const auto json = converted(value);
    constexpr int indent = 2;
    return json ? json->dump(style == JsonStyle::pretty ? indent : -1, ' ', false, Json::error_handler_t::replace)
                : std::string{};
}

cmis::Value with_file(std::string_view file, const cmis::Value& module) {
    cmis::Object object{{"file", file}};
    if (const auto* members = module.get<cmis::Object>()) {
        object.insert(object.end(), members->begin(), members->end());
    }
    return object;
}

}  // namespace opticward::daemon
