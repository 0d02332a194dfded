#include "daemon/judge/module_facts.h"

#include "cmis/codes.h"

namespace opticward::daemon {

namespace {

template <class Predicate>
std::uint32_t lane_mask(Predicate predicate) {
    std::uint32_t mask = 0;
    for (unsigned lane = 1; lane <= cmis::max_lanes; ++lane) {
        if (predicate(lane)) mask |= std::uint32_t{1} << (lane - 1);
    }
    return mask;
}

// SFF-8636 numbers channels, not sides: one that byte 113 says is not implemented has no flags of the host side either.
cmis::LaneSide numbered_by(const cmis::Module& module, cmis::LaneSide side) {
    return module.memory_model == cmis::MemoryModelId::sff8636 ? cmis::LaneSide::media : side;
}

std::uint32_t lanes_implemented(const cmis::Module& module, cmis::LaneSide wanted) {
    const cmis::LaneSide side = numbered_by(module, wanted);
    return lane_mask([&](unsigned lane) { return cmis::lane_implemented(module, lane, side); });
}

}  // namespace

std::uint32_t lanes_in_use(const cmis::Module& module, cmis::LaneSide wanted) {
    const cmis::LaneSide side = numbered_by(module, wanted);
    return lane_mask([&](unsigned lane) { return cmis::lane_in_use(module, lane, side); });
}

ModuleFacts facts_of(const cmis::Module& module, bool checksums_ok) {
    const cmis::Identity& identity = module.identity;
    ModuleFacts facts;
    facts.form_factor = cmis::form_factor(module);
    facts.management = cmis::text(module.memory_model);
    facts.vendor = identity.vendor_name;
    facts.part_number = identity.part_number;
    facts.serial_number = identity.serial_number;
    facts.revision = identity.revision;
    facts.oui = cmis::vendor_oui(module);
    facts.date_code = cmis::date_code(module);
    if (identity.connector) facts.connector = cmis::name(*identity.connector);
    facts.media = cmis::media(module);
    facts.firmware_version = cmis::firmware_version(module);
    facts.lanes = cmis::lane_counts(module);
    facts.host_lanes = lanes_implemented(module, cmis::LaneSide::host);
    facts.media_lanes = lanes_implemented(module, cmis::LaneSide::media);
    facts.max_power = cmis::max_power(module);
    facts.wavelength = cmis::wavelength(module);
    facts.cable_length = cmis::length_of_cable(module);
    const cmis::MonitorSupport support = cmis::monitor_support(module);
    for (const MonitorRow& row : monitors) {
        MonitorFacts& monitor = facts.monitors[static_cast<std::size_t>(row.id)];
        monitor.supported = support.*row.supported;
        if (monitor.supported) monitor.limits = row.limits(module.thresholds);
    }
    facts.declared = declared_by(module, checksums_ok);
    return facts;
}

}  // namespace opticward::daemon
