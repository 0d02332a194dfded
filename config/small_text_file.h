// Reads a text file whole, if it is not too large.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>

namespace opticward::config {

// Or why not, as the end of a sentence about the file: "does not exist".
std::expected<std::string, std::string> read_text_file(const std::filesystem::path& file, std::uintmax_t largest);

}  // namespace opticward::config
