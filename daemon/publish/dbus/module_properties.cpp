#include "daemon/publish/dbus/module_properties.h"

#include "cmis/applications.h"
#include "cmis/interpretation.h"
#include "cmis/properties.h"
#include "daemon/publish/dbus/utf8.h"

#include <bit>
#include <limits>
#include <utility>

namespace opticward::daemon::bus {

namespace {

constexpr std::uint32_t ethernet_bit = 1;
constexpr std::uint32_t infiniband_bit = 2;

template <class Quantity>
double stated(const std::optional<Quantity>& quantity) {
    return quantity ? quantity->value : std::numeric_limits<double>::quiet_NaN();
}

std::uint32_t supported_modes(const cmis::Declaration& declaration) {
    std::uint32_t modes = 0;
    if (declaration[cmis::Protocol::ethernet].declared) modes |= ethernet_bit;
    if (declaration[cmis::Protocol::infiniband].declared) modes |= infiniband_bit;
    return modes;
}

// As the JSON contract words it.
std::vector<std::string> compliance(const Insertion& insertion) {
    std::vector<std::string> names;
    const cmis::Value described = cmis::describe(insertion.module, insertion.memory);
    const cmis::Value* found = described.find("compliance");
    const auto* list = found == nullptr ? nullptr : found->get<cmis::Array>();
    if (list == nullptr) return names;
    for (const cmis::Value& name : *list) {
        if (const auto* plain = name.get<std::string>()) names.push_back(sendable(*plain));
    }
    return names;
}

std::vector<cmis::Value> application_objects(const cmis::Module& module) {
    std::vector<cmis::Value> list;
    for (const cmis::Application& application : cmis::applications(module)) {
        list.emplace_back(
            cmis::Object{{"number", application.number},
                         {"host_interface", cmis::name(application.host_interface)},
                         {"media_interface", cmis::media_interface_name(module, application.media_interface)},
                         {"host_lanes", application.host_lanes},
                         {"media_lanes", application.media_lanes}});
    }
    return list;
}

}  // namespace

std::size_t lane_count(std::uint32_t lanes) {
    return static_cast<std::size_t>(std::bit_width(lanes));
}

ModuleProperties module_properties(const Insertion& insertion, const ModuleFacts& facts) {
    const cmis::Module& module = insertion.module;
    return {.form_factor = sendable(facts.form_factor),
            .management_interface = sendable(facts.management),
            .management_revision = sendable(cmis::revision_compliance(module)),
            .vendor_name = sendable(facts.vendor),
            .part_number = sendable(facts.part_number),
            .serial_number = sendable(facts.serial_number),
            .revision = sendable(facts.revision),
            .vendor_oui = sendable(facts.oui),
            .date_code = sendable(facts.date_code),
            .firmware_version = sendable(facts.firmware_version),
            .connector = sendable(facts.connector),
            .media_type = std::string{cmis::text(cmis::media_type(module))},
            .compliance = compliance(insertion),
            .supported_modes = supported_modes(facts.declared.declaration),
            .lane_count = static_cast<std::uint32_t>(lane_count(facts.media_lanes)),
            .wavelength = stated(facts.wavelength),
            .cable_length = stated(facts.cable_length),
            .max_power = stated(facts.max_power),
            .applications = application_objects(module)};
}

std::uint32_t module_state(const PortSnapshot& port) {
    if (port.stale || !port.module_state) return 0;
    return static_cast<std::uint32_t>(*port.module_state);
}

}  // namespace opticward::daemon::bus
