// What a person should know about a module whose bytes are odd: one sentence each, for the JSON key `notes`.
// Pure; safe from any thread.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"

#include <string>
#include <vector>

namespace opticward::cmis {

std::vector<std::string> notes(const Module& module, const MemoryMap& memory);

}  // namespace opticward::cmis
