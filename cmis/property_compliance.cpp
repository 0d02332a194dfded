// What the module is coded for: compliance codes and link protocols.
#include "cmis/applications.h"
#include "cmis/interpretation.h"
#include "cmis/property_rows.h"
#include "cmis/protocol.h"

#include <algorithm>
#include <array>

namespace opticward::cmis {

namespace {

bool is_cmis(const Module& module) {
    return module.memory_model == MemoryModelId::cmis;
}

// Bit 7 of bytes 131 and bit 1 of 138 only say that byte 192 counts.
bool is_modifier(const CodeRow& row) {
    return row.family == Family::extended;
}

void add_unique(Array& list, std::string name) {
    Value value{std::move(name)};
    if (std::ranges::find(list, value) == list.end()) {
        list.push_back(std::move(value));
    }
}

Array sff8636_compliance(const Identity& identity) {
    Array list;
    const auto bytes = identity.compliance.value_or(std::array<std::uint8_t, 8>{});
    for (unsigned code = 0; code < 64; ++code) {
        if ((bytes[code / 8] & (1U << code % 8)) == 0) {
            continue;
        }
        const CodeRow* row = find(CodeTable::compliance_bit, static_cast<std::uint8_t>(code));
        if (row == nullptr || !is_modifier(*row)) {
            const std::string place = "byte " + std::to_string(131 + code / 8) + " bit " + std::to_string(code % 8);
            add_unique(list, row != nullptr ? std::string{row->name} : "Reserved (" + place + ")");
        }
    }
    for (const auto& code : {identity.extended_compliance, identity.secondary_compliance}) {
        if (code && code->value != 0) {
            add_unique(list, name(*code));
        }
    }
    return list;
}

// "50GBASE-SR, 100GBASE-SR2 or 200GBASE-SR4" is three interfaces under one code, each with a name of its own.
bool has_alternative(std::string_view row_name, std::string_view wanted) {
    while (!row_name.empty()) {
        const std::size_t comma = row_name.find(", ");
        const std::size_t word = row_name.find(" or ");
        const std::size_t end = std::min(comma, word);
        if (row_name.substr(0, end) == wanted) {
            return true;
        }
        if (end == std::string_view::npos) {
            return false;
        }
        row_name.remove_prefix(end + (end == comma ? 2 : 4));
    }
    return false;
}

std::optional<std::uint8_t> extended_code(const std::string& wanted, const Target& target) {
    if (const auto exact = code_by_name(CodeTable::extended_compliance, wanted)) {
        return exact;
    }
    std::optional<std::uint8_t> found;
    for (const CodeRow& row : rows(CodeTable::extended_compliance)) {
        if (row.shared || !has_alternative(row.name, wanted)) {
            continue;
        }
        if (found) {
            target.problem("\"" + wanted + "\" is part of several codes; write the whole name of one");
            return std::nullopt;
        }
        found = row.code;
    }
    if (!found) {
        target.problem("no compliance code is named \"" + wanted + "\"");
    }
    return found;
}

// The first code goes to byte 192, with the bit that makes it valid, the second to byte 116.
void set_extended(std::uint8_t code, const Target& target) {
    Identity& identity = target.module.identity;
    const Code<CodeTable::extended_compliance> value{code};
    if (!identity.extended_compliance) {
        identity.extended_compliance = value;
        const bool fibre_channel = family(value) == Family::fibre_channel;
        (*identity.compliance)[fibre_channel ? 7 : 0] |= fibre_channel ? 0x02 : 0x80;
    } else if (!identity.secondary_compliance) {
        identity.secondary_compliance = value;
    } else {
        target.problem("is the third extended code; a module has room for two");
    }
}

void apply_compliance_name(const Value& value, const Target& target) {
    const std::string* wanted = read_text(value, target);
    if (wanted == nullptr) {
        return;
    }
    if (const auto bit = code_by_name(CodeTable::compliance_bit, *wanted)) {
        (*target.module.identity.compliance)[*bit / 8] |= static_cast<std::uint8_t>(1U << *bit % 8);
    } else if (const auto code = extended_code(*wanted, target)) {
        set_extended(*code, target);
    }
}

Array texts(const std::vector<std::string>& list) {
    return {list.begin(), list.end()};
}

Object protocol_object(const ProtocolDeclaration& declaration, bool with_speeds) {
    Object object;
    add(object, "declared", declaration.declared);
    if (with_speeds) {
        add(object, "speeds", said(texts(declaration.speeds)));
    }
    add(object, "evidence", texts(declaration.evidence));
    return object;
}

// Byte 164 of SFF-8636; the two highest bits are NVIDIA's.
constexpr std::array<std::string_view, 8> infiniband_speeds{"SDR", "DDR", "QDR", "FDR", "EDR", "HDR", "NDR", "XDR"};

void apply_infiniband_speed(const Value& value, const Target& target) {
    if (const auto bit = read_choice(infiniband_speeds, value, target)) {
        auto& bits = target.module.identity.infiniband;
        bits = static_cast<std::uint8_t>(bits.value_or(0) | (1U << *bit));
    }
}

constexpr auto infiniband_rows = std::to_array<PropertyRow>({
    {"declared"},
    {"speeds", nullptr,
     [](const PropertyRow&, const Value& value, const Target& target) {
         if (is_cmis(target.module)) {
             target.problem("cannot be set: it follows from the applications");
             return;
         }
         target.module.identity.infiniband = 0;
         apply_each(value, target, apply_infiniband_speed);
     }},
    {"evidence"},
});

// The other protocols follow from compliance and applications.
constexpr auto protocol_rows = std::to_array<PropertyRow>({
    {"infiniband", nullptr,
     [](const PropertyRow&, const Value& value, const Target& target) { apply_rows(infiniband_rows, value, target); }},
    {"ethernet"},
    {"fibre_channel"},
    {"otn"},
    {"sonet"},
    {"sas"},
    {"cpri"},
    {"pcie"},
    {"pon"},
});

}  // namespace

Described describe_compliance(const Subject& subject) {
    if (!is_cmis(subject.module)) {
        return said(sff8636_compliance(subject.module.identity));
    }
    Array list;
    for (const Application& application : applications(subject.module)) {
        if (application.media_interface != 0) {  // 0: undefined
            add_unique(list, media_interface_name(subject.module, application.media_interface));
        }
    }
    return said(std::move(list));
}

void apply_compliance(const PropertyRow&, const Value& value, const Target& target) {
    if (is_cmis(target.module)) {
        target.problem("cannot be set: it follows from the applications");
        return;
    }
    target.module.identity.compliance.emplace();
    apply_each(value, target, apply_compliance_name);
}

// InfiniBand and Ethernet always, for they are what the product compares; the others where declared.
Described describe_protocols(const Subject& subject) {
    const Declaration declaration = declare(subject.module);
    Object object;
    for (std::size_t i = 0; i < protocol_count; ++i) {
        const auto protocol = static_cast<Protocol>(i);
        const bool infiniband = protocol == Protocol::infiniband;
        if (infiniband || protocol == Protocol::ethernet || declaration[protocol].declared) {
            add(object, text(protocol), protocol_object(declaration[protocol], infiniband));
        }
    }
    return object;
}

void apply_protocols(const PropertyRow&, const Value& value, const Target& target) {
    apply_rows(protocol_rows, value, target);
}

}  // namespace opticward::cmis
