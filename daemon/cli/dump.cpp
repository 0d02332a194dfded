#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/files.h"
#include "daemon/cli/image_formats.h"
#include "daemon/publish/json.h"

namespace opticward::daemon::cli {

namespace {

std::string hex(const cmis::Page& page) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : page) {
        text += {digits[byte >> 4U], digits[byte & 0x0FU]};
    }
    return text;
}

// Lower memory and the upper pages, each byte as two hex digits.
std::string pages_json(const cmis::MemoryMap& memory, const std::string& port) {
    cmis::Array pages;
    if (const cmis::Page* lower_half = memory.find(cmis::lower_memory)) {
        pages.emplace_back(cmis::Object{{"lower", true}, {"bytes", hex(*lower_half)}});
    }
    for (const auto& [id, page] : memory.pages()) {
        if (!id.lower) {
            pages.emplace_back(cmis::Object{{"page", id.page}, {"bank", id.bank}, {"bytes", hex(page)}});
        }
    }
    return to_json(cmis::Object{{"port", port}, {"pages", pages}}, JsonStyle::pretty) + "\n";
}

}  // namespace

int dump(const Call& call) {
    const std::string* format = call.arguments.value("--format");
    const std::string* output = call.arguments.value("--output");
    const std::string& port = call.arguments.operands.front();
    if (!written_image({}, format == nullptr ? "text" : *format, port)) {
        complain(call.console, "--format must be " + std::string{image_format_names});
        return exit_error;
    }
    const auto client = connected(call);
    if (!client) {
        return exit_error;
    }
    const auto memory = client->memory(port);
    if (!memory) {
        return failed(call, *client, memory.error(), port);
    }
    const auto image = written_image(*memory, format == nullptr ? "text" : *format, port);
    if (image && !image->left_out.empty() && !call.json()) {
        complain(call.console, "left out: " + image->left_out);
    }
    const std::string content = call.json() || !image ? pages_json(*memory, port) : image->content;
    const std::string to = output == nullptr ? "-" : *output;
    if (const auto written = write_output(call.console, to, content); !written) {
        complain(call.console, to + ": " + written.error());
        return exit_error;
    }
    return exit_good;
}

}  // namespace opticward::daemon::cli
