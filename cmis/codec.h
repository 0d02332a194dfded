// Bytes to Module and back, driven by the field tables. Pure and total: every input decodes to something.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/memory_model.h"
#include "cmis/module.h"

#include <string>
#include <string_view>
#include <vector>

namespace opticward::cmis {

// Whether the bytes are a module at all.
enum class Readability : std::uint8_t {
    readable,
    no_bytes,  // neither lower memory nor page 00h is known
    all_ff,    // an empty bus or an unprogrammed part
    all_00,
    not_decoded,  // an identifier with a map that is not decoded yet (SFF-8472)
    unsupported,  // an identifier without a map
};
Readability readability(const MemoryMap& memory);
// One line for a person: why it is not readable. Empty for readable.
std::string reason(Readability readability);

// Decodes all that the memory has. A module without a map keeps memory_model none and only its identifier.
// Lower memory that reads FFh throughout is not believed and decodes as not read.
Module decode(const MemoryMap& memory);

// Decodes the live part anew from memory whose live bytes were just read; the other parts stay. No allocation.
void decode_live(const MemoryMap& memory, Module& module);

// The memory of a module: lower memory, page 00h and the pages that the module itself advertises, checksums computed.
// Decoding the result gives the module back (the encoded members; see docs/memory_map.md).
MemoryMap encode(const Module& module);

// Writes one part's rows again into memory that is already there; no checksums. For simulated values that move.
void encode_live(const Module& module, MemoryMap& memory);

void update_checksums(MemoryModelId model, MemoryMap& memory);

struct ChecksumResult {
    std::string_view name;
    ChecksumState state = ChecksumState::absent;
};
std::vector<ChecksumResult> checksums(MemoryModelId model, const MemoryMap& memory);

}  // namespace opticward::cmis
