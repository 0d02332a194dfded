// The forms in which the commands write module images. Pure.
#pragma once

#include "cmis/memory_map.h"
#include "daemon/cli/console.h"

#include <optional>
#include <string>
#include <string_view>

namespace opticward::daemon::cli {

struct WrittenImage {
    std::string content;
    std::string left_out;  // pages that the form has no place for, in words; empty: none
};

// Nothing: there is no such format. `port` is what a form names that says where it is from.
std::optional<WrittenImage> written_image(const cmis::MemoryMap& memory, std::string_view format,
                                          std::string_view port);

inline constexpr std::string_view image_format_names = "text, binary, ethtool, i2cdump or sfputil";

}  // namespace opticward::daemon::cli
