// Which link protocols a module declares, and by which bytes. A declaration says what a module is coded for; it can never
// deny a protocol: that is for the judge, who also knows the link.
//
// Pure; safe from any thread. Sources: SFF-8636 2.11 page 00h bytes 131, 134, 138, 164, 192; CMIS application descriptors
// with the families of SFF-8024 table 4-5.
#pragma once

#include "cmis/module.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::cmis {

enum class Protocol : std::uint8_t { infiniband, ethernet, fibre_channel, otn, sonet, sas, cpri, pcie, pon };
inline constexpr std::size_t protocol_count = 9;

// The key of the JSON contract: "infiniband", "ethernet", "fibre_channel", ...
std::string_view text(Protocol protocol);

struct ProtocolDeclaration {
    bool declared = false;
    // Only byte 192 says so while bit 131.7, which makes that byte valid, is clear: likely, not certain.
    bool weak = false;
    // InfiniBand only: names without "IB", slowest first ("EDR", "HDR").
    std::vector<std::string> speeds;
    // One text a byte or application: "byte 164 = 0x30 (EDR, HDR)". Also what looks like evidence and does not count.
    std::vector<std::string> evidence;

    bool operator==(const ProtocolDeclaration&) const = default;
};

struct Declaration {
    std::array<ProtocolDeclaration, protocol_count> protocols{};

    const ProtocolDeclaration& operator[](Protocol protocol) const {
        return protocols[static_cast<std::size_t>(protocol) % protocol_count];
    }
    bool any() const;

    bool operator==(const Declaration&) const = default;
};

Declaration declare(const Module& module);

// A copper cable without electronics, which is protocol-neutral wire whatever its coding says. False where the module
// does not say what it is made of.
bool passive_copper(const Module& module);

// Whether the vendor name is Mellanox or NVIDIA, whose private use of reserved bits is known. A name is a hint only.
bool named_nvidia(const Module& module);

}  // namespace opticward::cmis
