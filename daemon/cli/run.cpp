#include "daemon/cli/commands.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <string_view>

namespace opticward::daemon::cli {

namespace {

constexpr std::string_view usage = R"(opticward: looks into optical transceiver modules

usage: opticward COMMAND [OPTION...] [OPERAND...]

  decode FILE...            says what the module images hold; "-" is standard input
      --json                as JSON: one object, or an array with the name of each file
      --page N, --bank N    where the upper half of a dump belongs that does not say so itself
  encode DESCRIPTION.toml   writes the image of the module that is described
      --output FILE         to this file, not to standard output
      --format text|binary  sections of hex rows (the default), or the bytes

  --help      shows this
  --version   shows the version

Images may be text with sections, output of `ethtool -m IFACE hex on`, or raw bytes.
Exit status: 0 good, 1 a module is unreadable, 2 usage, file or description error; of many files the worst.
)";

struct Command {
    std::string_view name;
    int (*function)(std::span<const std::string>, Console&);
};
constexpr std::array<Command, 2> commands{{{"decode", decode}, {"encode", encode}}};

}  // namespace

int run(std::span<const std::string> words, Console& console) {
    if (words.empty()) {
        complain(console, "no command; see opticward --help");
        return exit_error;
    }
    if (std::ranges::find(words, "--help") != words.end() || words[0] == "-h" || words[0] == "help") {
        console.out << usage;
        return exit_good;
    }
    if (words[0] == "--version") {
        console.out << "opticward " << OPTICWARD_VERSION << '\n';
        return exit_good;
    }
    const auto command = std::ranges::find(commands, std::string_view{words[0]}, &Command::name);
    if (command == commands.end()) {
        complain(console, "unknown command " + words[0] + "; see opticward --help");
        return exit_error;
    }
    return command->function(words.subspan(1), console);
}

}  // namespace opticward::daemon::cli
