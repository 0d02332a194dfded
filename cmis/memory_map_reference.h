// The field tables as a document: docs/memory_map.md is this text, and a test fails when it is stale.
#pragma once

#include <string>

namespace opticward::cmis {

std::string memory_map_reference();

}  // namespace opticward::cmis
