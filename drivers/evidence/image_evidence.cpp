#include "drivers/evidence/image_evidence.h"

#include "cmis/codec.h"
#include "cmis/image.h"
#include "drivers/sysfs/file_descriptor.h"

#include <cerrno>
#include <expected>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace opticward::drivers {

namespace {

namespace fs = std::filesystem;

// The content, or an errno. A file that grows while it is read is cut at what no image is larger than.
std::expected<std::string, int> content_of(const fs::path& path) {
    const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (!file.is_open()) return std::unexpected{errno};
    std::string content(cmis::image_size_limit + 1, '\0');
    std::size_t size = 0;
    while (size < content.size()) {
        const auto count = ::read(file.number(), content.data() + size, content.size() - size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return std::unexpected{errno};
        if (count == 0) break;
        size += static_cast<std::size_t>(count);
    }
    content.resize(size);
    return content;
}

std::string place_of(const cmis::ImageProblem& problem) {
    return problem.line == 0 ? std::string{} : ":" + std::to_string(problem.line);
}

}  // namespace

std::shared_ptr<const Evidence> ImageEvidence::look() {
    struct stat status {};
    if (::stat(path_.c_str(), &status) != 0) {
        problem_ = name_ + ": " + std::generic_category().message(errno);
        read_as_.reset();
        evidence_.reset();
        return nullptr;
    }
    const std::chrono::nanoseconds written =
        std::chrono::seconds{status.st_mtim.tv_sec} + std::chrono::nanoseconds{status.st_mtim.tv_nsec};
    const Version now{.written = std::chrono::system_clock::time_point{written}, .size = status.st_size};
    if (read_as_ != now) read(now);
    return evidence_;
}

void ImageEvidence::read(const Version& version) {
    read_as_ = version;
    evidence_.reset();
    problem_.clear();
    const auto content = content_of(path_);
    if (!content) {
        problem_ = name_ + ": " + std::generic_category().message(content.error());
        return;
    }
    cmis::Image image = cmis::read_image(*content);
    if (!image.problems.empty()) {
        problem_ = name_ + place_of(image.problems.front()) + ": " + image.problems.front().what;
        return;
    }
    if (const auto readability = cmis::readability(image.memory); readability != cmis::Readability::readable) {
        problem_ = name_ + ": " + cmis::reason(readability);
        return;
    }
    auto made = std::make_shared<Evidence>();
    made->file = name_;
    made->taken_at = version.written;
    made->module = cmis::decode(image.memory);
    made->memory = std::move(image.memory);
    evidence_ = std::move(made);
}

}  // namespace opticward::drivers
