// Any content is read without harm, and what was read is written and read again as the same memory.
#include "cmis/image.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string content{bytes, bytes + size};
    const auto image = opticward::cmis::read_image(content);
    const std::string text = opticward::cmis::write_image_text(image.memory);
    if (text.empty() || text.size() > opticward::cmis::image_size_limit) return 0;
    const auto again = opticward::cmis::read_image(text);
    if (again.memory != image.memory || !again.problems.empty()) std::abort();
    return 0;
}
