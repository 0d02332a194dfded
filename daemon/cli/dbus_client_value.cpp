#include "daemon/cli/dbus_client_value.h"

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

namespace opticward::daemon::cli {

namespace {

using Dictionary = std::map<std::string, sdbus::Variant>;

std::optional<cmis::Value> value(const sdbus::Variant& variant);

// A variant inside of a variant is what it holds.
std::optional<cmis::Value> converted(const sdbus::Variant& inner) {
    return value(inner);
}
std::optional<cmis::Value> converted(const Dictionary& inner) {
    return cmis::Value{bus_object(inner)};
}
std::optional<cmis::Value> converted(const std::string& inner) {
    return cmis::Value{inner};
}
std::optional<cmis::Value> converted(double inner) {
    return std::isfinite(inner) ? std::optional{cmis::Value{inner}} : std::nullopt;
}
std::optional<cmis::Value> converted(bool inner) {
    return cmis::Value{inner};
}
template <std::integral T>
std::optional<cmis::Value> converted(T inner) {
    return cmis::Value{static_cast<std::int64_t>(inner)};
}

template <class T>
std::optional<cmis::Value> plain_value(const sdbus::Variant& variant) {
    return converted(variant.get<T>());
}

template <class T>
std::optional<cmis::Value> list_value(const sdbus::Variant& variant) {
    cmis::Array list;
    for (const T& element : variant.get<std::vector<T>>()) {
        if (auto one = converted(element)) {
            list.push_back(std::move(*one));
        }
    }
    return list;
}

struct TypeRow {
    std::string_view signature;
    std::optional<cmis::Value> (*convert)(const sdbus::Variant&);
};
constexpr auto type_rows = std::to_array<TypeRow>({{"s", plain_value<std::string>},
                                                   {"b", plain_value<bool>},
                                                   {"d", plain_value<double>},
                                                   {"y", plain_value<std::uint8_t>},
                                                   {"n", plain_value<std::int16_t>},
                                                   {"q", plain_value<std::uint16_t>},
                                                   {"i", plain_value<std::int32_t>},
                                                   {"u", plain_value<std::uint32_t>},
                                                   {"x", plain_value<std::int64_t>},
                                                   {"t", plain_value<std::uint64_t>},
                                                   {"v", plain_value<sdbus::Variant>},
                                                   {"a{sv}", plain_value<Dictionary>},
                                                   {"as", list_value<std::string>},
                                                   {"ad", list_value<double>},
                                                   {"ai", list_value<std::int32_t>},
                                                   {"au", list_value<std::uint32_t>},
                                                   {"ax", list_value<std::int64_t>},
                                                   {"av", list_value<sdbus::Variant>},
                                                   {"aa{sv}", list_value<Dictionary>}});

std::optional<cmis::Value> value(const sdbus::Variant& variant) {
    if (variant.isEmpty()) {
        return std::nullopt;
    }
    const std::string signature{variant.peekValueType()};
    for (const TypeRow& row : type_rows) {
        if (row.signature == signature) {
            return row.convert(variant);
        }
    }
    return std::nullopt;
}

}  // namespace

cmis::Object bus_object(const Dictionary& dictionary) {
    cmis::Object object;
    for (const auto& [key, variant] : dictionary) {
        cmis::add(object, key, value(variant));
    }
    return object;
}

std::vector<cmis::Object> bus_objects(const std::vector<Dictionary>& dictionaries) {
    std::vector<cmis::Object> objects;
    objects.reserve(dictionaries.size());
    for (const Dictionary& dictionary : dictionaries) {
        objects.push_back(bus_object(dictionary));
    }
    return objects;
}

}  // namespace opticward::daemon::cli
