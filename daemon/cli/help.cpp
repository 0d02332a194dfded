#include "daemon/cli/commands.h"
#include "daemon/cli/terminal_text.h"

namespace opticward::daemon::cli {

namespace {

constexpr std::size_t term_width = 26;

std::string line(const std::string& term, std::string_view help) {
    return left("  " + term, term_width) + "  " + std::string{help} + "\n";
}

std::string with_operands(const Command& command) {
    return std::string{command.name} + (command.operands.empty() ? "" : " ") + std::string{command.operands};
}

}  // namespace

std::string usage_text() {
    std::string text = "opticward: what opticwardd knows of optical transceivers\n"
                       "\n"
                       "usage: opticward COMMAND [OPTION...] [OPERAND...]\n"
                       "\n";
    for (const Command& command : commands()) {
        text += line(with_operands(command), command.summary);
    }
    text += line("help [COMMAND]", "shows this, or the options of a command");
    return text +
           "\n"
           "Exit status: 0 good, 1 a module is unreadable or a check fails, 2 usage, connection or file error; of\n"
           "check: 0 ok, 1 warning, 2 critical, 3 unknown. All of it: opticward(1).\n";
}

std::string help_text(const Command& command) {
    std::string text = "usage: opticward " + std::string{command.name} + " [OPTION...]" +
                       (command.operands.empty() ? "" : " ") + std::string{command.operands} + "\n\n" +
                       std::string{command.name} + " " + std::string{command.summary} + "\n\n";
    for (const Option& option : command.options) {
        text +=
            line(std::string{option.name} + (option.value.empty() ? "" : " ") + std::string{option.value}, option.help);
    }
    return text;
}

}  // namespace opticward::daemon::cli
