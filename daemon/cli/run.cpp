#include "daemon/cli/asking.h"
#include "daemon/cli/commands.h"
#include "daemon/cli/nearest.h"

#include <algorithm>
#include <ostream>
#include <vector>

namespace opticward::daemon::cli {

namespace {

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Command& command : commands()) {
        names.emplace_back(command.name);
    }
    return names;
}

int no_such_command(const std::string& name, Console& console) {
    complain(console, "no command " + name + suggestion(name, command_names()) + "; see opticward help");
    return exit_error;
}

int help(std::span<const std::string> words, Console& console) {
    if (words.empty() || words[0].starts_with('-')) {
        console.out << usage_text();
        return exit_good;
    }
    const Command* command = find_command(words[0]);
    if (command == nullptr) {
        return no_such_command(words[0], console);
    }
    console.out << help_text(*command);
    return exit_good;
}

int call(const Command& command, std::span<const std::string> words, Console& console, const Connect& connect) {
    const auto arguments = parse(words, command.options);
    if (!arguments) {
        complain(console, arguments.error() + "; see opticward help " + std::string{command.name});
        return command.usage_error;
    }
    const std::size_t given = arguments->operands.size();
    if (given < command.least || given > command.most) {
        const std::string wanted{command.operands.empty() ? "no operand" : command.operands};
        complain(console,
                 std::string{command.name} + " takes " + wanted + "; see opticward help " + std::string{command.name});
        return command.usage_error;
    }
    return command.function({*arguments, console, connect});
}

// "--bus ADDRESS" before the command means the same as behind it.
std::vector<std::string> with_bus_behind(std::span<const std::string> words) {
    std::vector<std::string> moved{words.begin(), words.end()};
    const std::size_t count = words[0] == "--bus" ? 2 : 1;
    if (!(words[0] == "--bus" || words[0].starts_with("--bus=")) || words.size() <= count) {
        return moved;
    }
    std::rotate(moved.begin(), moved.begin() + static_cast<std::ptrdiff_t>(count),
                moved.begin() + static_cast<std::ptrdiff_t>(count) + 1);
    return moved;
}

}  // namespace

int run(std::span<const std::string> given, Console& console, const Connect& connect) {
    if (given.empty()) {
        complain(console, "no command; see opticward help");
        return exit_error;
    }
    const std::vector<std::string> moved = with_bus_behind(given);
    const std::span<const std::string> words{moved};
    if (words[0] == "help" || words[0] == "--help" || words[0] == "-h") {
        return help(words.subspan(1), console);
    }
    if (words[0] == "--version") {
        console.out << own_version() << '\n';
        return exit_good;
    }
    const Command* command = find_command(words[0]);
    if (command == nullptr) {
        return no_such_command(words[0], console);
    }
    const auto options_end = std::ranges::find(words, "--");
    if (std::find(words.begin(), options_end, "--help") != options_end) {
        console.out << help_text(*command);
        return exit_good;
    }
    return call(*command, words.subspan(1), console, connect);
}

}  // namespace opticward::daemon::cli
