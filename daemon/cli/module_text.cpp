#include "daemon/cli/module_text.h"

#include "cmis/applications.h"
#include "cmis/codec.h"
#include "cmis/interpretation.h"
#include "cmis/notes.h"
#include "cmis/properties.h"
#include "cmis/protocol.h"
#include "daemon/cli/terminal_text.h"

#include <initializer_list>
#include <vector>

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t label_width = 16;

void add_line(std::string& text, std::string_view label, const std::string& value) {
    if (!value.empty()) {
        text += left(label, label_width) + printable(value) + "\n";
    }
}

// The parts that are not empty, with a separator between.
std::string joined(std::initializer_list<std::string> parts, std::string_view separator) {
    std::string text;
    for (const std::string& part : parts) {
        if (!part.empty()) {
            text += (text.empty() ? "" : std::string{separator}) + part;
        }
    }
    return text;
}

std::string labelled(std::string_view label, const std::string& value) {
    return value.empty() ? std::string{} : std::string{label} + " " + value;
}

std::string meters(double value) {
    return value >= 1000 ? plain(value / 1000) + " km" : plain(value) + " m";
}

std::string title(const Console& console, const cmis::Module& module) {
    std::string form{cmis::form_factor(module)};
    const auto code = cmis::identifier(module);
    const std::string model{cmis::text(module.memory_model)};
    const std::string compliance = cmis::revision_compliance(module);
    const std::string map = compliance.starts_with(model) ? compliance : joined({model, compliance}, " revision ");
    return painted(console, Colour::bold, form.empty() ? "Module" : form) + "  " +
           printable(joined({code ? cmis::name(*code) : std::string{}, map}, ", ")) + "\n";
}

std::string power_text(const cmis::Module& module) {
    const auto number = cmis::power_class(module);
    const auto watts = cmis::max_power(module);
    return joined({number ? "class " + std::to_string(*number) : std::string{},
                   watts ? plain(watts->value) + " W at most" : std::string{}},
                  ", ");
}

std::string reach_text(const cmis::Module& module) {
    const auto all = cmis::reach(module);
    if (!all) {
        return {};
    }
    const auto one = [](std::string_view fibre, const std::optional<cmis::Meters>& length) {
        return length && length->value > 0 ? std::string{fibre} + " " + meters(length->value) : std::string{};
    };
    return joined({one("SMF", all->smf), one("OM5", all->om5), one("OM4", all->om4), one("OM3", all->om3),
                   one("OM2", all->om2), one("OM1", all->om1)},
                  ", ");
}

std::string media_text(const cmis::Module& module) {
    const auto wave = cmis::wavelength(module);
    const auto length = cmis::length_of_cable(module);
    const auto connector = module.identity.connector;
    return joined({cmis::media(module), wave ? plain(wave->value * 1e9) + " nm" : std::string{},
                   connector && connector->value != 0 ? cmis::name(*connector) : std::string{},
                   length ? meters(length->value) + " cable" : std::string{}},
                  ", ");
}

std::string lanes_text(const cmis::Module& module) {
    const cmis::LaneCounts counts = cmis::lane_counts(module);
    const auto rate = cmis::signaling_rate(module);
    const auto encoding = module.identity.encoding;
    return joined({std::to_string(counts.host) + " host, " + std::to_string(counts.media) + " media",
                   rate ? plain(rate->value / 1e9) + " GBd" : std::string{},
                   encoding && encoding->value != 0 ? cmis::name(*encoding) : std::string{}},
                  ", ");
}

std::string protocols_text(const cmis::Module& module) {
    const cmis::Declaration declaration = cmis::declare(module);
    std::string words;
    for (std::size_t i = 0; i < cmis::protocol_count; ++i) {
        const auto protocol = static_cast<cmis::Protocol>(i);
        const cmis::ProtocolDeclaration& declared = declaration[protocol];
        if (!declared.declared) {
            continue;
        }
        std::string speeds;
        for (const std::string& speed : declared.speeds) {
            speeds += " " + speed;
        }
        words +=
            (words.empty() ? "" : ", ") + std::string{cmis::text(protocol)} + speeds + (declared.weak ? " (weak)" : "");
    }
    return words.empty() ? "none declared" : words;
}

// The list of the JSON, for it is the same list.
std::string compliance_text(const cmis::Value& described) {
    std::string words;
    const cmis::Value* list = described.find("compliance");
    const auto* names = list == nullptr ? nullptr : list->get<cmis::Array>();
    for (std::size_t i = 0; names != nullptr && i < names->size(); ++i) {
        const auto* name = (*names)[i].get<std::string>();
        words += (words.empty() ? "" : "; ") + (name == nullptr ? std::string{} : *name);
    }
    return words;
}

std::string identity_text(const cmis::Module& module, const cmis::Value& described) {
    const cmis::Identity& identity = module.identity;
    const auto state = cmis::module_state(module);
    std::string text;
    add_line(text, "Vendor", joined({identity.vendor_name, cmis::vendor_oui(module)}, ", "));
    add_line(text, "Part number", joined({identity.part_number, labelled("revision", identity.revision)}, ", "));
    add_line(text, "Serial number", joined({identity.serial_number, labelled("made", cmis::date_code(module))}, ", "));
    add_line(text, "Firmware",
             joined({cmis::firmware_version(module), labelled("hardware", cmis::hardware_version(module))}, ", "));
    add_line(text, "Media", media_text(module));
    add_line(text, "Reach", reach_text(module));
    add_line(text, "Lanes", lanes_text(module));
    add_line(text, "Power", power_text(module));
    add_line(text, "Compliance", compliance_text(described));
    add_line(text, "Protocols", protocols_text(module));
    add_line(text, "State", state ? std::string{cmis::text(*state)} : std::string{});
    return text;
}

std::string numbers(const std::vector<unsigned>& lanes) {
    std::string words;
    for (const unsigned lane : lanes) {
        words += (words.empty() ? "" : ",") + std::to_string(lane);
    }
    return words;
}

std::string applications_text(const Console& console, const cmis::Module& module) {
    std::string text;
    for (const cmis::Application& application : cmis::applications(module)) {
        const std::string media = cmis::media_interface_name(module, application.media_interface);
        text += right(std::to_string(application.number), 4) + "  " +
                printable(cmis::name(application.host_interface) + " over " + std::to_string(application.host_lanes) +
                          " to " + media + " over " + std::to_string(application.media_lanes)) +
                (application.host_lane_starts.empty() ? std::string{}
                                                      : ", from host lane " + numbers(application.host_lane_starts)) +
                "\n";
    }
    return text.empty() ? text : "\n" + painted(console, Colour::bold, "Applications") + "\n" + text;
}

std::string flag_words(const cmis::Value* list) {
    std::string words;
    const auto* names = list == nullptr ? nullptr : list->get<cmis::Array>();
    for (std::size_t i = 0; names != nullptr && i < names->size(); ++i) {
        const auto* name = (*names)[i].get<std::string>();
        words += (words.empty() ? "" : " ") + (name == nullptr ? std::string{} : *name);
    }
    return words;
}

// Lanes in a row with the same flags share a line.
struct LaneFlagsLine {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::string words;
};

std::vector<LaneFlagsLine> lane_flag_lines(const cmis::Value* list) {
    std::vector<LaneFlagsLine> lines;
    const auto* lanes = list == nullptr ? nullptr : list->get<cmis::Array>();
    for (std::size_t i = 0; lanes != nullptr && i < lanes->size(); ++i) {
        const cmis::Value* number = (*lanes)[i].find("lane");
        const auto* lane = number == nullptr ? nullptr : number->get<std::int64_t>();
        std::string words = flag_words((*lanes)[i].find("set"));
        if (lane == nullptr || words.empty()) {
            continue;
        }
        if (!lines.empty() && lines.back().last + 1 == *lane && lines.back().words == words) {
            lines.back().last = *lane;
        } else {
            lines.push_back({*lane, *lane, std::move(words)});
        }
    }
    return lines;
}

// The flags of the JSON, for they are the same flags.
std::string flags_text(const Console& console, const cmis::Value& described) {
    const cmis::Value* flags = described.find("flags");
    if (flags == nullptr) {
        return {};
    }
    std::string text;
    if (const std::string module = flag_words(flags->find("module")); !module.empty()) {
        text += left("  module", label_width) + painted(console, Colour::yellow, module) + "\n";
    }
    for (const LaneFlagsLine& line : lane_flag_lines(flags->find("lanes"))) {
        const std::string lanes = line.first == line.last
                                      ? "  lane " + std::to_string(line.first)
                                      : "  lanes " + std::to_string(line.first) + "-" + std::to_string(line.last);
        text += left(lanes, label_width) + painted(console, Colour::yellow, line.words) + "\n";
    }
    return text.empty() ? text : "\n" + painted(console, Colour::bold, "Flags") + "\n" + text;
}

std::string notes_text(const Console& console, const cmis::Module& module, const cmis::MemoryMap& memory) {
    std::string text;
    for (const std::string& note : cmis::notes(module, memory)) {
        text += "  " + printable(note) + "\n";
    }
    return text.empty() ? text : "\n" + painted(console, Colour::bold, "Notes") + "\n" + text;
}

}  // namespace

std::string module_text(const Console& console, std::string_view file, const cmis::Module& module,
                        const cmis::MemoryMap& memory) {
    std::string text = file.empty() ? std::string{} : painted(console, Colour::dim, printable(file)) + "\n";
    if (module.memory_model == cmis::MemoryModelId::none) {
        return text + painted(console, Colour::red, "Not readable") + ": " + cmis::reason(cmis::readability(memory)) +
               "\n";
    }
    const cmis::Value described = cmis::describe(module, memory);
    return text + title(console, module) + identity_text(module, described) + monitors_text(console, module) +
           flags_text(console, described) + applications_text(console, module) + notes_text(console, module, memory);
}

}  // namespace opticward::daemon::cli
