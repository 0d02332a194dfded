#include "drivers/evidence/image_evidence.h"

#include "cmis/codec.h"
#include "cmis/image.h"
#include "drivers/sysfs/file_descriptor.h"

#include <cerrno>
#include <fcntl.h>
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
    std::error_code error;
    const auto written = fs::last_write_time(path_, error);
    const auto size = error ? std::uintmax_t{0} : fs::file_size(path_, error);
    if (error) {
        was_read_ = false;
        evidence_.reset();
        problem_ = name_ + ": " + error.message();
        return nullptr;
    }
    if (!was_read_ || written != written_ || size != size_) read(written, size);
    return evidence_;
}

void ImageEvidence::read(fs::file_time_type written, std::uintmax_t size) {
    written_ = written;
    size_ = size;
    was_read_ = true;
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
    made->taken_at = std::chrono::time_point_cast<std::chrono::system_clock::duration>(
        std::chrono::clock_cast<std::chrono::system_clock>(written));
    made->module = cmis::decode(image.memory);
    made->memory = std::move(image.memory);
    evidence_ = std::move(made);
}

}  // namespace opticward::drivers
