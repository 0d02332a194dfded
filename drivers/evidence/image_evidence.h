// A dump of a module that was taken elsewhere: what there is to say about a module that this host cannot read. It is never
// taken for the module itself: it has an age, and its measurements are those of another day.
#pragma once

#include "cmis/memory_map.h"
#include "cmis/module.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace opticward::drivers {

// Immutable and shared.
struct Evidence {
    std::string file;                                // as the board file names it, from the root
    std::chrono::system_clock::time_point taken_at;  // when the file was written last
    cmis::MemoryMap memory;
    cmis::Module module;  // decoded from it; `live` as of then
};

// Owned and called by one bus worker.
class ImageEvidence {
public:
    // `name` is what people call the file at `path`.
    ImageEvidence(std::filesystem::path path, std::string name) : path_{std::move(path)}, name_{std::move(name)} {}

    // What the file holds, in any of the forms that cmis/image reads; read again only when the file changed. Null: it
    // cannot be read, or is no image of a module.
    std::shared_ptr<const Evidence> look();
    // Why the latest look() found nothing, with the file's name and, where there is one, the line; else empty.
    const std::string& problem() const { return problem_; }

private:
    // What tells one content of the file from the next.
    struct Version {
        std::chrono::system_clock::time_point written;
        std::int64_t size = 0;

        bool operator==(const Version&) const = default;
    };

    void read(const Version& version);

    std::filesystem::path path_;
    std::string name_;
    std::optional<Version> read_as_;
    std::shared_ptr<const Evidence> evidence_;
    std::string problem_;
};

}  // namespace opticward::drivers
