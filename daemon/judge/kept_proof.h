// What outlives the daemon: that a link was up with a module. Plain values.
// Source: protocol_mode.md, decision 2.
#pragma once

#include "daemon/judge/port_mode.h"

#include <cstddef>
#include <string>

namespace opticward::daemon {

// Of a module that has a serial number: without one, the next module of that make could pass for it.
struct KeptProof {
    std::string port;
    std::string vendor;
    std::string part_number;
    std::string serial_number;
    LinkProof proof;

    bool operator==(const KeptProof&) const = default;
};

// More ports than any host has; no more are kept, whatever a file holds and however many ports come and go.
inline constexpr std::size_t most_kept_proofs = 4096;

}  // namespace opticward::daemon
