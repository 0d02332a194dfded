#include "config/small_text_file.h"

#include "drivers/sysfs/file_descriptor.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace opticward::config {

namespace {

std::string why_not(int error) {
    switch (error) {
        case ENOENT:
        case ENOTDIR: return "does not exist";
        case EACCES:
        case EPERM: return "may not be read by this user";
        case ELOOP: return "is a link that leads nowhere";
        case ENAMETOOLONG: return "has too long a name";
        default: return "cannot be opened";
    }
}

// Opening a FIFO waits and opening a device may do anything, so it is looked at before.
std::expected<drivers::FileDescriptor, std::string> opened(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) {
        return std::unexpected{why_not(errno)};
    }
    if (S_ISDIR(status.st_mode)) {
        return std::unexpected{"is a folder"};
    }
    if (!S_ISREG(status.st_mode)) {
        return std::unexpected{"is no regular file"};
    }
    drivers::FileDescriptor descriptor{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    if (!descriptor.is_open()) {
        return std::unexpected{why_not(errno)};
    }
    if (::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::unexpected{"is no regular file"};
    }
    return descriptor;
}

}  // namespace

std::expected<std::string, std::string> read_text_file(const std::filesystem::path& file, std::uintmax_t largest) {
    const auto descriptor = opened(file);
    if (!descriptor) {
        return std::unexpected{descriptor.error()};
    }
    // Not by its size: a file of the kernel or one that grows has none.
    std::string text;
    std::array<char, 64 << 10> block{};
    while (true) {
        const ssize_t count = ::read(descriptor->number(), block.data(), block.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return std::unexpected{"cannot be read"};
        }
        if (count == 0) {
            return text;
        }
        text.append(block.data(), static_cast<std::size_t>(count));
        if (text.size() > largest) {
            return std::unexpected{"is larger than " + std::to_string(largest) + " bytes"};
        }
    }
}

}  // namespace opticward::config
