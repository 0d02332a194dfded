#include "config/small_text_file.h"

#include <fstream>
#include <string>
#include <system_error>

namespace opticward::config {

std::expected<std::string, std::string> read_text_file(const std::filesystem::path& file, std::uintmax_t largest) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) {
        return std::unexpected{"does not exist"};
    }
    if (std::filesystem::is_directory(status)) {
        return std::unexpected{"is a folder"};
    }
    std::ifstream stream{file, std::ios::binary};
    if (!stream) {
        return std::unexpected{"cannot be opened"};
    }
    // Not by its size: a device or a growing file has none.
    std::string text;
    std::string block(64 << 10, '\0');
    while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount() > 0) {
        text.append(block, 0, static_cast<std::size_t>(stream.gcount()));
        if (text.size() > largest) {
            return std::unexpected{"is larger than " + std::to_string(largest) + " bytes"};
        }
    }
    if (stream.bad()) {
        return std::unexpected{"cannot be read"};
    }
    return text;
}

}  // namespace opticward::config
