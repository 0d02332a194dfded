#include "drivers/sysfs/module_file.h"

#include "drivers/errno_fault.h"

#include <cerrno>
#include <unistd.h>

namespace opticward::drivers {

namespace {

constexpr std::size_t page_end = 256;

}  // namespace

bool is_in_a_file(cmis::ByteRange range, std::size_t size) {
    if (range.size != size || range.page.bank != 0 || range.page.device != cmis::module_address) return false;
    if (range.page.lower) return range.offset + size <= cmis::upper_memory_start;
    return range.offset >= cmis::upper_memory_start && range.offset + size <= page_end;
}

Result<std::size_t> read_file_at(const FileDescriptor& file, std::size_t position, cmis::MutableBytes out) {
    std::size_t done = 0;
    while (done < out.size()) {
        const auto rest = out.subspan(done);
        const auto count = ::pread(file.number(), rest.data(), rest.size(), static_cast<off_t>(position + done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failed(fault_of(errno));
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

std::string explanation_of(Fault fault, const std::filesystem::path& file) {
    if (fault == Fault::no_device) return "there is no " + file.string();
    if (fault == Fault::permission) return "the daemon may not read " + file.string();
    return {};
}

}  // namespace opticward::drivers
