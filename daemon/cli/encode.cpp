#include "config/module_description.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/files.h"
#include "daemon/cli/image_formats.h"

#include <filesystem>

namespace opticward::daemon::cli {

int encode(const Call& call) {
    Console& console = call.console;
    const std::string* format = call.arguments.value("--format");
    const std::string form = format == nullptr ? "text" : *format;
    if (!written_image({}, form, "")) {
        complain(console, "--format must be " + std::string{image_format_names});
        return exit_error;
    }
    const std::string& file = call.arguments.operands.front();
    const auto content = read_input(console, file);
    if (!content) {
        complain(console, file + ": " + content.error());
        return exit_error;
    }
    const auto memory = config::read_description(*content, file);
    if (!memory) {
        complain(console, memory.error().front().text());
        return exit_error;
    }
    // What the form names as its origin is the file without its ending.
    const auto image = written_image(*memory, form, std::filesystem::path{file}.stem().string());
    if (image && !image->left_out.empty()) {
        complain(console, "left out: " + image->left_out);
    }
    const std::string* output = call.arguments.value("--output");
    const std::string to = output != nullptr ? *output : "-";
    if (const auto written = write_output(console, to, image ? image->content : ""); !written) {
        complain(console, to + ": " + written.error());
        return exit_error;
    }
    return exit_good;
}

}  // namespace opticward::daemon::cli
