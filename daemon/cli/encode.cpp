#include "cmis/image.h"
#include "config/module_description.h"
#include "daemon/cli/arguments.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/files.h"

#include <array>

namespace opticward::daemon::cli {

namespace {

constexpr std::array<Option, 2> known_options{{{"--output", true}, {"--format", true}}};

std::string image_content(const cmis::MemoryMap& memory, bool binary) {
    if (!binary) {
        return cmis::write_image_text(memory);
    }
    const auto bytes = cmis::write_image_binary(memory);
    return {bytes.begin(), bytes.end()};
}

}  // namespace

int encode(std::span<const std::string> words, Console& console) {
    const auto arguments = parse(words, known_options);
    if (!arguments) {
        complain(console, arguments.error());
        return exit_error;
    }
    if (arguments->operands.size() != 1) {
        complain(console, "encode needs one description; see opticward --help");
        return exit_error;
    }
    const std::string* format = arguments->value("--format");
    const bool binary = format != nullptr && *format == "binary";
    if (format != nullptr && !binary && *format != "text") {
        complain(console, "--format must be text or binary");
        return exit_error;
    }
    const std::string& file = arguments->operands.front();
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
    const std::string* output = arguments->value("--output");
    const std::string to = output != nullptr ? *output : "-";
    if (const auto written = write_output(console, to, image_content(*memory, binary)); !written) {
        complain(console, to + ": " + written.error());
        return exit_error;
    }
    return exit_good;
}

}  // namespace opticward::daemon::cli
