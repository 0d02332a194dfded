// The keys of the JSON contract, both ways: a Module as a tree of values, and a description in the same words back into a
// Module. One table (properties.cpp) holds the keys; see cmis/README.md for how to add one.
//
// Pure; safe from any thread. Units are SI base units (celsius for temperature); nothing is ever null, NaN or infinite.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"
#include "cmis/value.h"

#include <string>
#include <vector>

namespace opticward::cmis {

// Something in a description that does not hold. An element of an array has its index, from 0, as its step.
struct PropertyProblem {
    std::vector<std::string> path;
    std::string what;

    // The path as one word: "monitors.lanes[2].tx_bias_amperes".
    std::string key() const;

    bool operator==(const PropertyProblem&) const = default;
};

// The module object of the JSON contract, keys in its order; what is not there is absent. For bytes that are no module
// it is {"readable": false, "reason": "..."}. `memory` is what the module was decoded from.
Value describe(const Module& module, const MemoryMap& memory);

// Sets what the description (an object) says, and what follows from it for a module to be whole: advertisements, flat or
// paged memory. Empty: everything was understood. With problems the module is not to be used.
std::vector<PropertyProblem> apply(const Value& description, Module& module);

}  // namespace opticward::cmis
