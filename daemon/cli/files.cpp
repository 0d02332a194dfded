#include "daemon/cli/files.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <istream>
#include <ostream>
#include <system_error>

namespace opticward::daemon::cli {

namespace {

constexpr std::string_view standard_stream = "-";

std::string last_error() {
    return std::generic_category().message(errno);
}

std::expected<std::string, std::string> read_all(std::istream& stream) {
    std::string content(input_limit + 1, '\0');
    stream.read(content.data(), static_cast<std::streamsize>(content.size()));
    if (stream.bad()) {
        return std::unexpected{"cannot be read: " + last_error()};
    }
    content.resize(static_cast<std::size_t>(stream.gcount()));
    if (content.size() > input_limit) {
        return std::unexpected{std::string{"is larger than 1 MiB: no module image"}};
    }
    return content;
}

}  // namespace

std::expected<std::string, std::string> read_input(const Console& console, const std::string& file) {
    if (file == standard_stream) {
        return read_all(console.in);
    }
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
        return std::unexpected{std::string{"is a folder"}};
    }
    std::ifstream stream{file, std::ios::binary};
    if (!stream) {
        return std::unexpected{"cannot be opened: " + last_error()};
    }
    return read_all(stream);
}

std::expected<void, std::string> write_output(const Console& console, const std::string& file,
                                              std::string_view content) {
    const bool to_file = file != standard_stream;
    std::ofstream opened;
    if (to_file) {
        opened.open(file, std::ios::binary | std::ios::trunc);
        if (!opened) {
            return std::unexpected{"cannot be opened: " + last_error()};
        }
    }
    std::ostream& stream = to_file ? opened : console.out;
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.flush();
    if (!stream) {
        return std::unexpected{"cannot be written: " + last_error()};
    }
    return {};
}

}  // namespace opticward::daemon::cli
