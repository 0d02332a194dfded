// Lanes and applications.
#include "cmis/applications.h"
#include "cmis/interpretation.h"
#include "cmis/property_rows.h"

#include <algorithm>
#include <array>

namespace opticward::cmis {

namespace {

bool is_cmis(const Module& module) {
    return module.memory_model == MemoryModelId::cmis;
}

void apply_host_lanes(const PropertyRow&, const Value& value, const Target& target) {
    if (is_cmis(target.module)) {
        target.problem("cannot be set: it follows from the applications");
        return;
    }
    (void)read_integer(value, target, sff8636_lanes, sff8636_lanes);
}

// The media lanes that are there are the first ones: the others are marked as not supported.
void apply_media_lanes(const PropertyRow&, const Value& value, const Target& target) {
    const unsigned most = is_cmis(target.module) ? lanes_per_bank : sff8636_lanes;
    if (const auto lanes = read_integer(value, target, 0, most)) {
        const unsigned all = (1U << most) - 1;
        const unsigned there = (1U << static_cast<unsigned>(*lanes)) - 1;
        target.module.identity.media_lanes_unsupported = static_cast<std::uint8_t>(all & ~there);
    }
}

Described lane_count(unsigned count) {
    return count == 0 ? std::nullopt : std::optional<Value>{count};
}

constexpr auto lane_count_rows = std::to_array<PropertyRow>({
    {"host", [](const Subject& subject) { return lane_count(lane_counts(subject.module).host); }, apply_host_lanes},
    {"media", [](const Subject& subject) { return lane_count(lane_counts(subject.module).media); }, apply_media_lanes},
});

Array numbers(const std::vector<unsigned>& lanes) {
    return {lanes.begin(), lanes.end()};
}

Described media_interface(const Module& module, std::uint8_t code) {
    return Object{{"code", code}, {"name", media_interface_name(module, code)}};
}

// A name tells its table, and with it the media type, where the description has not named that.
void read_media_interface(const Value& value, const Target& target, std::uint8_t& code) {
    auto table = media_interface_table(target.module);
    const Value* name_value = value.get<Object>() != nullptr ? value.find("name") : &value;
    const auto* wanted = name_value == nullptr ? nullptr : name_value->get<std::string>();
    for (std::uint8_t type = 1; !table && wanted != nullptr && type <= 5; ++type) {
        target.module.identity.media_type = Code<CodeTable::media_type>{type};
        table = media_interface_table(target.module);
        table = code_by_name(*table, *wanted) ? table : std::nullopt;
    }
    if (!table) {
        target.module.identity.media_type.reset();
        target.problem("is in no table: media_interface_type is missing");
        return;
    }
    code = read_code(*table, value, target).value_or(code);
}

void read_starts(const Value& value, const Target& target, std::uint8_t& starts) {
    const Array* lanes = read_array(value, target);
    for (std::size_t i = 0; lanes != nullptr && i < lanes->size(); ++i) {
        if (const auto lane = read_integer((*lanes)[i], target.at(std::to_string(i)), 1, lanes_per_bank)) {
            starts |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(*lane - 1));
        }
    }
}

ApplicationDescriptor& descriptor(const Target& target) {
    auto& slot = target.module.identity.applications[target.index];
    if (!slot) {
        slot.emplace();
    }
    return *slot;
}

template <auto Count>
constexpr PropertyRow count_row(std::string_view key) {
    return {key, nullptr, [](const PropertyRow&, const Value& value, const Target& target) {
                if (const auto count = read_integer(value, target, 1, lanes_per_bank)) {
                    descriptor(target).*Count = static_cast<std::uint8_t>(*count);
                }
            }};
}

template <auto Starts>
constexpr PropertyRow starts_row(std::string_view key) {
    return {key, nullptr, [](const PropertyRow&, const Value& value, const Target& target) {
                read_starts(value, target, descriptor(target).*Starts);
            }};
}

constexpr auto application_rows = std::to_array<PropertyRow>({
    {"number", nullptr,
     [](const PropertyRow&, const Value& value, const Target& target) {
         const auto expected = static_cast<std::int64_t>(target.index + 1);
         if (const auto number = read_integer(value, target, 1, max_applications); number && *number != expected) {
             target.problem("is not the place in the list");
         }
     }},
    {"host_interface", nullptr,
     [](const PropertyRow&, const Value& value, const Target& target) {
         if (const auto code = read_code(CodeTable::host_interface, value, target)) {
             descriptor(target).host_interface = Code<CodeTable::host_interface>{*code};
         }
     }},
    {"media_interface", nullptr,
     [](const PropertyRow&, const Value& value, const Target& target) {
         read_media_interface(value, target, descriptor(target).media_interface);
     }},
    count_row<&ApplicationDescriptor::host_lanes>("host_lanes"),
    count_row<&ApplicationDescriptor::media_lanes>("media_lanes"),
    starts_row<&ApplicationDescriptor::host_lane_starts>("host_lane_starts"),
    starts_row<&ApplicationDescriptor::media_lane_starts>("media_lane_starts"),
});

Object application_object(const Module& module, const Application& application) {
    Object object;
    add(object, "number", application.number);
    add(object, "host_interface", said(CodeTable::host_interface, application.host_interface.value));
    add(object, "media_interface", media_interface(module, application.media_interface));
    add(object, "host_lanes", application.host_lanes);
    add(object, "media_lanes", application.media_lanes);
    add(object, "host_lane_starts", said(numbers(application.host_lane_starts)));
    add(object, "media_lane_starts", said(numbers(application.media_lane_starts)));
    return object;
}

void apply_application(const Value& value, const Target& target) {
    if (target.index >= max_applications) {
        target.problem("is one too many; a module has room for 15 applications");
        return;
    }
    apply_rows(application_rows, value, target);
    if (value.find("host_interface") == nullptr) {
        target.problem("host_interface is missing");
    }
}

}  // namespace

Described describe_lane_counts(const Subject& subject) {
    return describe_rows(lane_count_rows, subject);
}

void apply_lane_counts(const PropertyRow&, const Value& value, const Target& target) {
    apply_rows(lane_count_rows, value, target);
}

Described describe_applications(const Subject& subject) {
    Array list;
    for (const Application& application : applications(subject.module)) {
        list.emplace_back(application_object(subject.module, application));
    }
    return said(std::move(list));
}

void apply_applications(const PropertyRow&, const Value& value, const Target& target) {
    if (!is_cmis(target.module)) {
        target.problem("cannot be set: SFF-8636 has no applications");
        return;
    }
    apply_each(value, target, apply_application);
}

}  // namespace opticward::cmis
