// What a module's declaration, the link and the firmware together say it can do: table 1.5 of protocol_mode.md, a row a
// rule. Pure; safe from any thread.
#pragma once

#include "daemon/judge/link_facts.h"

#include <string_view>

namespace opticward::daemon {

// A link that was up (C0) and a firmware that refuses the protocol (C1) outweigh the declaration on their side; the other
// side stays as declared. A refusal without a reason (C1b) names its row and changes nothing.
Capability capability(const LinkFacts& facts);

// What the firmware says of a link that is down. Numbers: monitor_opcode of PDDR.
enum class Refusal : std::uint8_t {
    none,
    protocol,  // 16, 24 to 32: the cable's code does not fit the port's protocol
    unstated,  // 1025, 1028, 1029, or the extended state "unsupported cable"
};
Refusal refusal(const LinkFacts& facts);

}  // namespace opticward::daemon
