// The single values of an expected.json, each with its path.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace opticward::test {

// A leaf is a scalar, null, or an empty array or object (which says "none of these").
struct Leaf {
    std::string path;                  // "lanes[2].rx_power_mw"
    std::string pattern;               // "lanes[*].rx_power_mw"
    std::vector<std::size_t> indices;  // the places in the arrays on the way, from 0
    nlohmann::json value;
    int decimals = 0;  // the digits behind the point, as the source printed them
};

// All leaves of the text, in its order. Empty if the text is no JSON.
std::vector<Leaf> leaves_of(std::string_view text);

}  // namespace opticward::test
