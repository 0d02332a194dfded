// Everything that is known of one end of a link when its compatibility is judged: plain values, gathered by the port's
// judge, by `opticward explain` from a file, or by `opticward plan` from a plan. Pure data.
#pragma once

#include "cmis/link_traits.h"
#include "cmis/module.h"
#include "daemon/judge/port_mode.h"
#include "drivers/host_port/expected_port.h"
#include "drivers/host_port/host_port.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace opticward::daemon {

// Which of the lanes in use carry light, by their monitors; bit i is lane i + 1. Nothing: no monitor tells.
struct Light {
    std::uint32_t lanes = 0;  // in use and measured
    std::optional<std::uint32_t> rx_dark;
    std::optional<std::uint32_t> tx_dark;

    bool operator==(const Light&) const = default;
};

// The module at the other end, where it is known: by the configuration's `peer`, or by a plan.
struct FarEnd {
    std::string name;  // "leaf2:swp7"
    DeclaredByModule declared;
    cmis::LinkTraits traits;
    std::optional<drivers::LinkLayer> link_layer;
};

struct LinkFacts {
    DeclaredByModule module;
    cmis::LinkTraits traits;
    std::optional<cmis::ModuleState> module_state;
    Light light;

    PortMode port;
    LinkProof proof;
    drivers::HostPortState host;  // what the port is; `port` and this agree
    drivers::ExpectedPort expected;
    // The code of the adapter's firmware for a link that is down (the opcode of PDDR, as NVIDIA's tools print it), where
    // somebody read it.
    std::optional<unsigned> firmware_code;
    std::optional<std::chrono::seconds> waiting_for_subnet_manager;  // LinkUp, but not active, for so long
    std::optional<FarEnd> far_end;
};

}  // namespace opticward::daemon
