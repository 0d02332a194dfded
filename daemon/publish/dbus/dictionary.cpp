#include "daemon/publish/dbus/dictionary.h"

#include "daemon/publish/dbus/utf8.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace opticward::daemon::bus {

namespace {

sdbus::Variant of_whole(std::int64_t number) {
    if (number < 0) return sdbus::Variant{number};
    constexpr auto most = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    return sdbus::Variant{static_cast<std::uint32_t>(std::min(number, most))};
}

template <class T>
bool all_are(const cmis::Array& list) {
    return std::ranges::all_of(list, [](const cmis::Value& value) { return value.get<T>() != nullptr; });
}

sdbus::Variant of_list(const cmis::Array& list) {
    if (all_are<std::string>(list)) {
        std::vector<std::string> texts;
        for (const cmis::Value& value : list) {
            texts.push_back(sendable(*value.get<std::string>()));
        }
        return sdbus::Variant{texts};
    }
    if (all_are<cmis::Object>(list)) {
        std::vector<Dictionary> objects;
        for (const cmis::Value& value : list) {
            objects.push_back(dictionary(value));
        }
        return sdbus::Variant{objects};
    }
    std::vector<sdbus::Variant> values;
    for (const cmis::Value& value : list) {
        values.push_back(variant(value));
    }
    return sdbus::Variant{values};
}

}  // namespace

sdbus::Variant variant(const cmis::Value& value) {
    return std::visit(
        [&](const auto& plain) {
            using T = std::decay_t<decltype(plain)>;
            if constexpr (std::is_same_v<T, std::int64_t>)
                return of_whole(plain);
            else if constexpr (std::is_same_v<T, std::string>)
                return sdbus::Variant{sendable(plain)};
            else if constexpr (std::is_same_v<T, cmis::Array>)
                return of_list(plain);
            else if constexpr (std::is_same_v<T, cmis::Object>)
                return sdbus::Variant{dictionary(value)};
            else
                return sdbus::Variant{plain};
        },
        value.data());
}

Dictionary dictionary(const cmis::Value& object) {
    Dictionary entries;
    const auto* members = object.get<cmis::Object>();
    if (members == nullptr) return entries;
    for (const cmis::Member& member : *members) {
        entries[sendable(member.key)] = variant(member.value);
    }
    return entries;
}

}  // namespace opticward::daemon::bus
