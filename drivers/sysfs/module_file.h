// What the files have in common in which a kernel driver shows module memory: reads only, bank 0, one device.
#pragma once

#include "cmis/memory_map.h"
#include "drivers/result.h"
#include "drivers/sysfs/file_descriptor.h"

#include <filesystem>
#include <string>

namespace opticward::drivers {

// Whether a file can have these bytes: bank 0 of the module itself, inside of one page.
bool is_in_a_file(cmis::ByteRange range, std::size_t size);

// How many bytes there were up to the end of the file; drivers may give a page in several pieces.
Result<std::size_t> read_file_at(const FileDescriptor& file, std::size_t position, cmis::MutableBytes out);

// For the operator, where the file itself stood in the way; else empty.
std::string explanation_of(Fault fault, const std::filesystem::path& file);

}  // namespace opticward::drivers
