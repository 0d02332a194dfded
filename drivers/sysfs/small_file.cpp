#include "drivers/sysfs/small_file.h"

#include "drivers/errno_fault.h"
#include "drivers/sysfs/file_descriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace opticward::drivers {

Result<std::string> read_small_file(const std::filesystem::path& path) {
    // Not blocking: a path in a configuration may name anything, a pipe too.
    const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (!file.is_open()) return failed(fault_of(errno));

    std::string text(small_file_limit + 1, '\0');
    std::size_t size = 0;
    while (size < text.size()) {
        const auto count = ::read(file.number(), text.data() + size, text.size() - size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failed(fault_of(errno));
        if (count == 0) break;
        size += static_cast<std::size_t>(count);
    }
    if (size > small_file_limit) return failed(Fault::bus_error);
    text.resize(size);
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return text;
}

}  // namespace opticward::drivers
