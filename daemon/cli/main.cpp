#include "daemon/cli/commands.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

// Colour for a person at a terminal who has not asked for none (no-color.org).
bool wants_colour() {
    const char* const no_colour = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    const bool dumb = terminal != nullptr && std::string{terminal} == "dumb";
    return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0') && !dumb;
}

}  // namespace

int main(int argc, char** argv) {
    namespace cli = opticward::daemon::cli;
    namespace cli = opticward::daemon::cli;
    cli::Console console{std::cin, std::cout, std::cerr, wants_colour()};
    try {
        const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
        const int code = cli::run(words, console);
        std::cout.flush();
        return std::cout ? code : cli::exit_error;
    } catch (const std::exception& error) {
        cli::complain(console, error.what());
        return cli::exit_error;
    }
}
