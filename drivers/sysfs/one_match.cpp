#include "drivers/sysfs/one_match.h"

#include "drivers/errno_fault.h"

#include <string>
#include <string_view>
#include <system_error>

namespace opticward::drivers {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 4096;  // of a folder; whoever has more is no folder of devices

bool fits(std::string_view name, std::string_view before, std::string_view behind) {
    return name.size() >= before.size() + behind.size() && name.starts_with(before) && name.ends_with(behind);
}

Result<fs::path> only_entry(const fs::path& folder, std::string_view before, std::string_view behind) {
    std::error_code error;
    fs::path found;
    std::size_t seen = 0;
    fs::directory_iterator entry{folder, error};
    for (; !error && entry != fs::directory_iterator{} && ++seen <= most_entries; entry.increment(error)) {
        const fs::path name = entry->path().filename();
        if (!fits(name.string(), before, behind)) continue;
        if (!found.empty()) return failed(Fault::no_device);
        found = folder / name;
    }
    if (error) return failed(fault_of(error.value()));
    if (found.empty()) return failed(Fault::no_device);
    return found;
}

}  // namespace

Result<fs::path> only_match(const fs::path& pattern) {
    fs::path path;
    for (const fs::path& part : pattern) {
        const std::string name = part.string();
        const auto star = name.find('*');
        if (star == std::string::npos) {
            path /= part;
            continue;
        }
        auto entry = only_entry(path, std::string_view{name}.substr(0, star), std::string_view{name}.substr(star + 1));
        if (!entry) return entry;
        path = std::move(*entry);
    }
    return path;
}

}  // namespace opticward::drivers
