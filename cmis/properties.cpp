#include "cmis/properties.h"

#include "cmis/codec.h"
#include "cmis/interpretation.h"
#include "cmis/notes.h"
#include "cmis/property_rows.h"

#include <algorithm>
#include <array>

namespace opticward::cmis {

namespace {

Described describe_checksums(const Subject& subject) {
    Object object;
    for (const ChecksumResult& result : checksums(subject.module.memory_model, subject.memory)) {
        add(object, result.name, text(result.state));
    }
    return object.empty() ? std::nullopt : std::optional<Value>{std::move(object)};
}

Described describe_notes(const Subject& subject) {
    Array list;
    for (const std::string& note : notes(subject.module, subject.memory)) {
        list.emplace_back(note);
    }
    return said(std::move(list));
}

Described describe_power_class(const Subject& subject) {
    const auto number = power_class(subject.module);
    return number ? std::optional<Value>{*number} : std::nullopt;
}

Described describe_flat_memory(const Subject& subject) {
    const auto flat = subject.module.identity.flat_memory;
    return flat ? std::optional<Value>{*flat} : std::nullopt;
}

void apply_flat_memory(const PropertyRow&, const Value& value, const Target& target) {
    if (const auto flat = read_flag(value, target)) {
        target.module.identity.flat_memory = flat;
    }
}

Described describe_media_type(const Subject& subject) {
    return Value{text(media_type(subject.module))};
}

constexpr double longest_wave = 3.27675e-6;

// THE table of the JSON contract: its keys, in its order, each with both directions. Without a second function a key
// follows from others and cannot be set.
constexpr auto module_rows = std::to_array<PropertyRow>({
    {"memory_model", [](const Subject& s) -> Described { return text(s.module.memory_model); }, apply_memory_model},
    {"identifier", [](const Subject& s) { return said(identifier(s.module)); }, apply_identifier},
    {"form_factor", [](const Subject& s) { return said(std::string{form_factor(s.module)}); }},
    {"revision_compliance", [](const Subject& s) { return said(revision_compliance(s.module)); },
     apply_revision_compliance},
    {"flat_memory", describe_flat_memory, apply_flat_memory},
    text_row<&Identity::vendor_name, 16>("vendor_name"),
    {"vendor_oui", [](const Subject& s) { return said(vendor_oui(s.module)); }, apply_vendor_oui},
    text_row<&Identity::part_number, 16>("part_number"),
    text_row<&Identity::revision, 2>("revision"),
    text_row<&Identity::serial_number, 16>("serial_number"),
    {"date_code", [](const Subject& s) { return said(date_code(s.module)); }, apply_date_code},
    {"lot_code", [](const Subject& s) { return said(lot_code(s.module)); }, apply_lot_code},
    version_row<&Identity::active_firmware_major, &Identity::active_firmware_minor, firmware_version>(
        "firmware_version"),
    version_row<&Identity::inactive_firmware_major, &Identity::inactive_firmware_minor, inactive_firmware_version>(
        "inactive_firmware_version"),
    version_row<&Identity::hardware_major, &Identity::hardware_minor, hardware_version>("hardware_version"),
    code_row<&Identity::connector>("connector"),
    code_row<&Identity::encoding>("encoding"),
    {"signaling_rate_baud", [](const Subject& s) { return said(signaling_rate(s.module)); }, apply_signaling_rate, 0,
     63.75e9},
    {"media", [](const Subject& s) { return said(media(s.module)); }, apply_media},
    {"media_type", describe_media_type},
    code_row<&Identity::media_type>("media_interface_type"),
    {"power_class", describe_power_class, apply_power_class},
    {"max_power_watts", [](const Subject& s) { return said(max_power(s.module)); }, apply_max_power},
    quantity_row<&Identity::max_case_temperature, max_case_temperature>("max_case_temperature_celsius", 0, 127),
    quantity_row<&Identity::wavelength, wavelength>("wavelength_meters", 0, longest_wave),
    quantity_row<&Identity::wavelength_tolerance, wavelength_tolerance>("wavelength_tolerance_meters", 0,
                                                                        longest_wave / 10),
    quantity_row<&Identity::cable_assembly_length, length_of_cable>("cable_length_meters", 0, 6300),
    {"reach_meters", describe_reach, apply_reach},
    {"copper_attenuation_decibels", describe_attenuation, apply_attenuation},
    {"lanes", describe_lane_counts, apply_lane_counts},
    {"compliance", describe_compliance, apply_compliance},
    {"applications", describe_applications, apply_applications},
    {"protocols", describe_protocols, apply_protocols},
    {"module_state", describe_module_state, apply_module_state},
    {"monitors", describe_monitors, apply_monitors},
    {"thresholds", describe_thresholds, apply_thresholds},
    {"flags", describe_flags, apply_flags},
    {"checksums", describe_checksums},
    {"readable", [](const Subject&) -> Described { return true; }},
    {"reason"},  // only where a module is not readable
    {"notes", describe_notes},
});

// Bytes that are no module. What its identifier says is still worth knowing.
Value describe_unreadable(const Module& module, Readability why) {
    Object object;
    if (why == Readability::unsupported || why == Readability::not_decoded) {
        add(object, "identifier", said(identifier(module)));
        add(object, "form_factor", said(std::string{form_factor(module)}));
    }
    add(object, "readable", false);
    add(object, "reason", reason(why));
    return object;
}

bool is_index(const std::string& step) {
    return !step.empty() && std::ranges::all_of(step, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string PropertyProblem::key() const {
    std::string words;
    for (const std::string& step : path) {
        if (is_index(step)) {
            words += "[" + step + "]";
        } else {
            words += (words.empty() ? "" : ".") + step;
        }
    }
    return words;
}

Value describe(const Module& module, const MemoryMap& memory) {
    if (module.memory_model == MemoryModelId::none) {
        return describe_unreadable(module, readability(memory));
    }
    return *describe_rows(module_rows, {module, memory});
}

std::vector<PropertyProblem> apply(const Value& description, Module& module) {
    std::vector<PropertyProblem> problems;
    const Target target{module, problems, {}};
    apply_rows(module_rows, description, target);
    if (!module.identity.identifier) {
        target.at("identifier").problem("is missing");
    }
    if (problems.empty()) {
        complete(module);
    }
    return problems;
}

}  // namespace opticward::cmis
