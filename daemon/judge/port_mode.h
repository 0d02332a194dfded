// Whether a module and its port agree about InfiniBand or Ethernet: the axis "protocol". Pure; safe from any thread.
//
// A declaration can only affirm: memory that names InfiniBand does not deny Ethernet, so a link that came up at the
// protocol wanted outweighs it. Source: protocol_mode.md, decisions 1-11 and table 1.5.
#pragma once

#include "cmis/module.h"
#include "cmis/protocol.h"
#include "daemon/judge/verdict.h"
#include "drivers/host_port/host_port.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace opticward::daemon {

std::string_view text(drivers::LinkLayer layer);         // "infiniband", "ethernet"
std::string_view spelled_out(drivers::LinkLayer layer);  // "InfiniBand", "Ethernet"

// How far the module's memory supports a protocol.
enum class Support : std::uint8_t { no, unlikely, unknown, likely, yes };

// A row of table 1.5: what the declaration amounts to.
struct Capability {
    std::string_view row;    // "C10"
    std::string_view label;  // "InfiniBand declared"
    Support infiniband = Support::unknown;
    Support ethernet = Support::unknown;
    Confidence confidence = Confidence::none;
};

// What the module says about itself; one per insertion.
struct DeclaredByModule {
    cmis::Declaration declaration;
    cmis::MemoryModelId memory_model = cmis::MemoryModelId::none;
    bool passive_copper = false;
    bool checksums_ok = true;
    std::optional<drivers::LinkLayer> part_number_hint;
    std::string dual_source = {};  // who says that this part is for both protocols; empty: nobody
};
DeclaredByModule declared_by(const cmis::Module& module, bool checksums_ok);

Capability capability(const DeclaredByModule& module);

// "infiniband", "ethernet", "both" or "unknown": the label `module` of transceiver_link_mode_info.
std::string_view declared_text(const cmis::Declaration& declaration);

// The protocol that the first letter after the dash of a Mellanox part number names: the article sold, not what it can
// do. Only for that vendor, and only for part numbers of that pattern.
std::optional<drivers::LinkLayer> part_number_hint(const cmis::Module& module);

struct PortMode {
    std::optional<drivers::LinkLayer> actual;    // what the port runs
    std::optional<drivers::LinkLayer> expected;  // what the configuration says that it should run
    std::optional<bool> link_up;
    std::optional<bool> admin_up;
    std::string_view evidence;  // what told `actual`, for a person
};

// The protocols at which a link was up since the module was inserted.
class LinkProof {
public:
    // A link that is up where something else is expected proves that other thing only.
    void observe(const PortMode& port);
    void add(drivers::LinkLayer layer) { proven_ |= mask(layer); }
    void add(const LinkProof& other) { proven_ |= other.proven_; }
    bool covers(drivers::LinkLayer layer) const { return (proven_ & mask(layer)) != 0; }
    bool any() const { return proven_ != 0; }

    bool operator==(const LinkProof&) const = default;

private:
    static constexpr unsigned mask(drivers::LinkLayer layer) { return 1U << static_cast<unsigned>(layer); }

    unsigned proven_ = 0;
};

// The first rule that holds, for a module that was read twice alike.
Verdict judge_protocol(const DeclaredByModule& module, const PortMode& port, const LinkProof& proof);

// Whether the port runs something else than expected, which is never the module's fault.
bool port_mode_unexpected(const PortMode& port);

}  // namespace opticward::daemon
