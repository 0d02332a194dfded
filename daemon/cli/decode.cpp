#include "cmis/codec.h"
#include "cmis/image.h"
#include "cmis/properties.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/files.h"
#include "daemon/cli/module_text.h"
#include "daemon/publish/json.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <ostream>

namespace opticward::daemon::cli {

namespace {

// "17", "0x11" or "11h".
std::optional<std::uint8_t> read_byte(std::string_view text) {
    int base = 10;
    if (text.starts_with("0x")) {
        text.remove_prefix(2);
        base = 16;
    } else if (text.ends_with('h')) {
        text.remove_suffix(1);
        base = 16;
    }
    std::uint8_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number, base);
    return read.ec == std::errc{} && read.ptr == end ? std::optional{number} : std::nullopt;
}

// False after a complaint.
bool read_place(const Arguments& arguments, std::string_view name, const Console& console,
                std::optional<std::uint8_t>& place) {
    const std::string* given = arguments.value(name);
    if (given == nullptr) {
        return true;
    }
    place = read_byte(*given);
    if (!place) {
        complain(console, std::string{name} + " must be a number from 0 to 255, as 17, 0x11 or 11h");
    }
    return place.has_value();
}

std::string place_of(const cmis::ImageProblem& problem) {
    std::string place;
    if (problem.line != 0) {
        place += ":" + std::to_string(problem.line);
    }
    if (problem.column != 0) {
        place += ":" + std::to_string(problem.column);
    }
    return place;
}

// Nothing after a complaint.
std::optional<cmis::MemoryMap> read_memory(const Console& console, const std::string& file,
                                           const cmis::ReadOptions& options) {
    const auto content = read_input(console, file);
    if (!content) {
        complain(console, file + ": " + content.error());
        return std::nullopt;
    }
    cmis::Image image = cmis::read_image(*content, options);
    if (!image.problems.empty()) {
        complain(console, file + place_of(image.problems.front()) + ": " + image.problems.front().what);
        return std::nullopt;
    }
    return std::move(image.memory);
}

// Prints modules as they come; the JSON is an array where there are several.
class Printer {
public:
    Printer(Console& console, bool json, bool several) : console_{console}, json_{json}, several_{several} {}

    void print(const std::string& file, const cmis::Module& module, const cmis::MemoryMap& memory) {
        if (!json_) {
            console_.out << (printed_ ? "\n" : "") << module_text(console_, several_ ? file : "", module, memory);
        } else if (several_) {
            modules_.push_back(with_file(file, cmis::describe(module, memory)));
        } else {
            console_.out << to_json(cmis::describe(module, memory), JsonStyle::pretty) << '\n';
        }
        printed_ = true;
    }

    void finish() {
        if (json_ && several_) {
            console_.out << to_json(modules_, JsonStyle::pretty) << '\n';
        }
    }

private:
    Console& console_;
    bool json_;
    bool several_;
    bool printed_ = false;
    cmis::Array modules_;
};

}  // namespace

int decode(const Call& call) {
    const Arguments& arguments = call.arguments;
    Console& console = call.console;
    cmis::ReadOptions options;
    if (!read_place(arguments, "--page", console, options.page) ||
        !read_place(arguments, "--bank", console, options.bank)) {
        return exit_error;
    }
    Printer printer{console, arguments.has("--json"), arguments.operands.size() > 1};
    int worst = exit_good;
    for (const std::string& file : arguments.operands) {
        const auto memory = read_memory(console, file, options);
        if (!memory) {
            worst = exit_error;
            continue;
        }
        const cmis::Module module = cmis::decode(*memory);
        printer.print(file, module, *memory);
        const bool readable = module.memory_model != cmis::MemoryModelId::none;
        worst = std::max(worst, readable ? exit_good : exit_unreadable);
    }
    printer.finish();
    return worst;
}

}  // namespace opticward::daemon::cli
