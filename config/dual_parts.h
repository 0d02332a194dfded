// Parts whose vendor says that they are for InfiniBand and Ethernet although their memory declares only one: the shipped
// table (dual_parts.toml, a row a part, each with its source) and the rows that the operator adds or overrules. Immutable
// once made; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::config {

struct DualPart {
    std::string vendor;       // a part of the vendor's name, case does not matter: "mellanox"
    std::string part_number;  // whole, or with "*" for any rest and "?" for any character: "MFS1S00-H*"
    bool dual = true;         // false: an operator's row that takes a shipped one back
    std::string source;       // who says so

    bool operator==(const DualPart&) const = default;
};

// The shipped rows.
std::span<const DualPart> shipped_dual_parts();

// The row that counts for a part: of `own` first, the last one that fits, then of the shipped ones. nullptr: none.
const DualPart* find_dual_part(std::span<const DualPart> own, std::string_view vendor, std::string_view part_number);

}  // namespace opticward::config
