// Rows of who the module is and what it is built for: SFF-8636 page 00h, CMIS lower memory and pages 00h and 01h.
#include "cmis/codec.h"
#include "cmis/interpretation.h"
#include "tests/corpus/comparison.h"

#include <algorithm>
#include <array>
#include <string>

namespace opticward::test {

namespace {

using cmis::Advertisement;
using cmis::Identity;

constexpr auto identifier_words = std::to_array<Words>({
    {"QSFP+ or later with SFF-8636 or SFF-8436 management interface", "QSFP+ or later with SFF-8636 or SFF-8436"},
    {"QSFP28", "QSFP28 or later"},
    {"QSFP28 (11h)", "QSFP28 or later"},
    {"OSFP", "OSFP 8X"},
});
constexpr auto connector_words = std::to_array<Words>({
    {"23h direct attach, no separable interface", "No separable connector"},
});
// The organisation that an OUI is registered for (IEEE).
constexpr auto oui_owner_words = std::to_array<Words>({{"Nvidia", "48:b0:2d"}});
constexpr auto power_class_words = std::to_array<Words>({
    {"Power Class 1 (1.5 W max.)", "class 1, 1.5 W"},
    {"Power Class 2 (2.5W Max)", "class 2, 2.5 W"},
});
// ethtool prints bits 7-6 of byte 129, and then bits 1-0 with byte 93 bit 2.
constexpr auto power_class_list_words = std::to_array<Words>({
    {"3.5W max. Power consumption", "class 4"},
    {"5.0W max. Power consumption, High Power Class (> 3.5 W) enabled", "class 7, enabled"},
});

template <std::string Identity::*Member>
Answer text_of(const Subject& subject) {
    return subject.module.identity.*Member;
}

template <auto Member>
Answer name_of(const Subject& subject) {
    const auto code = subject.module.identity.*Member;
    return code ? json(cmis::name(*code)) : json(nullptr);
}

template <auto Member>
Answer identity_value(const Subject& subject) {
    return or_null(subject.module.identity.*Member);
}

template <std::optional<bool> Advertisement::*Member>
Answer advertised(const Subject& subject) {
    return or_null(subject.module.advertisement.*Member);
}

Answer identifier_name(const Subject& subject) {
    const auto code = cmis::identifier(subject.module);
    return code ? json(cmis::name(*code)) : json(nullptr);
}

Answer identifier_number(const Subject& subject) {
    const auto code = cmis::identifier(subject.module);
    return code ? json(code->value) : json(nullptr);
}

Answer vendor_oui(const Subject& subject) {
    std::string oui = cmis::vendor_oui(subject.module);
    if (subject.leaf.value.get<std::string>().contains('-')) {
        std::ranges::replace(oui, ':', '-');
    }
    return oui;
}

Answer six_digit_date(const Subject& subject) {
    return subject.module.identity.date_code.substr(0, 6);
}

// "09_04_26", day, month, year.
Answer underscored_date(const Subject& subject) {
    const std::string date = cmis::date_code(subject.module);
    return date.size() == 10 ? date.substr(8, 2) + "_" + date.substr(5, 2) + "_" + date.substr(2, 2) : date;
}

Answer power_class(const Subject& subject) {
    const auto number = cmis::power_class(subject.module);
    const auto watts = cmis::max_power(subject.module);
    if (!number || !watts) {
        return json(nullptr);
    }
    std::string text = std::to_string(watts->value);
    text.erase(text.find('.') + 2);
    return "class " + std::to_string(*number) + ", " + text + " W";
}

Answer power_class_list(const Subject& subject) {
    const auto& identity = subject.module.identity;
    const bool enabled = subject.module.controls.high_power_class_5_to_7.value_or(false);
    return element(subject, {"class " + std::to_string(identity.power_class_code.value_or(0) + 1),
                             "class " + std::to_string(4 + identity.high_power_class_code.value_or(0)) +
                                 (enabled ? ", enabled" : "")});
}

// Byte 129 as it is stored (SFF-8636 table 6-16).
Answer extended_identifier(const Subject& subject) {
    const auto& identity = subject.module.identity;
    const auto& advertisement = subject.module.advertisement;
    if (!identity.power_class_code) {
        return json(nullptr);
    }
    return (*identity.power_class_code << 6) + (identity.power_class_8.value_or(false) ? 0x20 : 0) +
           (advertisement.clei.value_or(false) ? 0x10 : 0) + (advertisement.tx_cdr.value_or(false) ? 0x08 : 0) +
           (advertisement.rx_cdr.value_or(false) ? 0x04 : 0) + identity.high_power_class_code.value_or(0);
}

Answer tunable(const Subject& subject) {
    return subject.module.memory_model == cmis::MemoryModelId::cmis
               ? or_null(subject.module.advertisement.tunable_pages)
               : or_null(subject.module.identity.tunable);
}

Answer paged_memory(const Subject& subject) {
    const auto flat = subject.module.identity.flat_memory;
    return flat ? json(!*flat) : json(nullptr);
}

Answer revision_compliance(const Subject& subject) {
    constexpr std::uint8_t end_of_ethtool_table = 7;
    return subject.module.identity.revision_compliance.value_or(0) > end_of_ethtool_table
               ? "Unallocated (ethtool table stops at 07h)"
               : cmis::revision_compliance(subject.module);
}

Answer cmis_revision(const Subject& subject) {
    const std::string revision = cmis::revision_compliance(subject.module);
    return revision.starts_with("CMIS ") ? revision.substr(5) : revision;
}

Answer cmis_revision_part(const Subject& subject) {
    const unsigned revision = subject.module.identity.revision_compliance.value_or(0);
    return element(subject, {revision >> 4U, revision & 0xFU});
}

// Bytes 194 to 197 of page 01h, which CMIS leaves to the vendor; the module model does not have them.
Answer vendor_version(const Subject& subject, std::uint8_t offset) {
    return subject.memory.has(cmis::upper(1, offset))
               ? json(std::to_string(subject.memory.byte(cmis::upper(1, offset))) + "." +
                      std::to_string(subject.memory.byte(cmis::upper(1, static_cast<std::uint8_t>(offset + 1)))))
               : json(nullptr);
}

// check_corpus.py: right when every checksum of every page that is there is right.
Answer checksum_ok(const Subject& subject) {
    const auto results = cmis::checksums(subject.module.memory_model, subject.memory);
    return std::ranges::none_of(results, [](const auto& result) { return result.state == cmis::ChecksumState::bad; }) &&
           std::ranges::any_of(results, [](const auto& result) { return result.state == cmis::ChecksumState::ok; });
}

// The byte and that it is the right one.
Answer base_checksum(const Subject& subject) {
    constexpr std::string_view digits = "0123456789abcdef";
    const std::uint8_t byte = subject.memory.byte(cmis::upper(0, 191));
    for (const auto& result : cmis::checksums(subject.module.memory_model, subject.memory)) {
        if (result.name == "page 00h base" && result.state == cmis::ChecksumState::ok) {
            return std::string{"0x"} + digits[byte >> 4U] + digits[byte & 0xFU];
        }
    }
    return json(nullptr);
}

Answer vendor_specific_text(const Subject& subject) {
    const auto bytes = subject.module.identity.vendor_specific;
    return bytes ? json(std::string{bytes->begin(), bytes->end()}) : json(nullptr);
}

// A sentence with the vendor and the part number in it.
Answer identified_cable(const Subject& subject) {
    const auto& identity = subject.module.identity;
    return "correctly identified as " + identity.vendor_name + " " + identity.part_number + " cable";
}

// Notes are about the source, but one states a byte behind a semicolon.
Answer noted_byte(const Subject& subject) {
    constexpr std::string_view statement = "; byte 164 = ";
    constexpr std::string_view digits = "0123456789ABCDEF";
    const std::string note = subject.leaf.value.get<std::string>();
    const std::size_t at = note.find(statement);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    const unsigned byte = subject.module.identity.infiniband.value_or(0);
    return note.substr(0, at) + std::string{statement} + digits[byte >> 4U] + digits[byte & 0xFU] + "h";
}

constexpr auto rows = std::to_array<Row>({
    {"management", [](const Subject& s) -> Answer { return cmis::text(s.module.memory_model); }},
    {"identifier", identifier_name, identifier_words},
    {"identifier_id", identifier_number},
    {"identifier_form", [](const Subject& s) -> Answer { return cmis::form_factor(s.module); }},
    {"ext_identifier", extended_identifier},
    {"memory_map_revision", identity_value<&Identity::revision_compliance>},
    {"revision_compliance", revision_compliance},
    {"cmis_revision", cmis_revision},
    {"cmis_revision[*]", cmis_revision_part},
    {"paged_memory", paged_memory},
    {"vendor_name", text_of<&Identity::vendor_name>},
    {"vendor_pn", text_of<&Identity::part_number>},
    {"vendor_rev", text_of<&Identity::revision>},
    {"vendor_sn", text_of<&Identity::serial_number>},
    {"vendor_oui", vendor_oui},
    {"oui_owner_as_printed", [](const Subject& s) -> Answer { return cmis::vendor_oui(s.module); }, oui_owner_words},
    {"date_code", six_digit_date},
    {"date_code_iso", [](const Subject& s) -> Answer { return cmis::date_code(s.module); }},
    {"manufacturing_date_as_printed", underscored_date},
    {"vendor_specific_text", vendor_specific_text},
    {"source_says", identified_cable},
    {"note", noted_byte},
    {"checksum_ok", checksum_ok},
    {"cc_base", base_checksum},
    {"connector", name_of<&Identity::connector>, connector_words},
    {"power_class", power_class, power_class_words},
    {"power_class[*]", power_class_list, power_class_list_words},
    {"max_power_w", [](const Subject& s) -> Answer { return scaled(cmis::max_power(s.module), 1); }},
    {"max_case_temp_c", [](const Subject& s) -> Answer { return scaled(cmis::max_case_temperature(s.module), 1); }},
    {"firmware.version", [](const Subject& s) -> Answer { return cmis::firmware_version(s.module); }},
    {"firmware.dsp", [](const Subject& s) -> Answer { return vendor_version(s, 194); }},
    {"firmware.build", [](const Subject& s) -> Answer { return vendor_version(s, 196); }},
    {"cdr_tx", advertised<&Advertisement::tx_cdr>},
    {"cdr_rx", advertised<&Advertisement::rx_cdr>},
    {"clei_present", advertised<&Advertisement::clei>},
    {"cooled", identity_value<&Identity::cooled>},
    {"tunable", tunable},
    {"options.page_01h", advertised<&Advertisement::page_01h>},
    {"options.page_02h", advertised<&Advertisement::page_02h>},
    {"options.pages_20_21h", advertised<&Advertisement::pages_20h_21h>},
    {"options.rx_output_amplitude_programmable", advertised<&Advertisement::rx_amplitude>},
    {"options.rx_output_disable", advertised<&Advertisement::rx_output_disable>},
    {"options.tx_disable", advertised<&Advertisement::tx_disable>},
    {"options.tx_fault", advertised<&Advertisement::tx_fault_flag>},
    {"options.tx_los", advertised<&Advertisement::tx_los_flag>},
    {"temperature_monitor", advertised<&Advertisement::temperature_monitor>},
    {"voltage_monitor", advertised<&Advertisement::supply_voltage_monitor>},
    {"tx_power_monitor", advertised<&Advertisement::tx_power_monitor>},
});

}  // namespace

std::span<const Row> identity_rows() {
    return rows;
}

}  // namespace opticward::test
